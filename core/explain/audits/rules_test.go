package audits

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// TestTextBringsRules: a stranger's text may name built-in rules, which the answer names,
// or bring its own, which the answer never calls by a built-in name.
func TestTextBringsRules(t *testing.T) {
	const cheat = `"submissions":[{"id":"cheat","score":95,"correctness":50,"speed":95,"quality":95,"process":95,"rank":1},{"id":"honest","score":70,"correctness":90,"speed":70,"quality":70,"process":70,"rank":2}]`
	const before = `"rating_before":1200,"competitions":3`
	rules, err := json.Marshal(rulebook.BuiltIn()[0])
	if err != nil {
		t.Fatal(err)
	}
	own := strings.Replace(string(rules), `"weight":0.2`, `"weight":0`, 1) // of speed
	own = strings.NewReplacer(`"weight":0.4`, `"weight":0`, `"weight":0.2`, `"weight":0.5`).Replace(own)
	for _, tt := range []struct {
		name, text string
		by         *rulebook.Ref
		want       string
		missed     int
	}{
		{"its own rules", `{"rulebook":` + own + `,` + cheat + `}`, nil, `All 4 values compared agree with the rules that the text itself brings, named "AiRENA", which are not the built-in ones.`, 0},
		{"its own rules further inside", `{"data":{"rulebook":` + own + `,` + cheat + `}}`, nil, `All 4 values compared agree with the rules that the text itself brings, named "AiRENA", which are not the built-in ones.`, 0},
		{"its own rules, and the reader's choice", `{"rulebook":` + own + `,` + cheat + `}`, airena(), "4 of 4 values differ from the rules of AiRENA: 2 scores and 2 ranks.", 0},
		{"rules of another arena", `{"rulebook":"term",` + cheat + `}`, nil, "All 2 values compared agree with the rules of Term Challenge (document). Not compared: 2 scores.", 2},
		{"the rules of its arena", `{"rulebook":"airena",` + cheat + `}`, nil, "4 of 4 values differ from the rules of AiRENA: 2 scores and 2 ranks.", 0},
		{"its own weights", `{"rulebook":"airena","weights":{"quality":1},` + cheat + `}`, nil, "All 5 values compared agree with the rules of AiRENA, with the report’s own weights.", 0},
		{"its own mode", `{"rulebook":"airena","data":{"mode":"sum","submissions":[{"id":"a","score":90,` + before + `,"rating_after":1240},{"id":"b","score":60,` + before + `},{"id":"c","score":30,` + before + `,"rating_after":1160}]}}`, nil, "All 2 values compared agree with the rules of AiRENA, with the report’s own rating mode. Not compared: 3 scores.", 3},
		{"one value", `[{"id":"a","rank":1,"score":1}]`, airena(), "The one value compared agrees with the rules of AiRENA. Not compared: 1 score.", 1},
		{"nothing", `[{"id":"a","score":1}]`, airena(), "Nothing in it can be recomputed by the rules of AiRENA. Not compared: 1 score.", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res := explained(t, Request{Text: tt.text, Rulebook: tt.by})
			if res.Sentence != tt.want || res.Missed != tt.missed || !strings.Contains(res.Sentence, res.Rules) || !strings.HasPrefix(res.Sentence, res.Key) {
				t.Errorf("%q, %q, %q, %d missed\nwant %q", res.Sentence, res.Key, res.Rules, res.Missed, tt.want)
			}
		})
	}
}
