package pages

import (
	"context"
	"io"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/schema"
	"github.com/tallyproof/tallyproof/templates"
)

// Where the catalogue is published for programs.
const (
	rulebookSchema = "/schema/rulebook.json"
	apiDocument    = "/api/openapi.json"
)

// Schemas are the files that describe the engine to other tools: the JSON
// Schema of a rulebook and the OpenAPI document of the HTTP API. They are made
// natively, since the browser's engine has no documentation in it.
func Schemas() ([]build.Page, error) {
	examples, err := operationExamples()
	if err != nil {
		return nil, err
	}
	rulebook, err := schema.Document(engine.Catalogue, "Rulebook", schema.Head{
		ID:    rulebookSchema,
		Title: "Tallyproof rulebook",
		Description: "The rules of an arena: scale, dimensions, measures, thresholds, ratings, tiers and badges. " +
			"It may stand wherever an operation takes the id of a rulebook. " +
			"maxLength counts characters; the engine counts bytes of UTF-8. " +
			"What members have to do with each other, such as the sum of weights, the operation rulebook.check checks.",
	})
	if err != nil {
		return nil, err
	}
	api, err := schema.API(engine.Catalogue, published(examples))
	return []build.Page{{Path: rulebookSchema, Component: file(rulebook)}, {Path: apiDocument, Component: file(api)}}, err
}

// published are the examples of operations as the OpenAPI document shows them.
func published(examples map[string][]operationExample) map[string][]schema.Example {
	all := map[string][]schema.Example{}
	for name, list := range examples {
		for _, e := range list {
			all[name] = append(all[name], schema.Example{
				Name:    e.name,
				Title:   exampleTitle(e.name),
				Source:  capital(readerNames.Replace(e.comment)),
				Request: e.request,
				Answer:  e.answer,
				Status:  e.status,
			})
		}
	}
	return all
}

// file is a page that is its text.
type file []byte

func (f file) Render(_ context.Context, w io.Writer) error {
	_, err := w.Write(f)
	return err
}

// schemaNote names the JSON Schema of rulebooks, and how an editor reads it.
func schemaNote(s *scribe) {
	s.section("schema", "JSON Schema")
	s.text("[The schema of a rulebook](%s) (JSON Schema, draft 2020-12) tells an editor which members there are, and shows what each means while you type. In Visual Studio Code, with rulebooks in a folder of their own, `.vscode/settings.json` names it:", rulebookSchema)
	s.put(templates.Code(templates.CodeView{Text: `{
  "json.schemas": [
    { "fileMatch": ["/rulebooks/*.json"], "url": "./rulebook.schema.json" }
  ]
}`}))
	s.text("Here `rulebook.schema.json` is a copy of it. The schema refuses nothing that the engine accepts. What members have to do with each other it cannot say, such as the sum of weights or the order of thresholds: [`rulebook.check`](" + operationPath("rulebook.check") + ") can.")
}
