package explain_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/testdata"
)

// The key of an answer is words of its sentence, letter for letter, and an answer
// with a key has a brief.
func TestKeys(t *testing.T) {
	files, err := fs.Glob(testdata.FS, "ops/explain.*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("examples: %d, %v", len(files), err)
	}
	operations := map[string]bool{}
	for _, file := range files {
		text, err := testdata.FS.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, response, ok := strings.Cut(string(text), "-- response.json --\n")
		if !ok {
			continue // it is refused
		}
		var answer struct {
			Sentence, Brief string
			Key             *string
		}
		if err := json.Unmarshal([]byte(response), &answer); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if answer.Key == nil {
			continue
		}
		operations[path.Base(path.Dir(file))] = true
		if *answer.Key == "" || !strings.Contains(answer.Sentence, *answer.Key) {
			t.Errorf("%s: the key %q is not in %q", file, *answer.Key, answer.Sentence)
		}
		if answer.Brief == "" {
			t.Errorf("%s: no brief", file)
		}
	}
	for _, want := range []string{"score", "target", "levers", "rivals", "tasks", "cliff", "interval", "diff", "tips",
		"forecast", "next", "standing", "plan", "rating", "performance", "replay", "challenge", "entrant", "decay"} {
		if !operations["explain."+want] {
			t.Errorf("no example of explain.%s has a key", want)
		}
	}
}
