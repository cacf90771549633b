package coverage

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/testdata/ops"
)

// link leads to the example of a rule: filled into a calculator if a page takes
// its request and the engine accepts it, else on the page of the operation. A
// case with # before its name has members that the calculator has no fields for.
func (r rule) link() (label, href string, err error) {
	if _, found := engine.Find(r.operation); !found {
		return "", "", fmt.Errorf("%q: there is no operation %q", r.quote, r.operation)
	}
	written := strings.HasPrefix(r.example, "{")
	name, onPage := strings.CutPrefix(r.example, "#")
	request := []byte(r.example)
	if !written {
		if request, err = ops.Request(r.operation, name); err != nil {
			return "", "", fmt.Errorf("%q: %w", r.quote, err)
		}
	}
	page, err := taker(r.operation, request)
	if err != nil {
		return "", "", fmt.Errorf("%q: %w", r.quote, err)
	}
	switch {
	case page != "" && !onPage:
		return "try it", page + "#1;op=" + r.operation + ";json=" + url.PathEscape(string(request)) + ";end", nil
	case written:
		return "", "", fmt.Errorf("%q: no page takes the request %s: want one that a page takes, or a case of testdata/ops", r.quote, request)
	}
	return "example", frame.OperationPath(r.operation) + "#example-" + name, nil
}

// taker is the page that a request can be filled into, "" if there is none or
// the engine refuses the request.
func taker(operation string, request []byte) (string, error) {
	var asks struct {
		Rulebook json.RawMessage `json:"rulebook"`
	}
	if err := json.Unmarshal(request, &asks); err != nil {
		return "", fmt.Errorf("the request %s: %w", request, err)
	}
	var id string
	if json.Unmarshal(asks.Rulebook, &id) != nil || !accepted(operation, request) {
		return "", nil // rules of its own, or none
	}
	for _, t := range pages.Takers() {
		if t.Takes == operation && slices.Contains(strings.Fields(t.Rulebooks), id) {
			return t.Href, nil
		}
	}
	return "", nil
}

func accepted(operation string, request []byte) bool {
	o, found := engine.Find(operation)
	if !found {
		return false
	}
	_, refusal := o.Answer(request)
	return refusal == nil
}
