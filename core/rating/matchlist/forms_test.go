package matchlist

import (
	"strings"
	"testing"
)

// A list of matches is read in every form of a table, with its own decimal sign, and a
// refusal names the line.
func TestHistoryForms(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"commas", "agent,difficulty,outcome,score,elo_after\na,veteran,win,97.5,1057\n", ""},
		{"semicolons", "agent;difficulty;outcome;score;elo_after\na;veteran;win;97,5;1.057\n", ""},
		{"tabs", "agent\tdifficulty\toutcome\tscore\telo_after\na\tveteran\twin\t97.5\t1,057\n", ""},
		{"Markdown", "# Matches\n\n| agent | difficulty | outcome | score | elo_after |\n|---|---|---|---|---|\n| a | veteran | win | 97.5 | 1057 |\n", ""},
		{"comments and CR", "# made for a test\ragent,difficulty,outcome,score,elo_after\ra,veteran,win,97.5,1057\r", ""},
		{"a missing value", "agent,difficulty,outcome,score,elo_after\na,veteran,win,97.5,N/A\n", "none"},
		{"a word", "agent,difficulty,outcome,score,elo_after\n\na,veteran,win,97.5,1057\na,veteran,win,high,1057\n", `line 4: score "high"`},
		{"a word in Markdown", "\n| agent | difficulty | score |\n|---|---|---|\n| a | veteran | high |\n", `line 4: score "high"`},
		{"two readings", "agent\tdifficulty\tscore\na\tveteran\t1,057\n", `row 1, column "score": "1,057" is 1057 or 1.057`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, refusal := Read(tt.text)
			if refusal != nil {
				if tt.want == "" || !strings.Contains(refusal.Message, tt.want) || refusal.Field != "/text" {
					t.Errorf("refused with %v, want %q", refusal, tt.want)
				}
				return
			}
			m := list.Matches[0]
			if len(list.Matches) != 1 || m.Agent != "a" || m.Difficulty != "veteran" || *m.Score != 97.5 {
				t.Errorf("read %+v", m)
			}
			if (m.EloAfter == nil) != (tt.want == "none") || m.EloAfter != nil && *m.EloAfter != 1057 {
				t.Errorf("elo_after %v", m.EloAfter)
			}
		})
	}
}
