package docs

import (
	"context"
	"io"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/contract/examples"
	"github.com/tallyproof/tallyproof/site/contract/openapi"
	"github.com/tallyproof/tallyproof/site/contract/schema"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// Where the catalogue is published for programs.
const (
	rulebookSchema = "/schema/rulebook.json"
	keysSchema     = "/schema/arena-keys.json"
	apiDocument    = "/api/openapi.json"
	arenaKeys      = "/.well-known/arena-keys.json"
)

// Schemas returns the files for other tools: the JSON Schemas of a rulebook and of a
// keyring, the OpenAPI document of the HTTP API, and the keys the site lists.
// They are made natively, since the browser's engine has no documentation in it.
func Schemas() ([]build.Page, error) {
	examples, err := operationExamples()
	if err != nil {
		return nil, err
	}
	rulebook, err := schema.Document(engine.Catalogue, "Rulebook", rulebookHead)
	if err != nil {
		return nil, err
	}
	ring, err := keyringSchema()
	if err != nil {
		return nil, err
	}
	api, err := openapi.API(engine.Catalogue, published(examples))
	return []build.Page{
		{Path: rulebookSchema, Component: file(rulebook)},
		{Path: keysSchema, Component: file(ring)},
		{Path: apiDocument, Component: file(api)},
		{Path: arenaKeys, Component: file(keys.JSON)},
	}, err
}

// rulebookHead describes the schema of a rulebook.
var rulebookHead = schema.Head{
	ID:    rulebookSchema,
	Title: "Tallyproof rulebook",
	Description: "The rules of an arena: scale, dimensions, measures, thresholds, ratings, tiers and badges. " +
		"It may be used wherever an operation takes the id of a rulebook. " +
		"maxLength counts characters; the engine counts bytes of UTF-8. " +
		"The operation rulebook.check checks relations between members, such as the sum of weights.",
}

// keyringSchema returns the JSON Schema of a keyring. No operation has this type,
// because core/proof reads keyrings itself; so it comes from an operation that
// is made only for it.
func keyringSchema() ([]byte, error) {
	reads := op.Define("keyring.read", "", func(keys.Keyring) (struct{}, error) { return struct{}{}, nil })
	return schema.Document([]op.Op{reads}, "Keyring", schema.Head{
		ID:    keysSchema,
		Title: "Tallyproof keyring",
		Description: "The keys with which an arena signs its scores, as published at /.well-known/arena-keys.json. " +
			"proof.verify takes it as keys. " +
			"The operation checks that every key and id occurs once, and that the format of a key is valid.",
	})
}

// published returns the examples of operations as the OpenAPI document shows them.
func published(of map[string][]operationExample) map[string][]examples.Example {
	all := map[string][]examples.Example{}
	for name, list := range of {
		for _, e := range list {
			all[name] = append(all[name], examples.Example{
				Name:    e.name,
				Title:   exampleTitle(e.name),
				Source:  frame.Capital(readerNames.Replace(e.comment)),
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
func schemaNote(s *prose.Writer) {
	s.Section("schema", "JSON Schema")
	s.Text("[The schema of a rulebook](%s) (JSON Schema, draft 2020-12) gives an editor the list of members, and shows "+
		"their meaning while you type. In Visual Studio Code, with rulebooks in a separate folder, name it in "+
		"`.vscode/settings.json`:", rulebookSchema)
	s.Put(markup.Code(markup.CodeView{Text: `{
  "json.schemas": [
    { "fileMatch": ["/rulebooks/*.json"], "url": "./rulebook.schema.json" }
  ]
}`}))
	s.Text("Here `rulebook.schema.json` is a copy of it. The schema refuses nothing that the engine accepts. It cannot " +
		"describe relations between members, such as the sum of weights or the order of thresholds. For these, use " +
		"[`rulebook.check`](" + frame.OperationPath("rulebook.check") + ").")
}
