// Package optest calls operations by name in tests of the packages that have
// them.
package optest

import (
	"encoding/json"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

// Refused calls an operation with JSON and wants that refusal. An empty
// message is not compared: it is another package's.
func Refused(t *testing.T, ops []op.Op, name, request, field, message string) {
	t.Helper()
	var res struct {
		Error *op.Error
	}
	if err := json.Unmarshal(Call(t, ops, name, request), &res); err != nil {
		t.Fatal(err)
	}
	if res.Error == nil {
		t.Fatal("was accepted")
	}
	if res.Error.Code != op.Invalid || res.Error.Field != field || message != "" && res.Error.Message != message {
		t.Errorf("got %s %q\nwant %s %q", res.Error.Field, res.Error.Message, field, message)
	}
}

// Call answers a request to one of the operations.
func Call(t testing.TB, ops []op.Op, name, request string) []byte {
	t.Helper()
	for _, o := range ops {
		if o.Name == name {
			return o.Call([]byte(request))
		}
	}
	t.Fatalf("no operation is called %q", name)
	return nil
}
