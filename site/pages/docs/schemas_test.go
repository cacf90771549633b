package docs

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
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
		keysSchema:     {`"$id": "/schema/arena-keys.json"`, `"#/$defs/Key"`, `"revoked"`, "no other has"},
		arenaKeys:      {`"arena": "demo"`, `"valid_from"`},
		apiDocument:    {`"openapi":"3.1.0"`, `"/api/v1/score.compute"`, `"#/components/schemas/Rulebook"`},
	} {
		for _, want := range wants {
			if !strings.Contains(texts[path], want) {
				t.Errorf("%s does not say %s", path, want)
			}
		}
		if text := strings.ReplaceAll(texts[path], "https://json-schema.org/draft/2020-12/schema", ""); path != apiDocument && path != arenaKeys && strings.Contains(text, "://") {
			t.Errorf("%s names a host", path)
		}
	}
	if len(texts) != 4 {
		t.Errorf("%d files: want 4", len(texts))
	}
	for page, path := range map[string]string{
		"/docs/":                              apiDocument,
		"/docs/rulebook/":                     rulebookSchema,
		frame.OperationPath("rulebook.check"): rulebookSchema,
		"/docs/keys/":                         keysSchema,
		"/docs/proofs/":                       "/docs/keys/",
	} {
		if !strings.Contains(htmltest.PageAt(t, htmltest.Documents(t, Pages), page).Text, `href="`+path+`"`) {
			t.Errorf("%s does not link to %s", page, path)
		}
	}
}

// TestKeysSchema holds the published keys against their schema with a validator
// that is not ours, and that the schema refuses nothing of this form that the
// engine accepts.
func TestKeysSchema(t *testing.T) {
	text, err := keyringSchema()
	if err != nil {
		t.Fatal(err)
	}
	parsed := func(text string) any {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("http://tallyproof.test"+keysSchema, parsed(string(text))); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("http://tallyproof.test" + keysSchema)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name, old, new   string
		schema, accepted bool
	}{
		{"as published", "", "", true, true},
		{"a key without a name", `"id": "demo-2026-11",`, "", true, true},
		{"revoked", `"status": "active"`, `"status": "revoked"`, true, true},
		{"with a source", `"status": "active"`, `"source": "https://arena.example/keys"`, true, true},
		{"of no arena", `"arena": "demo"`, `"arena": ""`, true, false}, // schemas know no empty text
		{"no key", `"public_key"`, `"status2"`, false, false},
		{"unknown member", `"status": "active"`, `"expires": "2027"`, false, false},
		{"unknown status", `"status": "active"`, `"status": "lost"`, false, false},
		{"owner is a number", `"demo-evaluator-1"`, `1`, false, false},
		{"owner of 200 characters", `demo-evaluator-1`, strings.Repeat("é", 200), true, true},
		{"owner of 201 characters", `demo-evaluator-1`, strings.Repeat("é", 201), false, false},
		{"no list", `"keys": [`, `"list": [`, false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			ring := string(keys.JSON)
			if row.old != "" && !strings.Contains(ring, row.old) {
				t.Fatalf("there is no %s to replace", row.old)
			}
			ring = strings.Replace(ring, row.old, row.new, 1)
			if err := s.Validate(parsed(ring)); (err == nil) != row.schema {
				t.Errorf("the schema says %v", err)
			}
			if _, err := proof.Verify(proof.VerifyRequest{Text: "{}", Keys: []byte(ring)}); (err == nil) != row.accepted {
				t.Errorf("the engine says %v", err)
			}
		})
	}
}
