package score

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

// Each of the 38 challenges can be chosen, and every weight it has finds a
// control in the form.
func TestPresets(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(htmltest.PageAt(t, htmltest.Documents(t, Clawdiators), "/score/clawdiators/").Text))
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	for n := range htmltest.Find(doc, "name") {
		fields[htmltest.Attr(n, "name")] = true
	}
	options := 0
	for n := range htmltest.Find(doc, "data-fill") {
		if n.Data != "option" {
			continue // a suggestion of an answer
		}
		options++
		var fill struct {
			Weights map[string]float64 `json:"/weights"`
		}
		if err := json.Unmarshal([]byte(htmltest.Attr(n, "data-fill")), &fill); err != nil {
			t.Fatal(err)
		}
		for key := range fill.Weights {
			if !fields["/weights/"+key] {
				t.Errorf("%s weighs %s, which has no control", htmltest.Attr(n, "value"), key)
			}
		}
	}
	if options != 38 {
		t.Errorf("%d challenges: want 38", options)
	}
}
