package rules

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/frame"
)

// changed are the files of the pages, with one text in one of them replaced.
func changed(t *testing.T, name, before, after string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(content.Rules, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(content.Rules, path)
		files[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := string(files[name].Data)
	if strings.Count(text, before) != 1 {
		t.Fatalf("%s has %q %d times: want once", name, before, strings.Count(text, before))
	}
	files[name].Data = []byte(strings.Replace(text, before, after, 1))
	return files
}

// A mistake in a file fails the build, with the file, the line and what was wanted.
func TestMistakes(t *testing.T) {
	const (
		airena = "rules/airena/airena.md"
		elo    = "> Starting ELO: 1200\n> — elo\n" // in line 76
	)
	tests := []struct {
		name, file, before, after string
		want                      []string
	}{
		{"an unknown operation", airena, elo, "{{ask \"elo.guess\" `{}`}}", []string{airena + ":76:", `no operation is called "elo.guess": want one of those in /docs/operations/`}},
		{"a request that is refused", airena, elo, "{{ask \"elo.expected\" `{\"rating\": 1000}`}}", []string{airena + ":76:", "elo.expected refuses the request: /opponent: missing: want a number"}},
		{"a request that is no JSON", airena, elo, "{{ask \"elo.expected\" `rating: 1000`}}", []string{airena + ":76:", "the request rating: 1000: want a JSON object"}},
		{"a member that no answer has", airena, elo, "{{(ask \"elo.expected\" `{\"rating\": 1000, \"opponent\": 1000}`).expectd}}", []string{airena + ":76:", `"expectd": want a member of the answer, as /docs/operations/elo.expected/ lists them`}},
		{"a refusal that is none", airena, elo, "{{refused \"elo.expected\" `{\"rating\": 1000, \"opponent\": 1000}`}}", []string{airena + ":76:", "want a request that it refuses"}},
		{"an unknown function", airena, elo, "{{aks \"elo.expected\"}}", []string{airena + ":76:", `function "aks" not defined`}},
		{"a link to a calculator that refuses", airena, elo, "{{link \"/rating/airena/\" \"elo.update\" `{}`}}", []string{airena + ":76:", "elo.update refuses the request: /rulebook: missing: want text or an object"}},
		{"a rule in an unknown place", airena, `{{define "at scale"}}`, `{{define "at scael"}}`, []string{airena, `the page has no place for ["at scael"]`}},
		{"no words for the index", airena, `{{define "at reads"}}`, `{{define "reads"}}`, []string{airena, `want {{define "at reads"}}`}},
		{"an unknown source", airena, elo, "> Starting ELO: 1200\n> — glicko\n", []string{airena + ":76:", `no source is called "glicko": want one of badges, elo, scoring, tiers`}},
		{"a quotation without a source", airena, elo, "> Starting ELO: 1200\n", []string{airena + ":76:", "want a last line that names it, as in — scoring"}},
		{"a table without a caption", airena, elo, "| a | b |\n|---|---|\n", []string{airena + ":76:", "want a line above it that begins with Table, Readings, Steps and a colon"}},
		{"a formula that cannot be read", airena, elo, "$$a +$$", []string{airena + ":76:", "want a name, a number or a bracket"}},
		{"a link of another kind", airena, elo, "[x](http://plain.example/)", []string{airena + ":76:", "want one that begins with https:, mailto:, / or #"}},
		{"no words for a value", "rules/every/page.md", `eq .Arithmetic "exact"`, `eq .Arithmetic "decimal"`, []string{"rules/every/page.md:", `arithmetic "exact": nothing to say of it`}},
		{"a mistake in the index", "rules/index.md", "{{.Name}}](/rules/", "{{.Nme}}](/rules/", []string{"rules/index.md:13:", "Nme"}},
	}
	f := &frame.Frame{Asset: func(string) (string, error) { return "", nil }}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := pagesOf(f, changed(t, tt.file, tt.before, tt.after))
			if err == nil {
				t.Fatal("no error")
			}
			if strings.Count(err.Error(), ".md:") != 1 {
				t.Errorf("error %v\nwant the file with the mistake alone", err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %v\nwant %q", err, want)
				}
			}
		})
	}
}

// A rulebook without a page of its own fails the build.
func TestRulebookWithoutPage(t *testing.T) {
	stranger := *frame.Resolve("airena")
	stranger.ID = "stranger"
	_, err := readBook(content.Rules, &stranger)
	if err == nil || !strings.Contains(err.Error(), `no page on the rulebook "stranger": want site/content/rules/airena/stranger.md`) {
		t.Errorf("error %v", err)
	}
}

// Later requests replace members of earlier ones, at any depth.
func TestMerge(t *testing.T) {
	p := &page{}
	base := `{"rulebook": "airena", "measurements": {"correctness": {"score": 50}, "speed": {"score": 50}, "quality": {"score": 50}, "process": {"score": 50}}}`
	for more, want := range map[string]string{
		`{}`: "50.00",
		`{"measurements": {"correctness": {"score": 100}}}`: "70.00",
		`{"weights": {"correctness": 1}}`:                   "50.00",
	} {
		got, err := p.ask("explain.score", base, more)
		if err != nil || got.(map[string]any)["answer"] != want {
			t.Errorf("%s: %v, %v, want %s", more, got, err, want)
		}
	}
}
