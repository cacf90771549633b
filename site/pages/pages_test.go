package pages

import (
	"strings"
	"testing"
)

func TestTabs(t *testing.T) {
	if got := Tabs("/rating/airena/"); len(got) != 3 || !got[0].Current || got[1].Href != "/rating/clawdiators/" {
		t.Errorf("rating: %+v: want AiRENA, which is current, Clawdiators and Difficulty", got)
	}
	if got := Tabs("/score/term/"); len(got) != 3 || !got[2].Current {
		t.Errorf("score: %+v: want three, Term Challenge current", got)
	}
}

func TestNav(t *testing.T) {
	var got []string
	for _, l := range Nav() {
		got = append(got, l.Label+" "+l.Href+" "+l.Section)
	}
	want := "Verify /verify/ /verify/, Score /score/airena/ /score/, Rating /rating/clawdiators/ /rating/, Rewards /rewards/term/ /rewards/, " +
		"Weights /weights/ /weights/, Widgets /widgets/ /widgets/, Rules /rules/ /rules/, Docs /docs/ /docs/"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %v\nwant %s", got, want)
	}
}

func TestOf(t *testing.T) {
	for address, kind := range map[string]string{
		"/": Home, "/rules/": Text, "/rules/airena/": Rulebook, "/docs/operations/": Text, "/docs/operations/elo.expected/": Operation,
		"/rules/airena": "", "/rules//": "", "/rules/a/b/": "", "/rules/*/x/": "", "/nowhere/": "",
	} {
		if p, ok := Of(address); p.Kind != kind || ok != (kind != "") {
			t.Errorf("%s: %q, %t: want %q", address, p.Kind, ok, kind)
		}
	}
}
