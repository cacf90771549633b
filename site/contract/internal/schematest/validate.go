// Package schematest validates documents in tests with a validator of others, and
// breaks them at random.
package schematest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/tools/txtar"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/contract/examples"
	"github.com/tallyproof/tallyproof/testdata/ops"
)

// Validator checks values against the schemas of a document, as another tool
// would: github.com/santhosh-tekuri/jsonschema, which also checks the schemas.
type Validator struct {
	*jsonschema.Compiler
	url string
}

// NewValidator compiles a document.
func NewValidator(t testing.TB, url string, document []byte) Validator {
	t.Helper()
	v := Validator{jsonschema.NewCompiler(), url}
	if err := v.AddResource(url, Value(t, document)); err != nil {
		t.Fatal(err)
	}
	return v
}

// At returns the schema at a JSON Pointer of the document.
func (v Validator) At(t testing.TB, pointer string) *jsonschema.Schema {
	t.Helper()
	s, err := v.Compile(v.url + "#" + pointer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Value reads numbers as float64, as the engine does.
func Value(t testing.TB, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// Pointers returns the places of what the validator refused.
func Pointers(err error) (all []string) {
	var refusal *jsonschema.ValidationError
	if !errors.As(err, &refusal) {
		return nil
	}
	at := Pointer(refusal.InstanceLocation)
	switch k := refusal.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			all = append(all, at+Pointer([]string{name}))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			all = append(all, at+Pointer([]string{name}))
		}
	default:
		all = append(all, at)
	}
	for _, cause := range refusal.Causes {
		all = append(all, Pointers(cause)...)
	}
	return all
}

// Pointer returns a JSON Pointer.
func Pointer(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return b.String()
}

// Examples returns the files of testdata/ops with what the engine answers.
func Examples(t testing.TB) map[string][]examples.Example {
	t.Helper()
	all := map[string][]examples.Example{}
	files, err := fs.Glob(ops.FS, "*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples of operations: %v", err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(ops.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(data)
		i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "request.json" })
		if i < 0 {
			t.Fatalf("%s: no request.json", file)
		}
		name, request := path.Dir(file), bytes.TrimSpace(archive.Files[i].Data)
		res := engine.HTTP(engine.Request{Method: "POST", Path: engine.Prefix + "/" + name, Body: request})
		all[name] = append(all[name], examples.Example{
			Name:    strings.TrimSuffix(path.Base(file), ".txtar"),
			Title:   path.Base(file),
			Source:  string(archive.Comment),
			Request: string(request),
			Answer:  string(res.Body),
			Status:  res.Status,
		})
	}
	return all
}
