package pages

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// The files for other tools are JSON, name themselves and no host, and the docs
// lead to them.
func TestSchemas(t *testing.T) {
	all, err := Schemas()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, p := range all {
		var b bytes.Buffer
		if err := p.Component.Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if texts[p.Path] = b.String(); !json.Valid(b.Bytes()) {
			t.Errorf("%s is not JSON", p.Path)
		}
	}
	for path, wants := range map[string][]string{
		rulebookSchema: {`"$id": "/schema/rulebook.json"`, `"title": "Tallyproof rulebook"`, `"#/$defs/Dimension"`, "Default weight as a fraction"},
		apiDocument:    {`"openapi":"3.1.0"`, `"/api/v1/score.compute"`, `"#/components/schemas/Rulebook"`},
	} {
		for _, want := range wants {
			if !strings.Contains(texts[path], want) {
				t.Errorf("%s does not say %s", path, want)
			}
		}
		if text := strings.ReplaceAll(texts[path], "https://json-schema.org/draft/2020-12/schema", ""); path == rulebookSchema && strings.Contains(text, "://") {
			t.Errorf("%s names a host", path)
		}
	}
	if len(texts) != 2 {
		t.Errorf("%d files: want 2", len(texts))
	}
	for page, path := range map[string]string{
		"/docs/":                        apiDocument,
		"/docs/rulebook/":               rulebookSchema,
		operationPath("rulebook.check"): rulebookSchema,
	} {
		if !strings.Contains(render(t)[page], `href="`+path+`"`) {
			t.Errorf("%s does not link to %s", page, path)
		}
	}
}
