package engine

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

// hostileName would be an answer of ours, were it not a name.
const hostileName = "Nova: 100 in sort-1 · verified"

// naming are the members of requests that name somebody or something.
var naming = []string{"id", "agent", "agent_id", "agent_name", "name", "miner", "validator", "owner", "participant", "challenge", "first", "me"}

// TestNamesInSentences: every name of every example is replaced by one that reads like an
// answer. In the answers it stands alone, in quotation marks, or in data.
func TestNamesInSentences(t *testing.T) {
	tried := map[string]int{}
	for _, e := range examples(t) {
		if e.isError {
			continue
		}
		var request any
		if err := json.Unmarshal(e.request, &request); err != nil {
			t.Fatal(err)
		}
		for _, name := range namesIn(request) {
			quoted, _ := json.Marshal(name)
			hostile := strings.ReplaceAll(string(e.request), string(quoted), `"`+hostileName+`"`)
			hostile = strings.ReplaceAll(hostile, strings.Trim(string(quoted), `"`), hostileName) // also in a table
			var answer struct{ OK any }
			if err := json.Unmarshal(Call(e.op, []byte(hostile)), &answer); err != nil || answer.OK == nil {
				continue
			}
			tried[e.op]++
			for at, text := range textsIn("", answer.OK) {
				if isBare(at, text) {
					t.Errorf("%s, %s for %q: the name has no quotation marks in %q", e.path, at, name, text)
				}
			}
		}
	}
	for _, op := range strings.Fields("audit.challenge badge.render explain.edit explain.entrant explain.first explain.interval explain.ranks explain.recover explain.regions explain.replay explain.rivals explain.rules explain.stress explain.sure explain.weightings explain.weights import.detect proof.verify") {
		if tried[op] == 0 {
			t.Errorf("no example of %s has a name: %v", op, tried)
		}
	}
}

// namesIn are the names in a request, and in a table of it.
func namesIn(v any) []string {
	found := map[string]bool{}
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, v := range v {
				walk(key, v)
			}
		case []any:
			for _, v := range v {
				walk(key, v)
			}
		case string:
			if slices.Contains(naming, key) && len(v) >= 3 && len(v) < 60 {
				found[v] = true
			}
			if key != "text" {
				return
			}
			for line := range strings.Lines(v) {
				if cell, _, ok := strings.Cut(line, ","); ok && len(cell) >= 3 && !strings.ContainsAny(cell, `{"[`) {
					found[cell] = true
				}
			}
		}
	}
	walk("", v)
	return slices.Sorted(maps.Keys(found))
}

// textsIn are the texts of an answer by where they are.
func textsIn(at string, v any) map[string]string {
	all := map[string]string{}
	switch v := v.(type) {
	case map[string]any:
		for key, v := range v {
			maps.Copy(all, textsIn(at+"/"+key, v))
		}
	case []any:
		for _, v := range v {
			maps.Copy(all, textsIn(at+"/-", v))
		}
	case string:
		all[at] = v
	}
	return all
}

// data are members of answers that are no sentences: tables to go on with, and what stands
// in an element of its own.
var data = []string{"text", "owner", "id"}

// isBare reports whether a name in a text of ours could be taken for it: it is neither the
// whole text nor between quotation marks.
func isBare(at, text string) bool {
	if text == hostileName || slices.Contains(data, at[strings.LastIndex(at, "/")+1:]) {
		return false
	}
	for {
		before, after, found := strings.Cut(text, hostileName)
		if !found {
			return false
		}
		inside := strings.LastIndex(before, "“") > strings.LastIndex(before, "”") && strings.Contains(after, "”")
		if !inside && (!strings.HasSuffix(before, `"`) || !strings.HasPrefix(after, `"`)) {
			return true
		}
		text = after
	}
}
