package op

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// TestValues holds that values count however deep they are hidden, and whatever escapes
// stand between the digits of base64.
func TestValues(t *testing.T) {
	list := "[" + strings.Repeat("0,", 1000) + "0]"
	coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat(">?", 300) + list)) // with slashes
	quoted := func(text string) string {
		b, _ := json.Marshal(text)
		return string(b)
	}
	for name, text := range map[string]string{
		"plain":           list,
		"in a string":     quoted(list),
		"base64":          quoted(coded),
		"base64url":       quoted(base64.RawURLEncoding.EncodeToString([]byte(list))),
		"escaped slashes": strings.ReplaceAll(quoted(coded), "/", `\/`),
		"escaped letters": strings.ReplaceAll(quoted(coded), "L", `\u004c`),
		"in JSON in JSON": quoted(strings.ReplaceAll(quoted(coded), "L", `\u004C`)),
		"twice":           quoted(base64.StdEncoding.EncodeToString([]byte(`{"payload":` + quoted(coded)))),
	} {
		if n := Values(text); n < 1001 || n > 1300 {
			t.Errorf("%s: %d values, want about 1002", name, n)
		}
	}
	if n := Encoded(quoted(strings.Repeat("x", 10_000))); n > 100 {
		t.Errorf("no base64: %d values", n)
	}
	if n := Outer([]byte(`{"a":"[,,,]\",","b":[1,2]}`)); n != 5 {
		t.Errorf("%d values outside strings, want 5", n)
	}
}
