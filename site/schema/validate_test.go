package schema

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
	"github.com/tallyproof/tallyproof/testdata/ops"
)

// validator checks values against the schemas of a document, as another tool
// would: github.com/santhosh-tekuri/jsonschema, which also checks the schemas.
type validator struct {
	*jsonschema.Compiler
	url string
}

func newValidator(t testing.TB, url string, document []byte) validator {
	t.Helper()
	v := validator{jsonschema.NewCompiler(), url}
	if err := v.AddResource(url, value(t, document)); err != nil {
		t.Fatal(err)
	}
	return v
}

// at is the schema at a JSON Pointer of the document.
func (v validator) at(t testing.TB, pointer string) *jsonschema.Schema {
	t.Helper()
	s, err := v.Compile(v.url + "#" + pointer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// value reads numbers as float64, as the engine does.
func value(t testing.TB, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// pointers are the places of what the validator refused.
func pointers(err error) (all []string) {
	var refusal *jsonschema.ValidationError
	if !errors.As(err, &refusal) {
		return nil
	}
	at := pointer(refusal.InstanceLocation)
	switch k := refusal.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			all = append(all, at+pointer([]string{name}))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			all = append(all, at+pointer([]string{name}))
		}
	default:
		all = append(all, at)
	}
	for _, cause := range refusal.Causes {
		all = append(all, pointers(cause)...)
	}
	return all
}

func pointer(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return b.String()
}

// examples are the files of testdata/ops with what the engine answers.
func examples(t testing.TB) map[string][]Example {
	t.Helper()
	all := map[string][]Example{}
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
		all[name] = append(all[name], Example{
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
