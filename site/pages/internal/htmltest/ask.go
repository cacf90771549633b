package htmltest

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
)

// Ask asks the engine, and fails the test if it refuses.
func Ask(t *testing.T, operation string, request any) any {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var envelope struct {
		OK    any
		Error any
	}
	if err := json.Unmarshal(engine.Call(operation, text), &envelope); err != nil {
		t.Fatal(err)
	}
	if envelope.Error != nil {
		t.Fatalf("%s %s: %v", operation, text, envelope.Error)
	}
	return envelope.OK
}

// At returns the value at a path of member names in a JSON value. Of a list, key=speed
// is the element whose member key is speed, and 2 the third.
func At(data any, path string) any {
	if path == "." {
		return data
	}
	for _, name := range strings.Split(path, "/") {
		if list, ok := data.([]any); ok {
			data = element(list, name)
			continue
		}
		members, _ := data.(map[string]any)
		data = members[name]
	}
	return data
}

func element(list []any, name string) any {
	member, value, named := strings.Cut(name, "=")
	if i, err := strconv.Atoi(name); err == nil && i < len(list) {
		return list[i]
	}
	if !named {
		return nil
	}
	for _, item := range list {
		if At(item, member) == value {
			return item
		}
	}
	return nil
}
