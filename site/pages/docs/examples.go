package docs

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/docs"
	markup "github.com/tallyproof/tallyproof/templates/prose"
	"github.com/tallyproof/tallyproof/testdata/ops"
)

// operationExample is a file of testdata/ops.
type operationExample struct {
	op, name string
	comment  string
	request  string
	answer   string // of the engine, over HTTP
	status   int
}

// operationExamples are the examples by operation, for the pages and for the files.
var operationExamples = sync.OnceValues(readExamples)

// readExamples reads the examples. It computes their answers; the engine's tests
// compare them with the answers in the files.
func readExamples() (map[string][]operationExample, error) {
	all := map[string][]operationExample{}
	files, err := fs.Glob(ops.FS, "*/*.txtar")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no examples of operations: %v", err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(ops.FS, file)
		if err != nil {
			return nil, err
		}
		e, err := readExample(file, txtar.Parse(data))
		if err != nil {
			return nil, fmt.Errorf("testdata/ops/%s: %w", file, err)
		}
		all[e.op] = append(all[e.op], e)
	}
	return all, nil
}

func readExample(file string, archive *txtar.Archive) (operationExample, error) {
	e := operationExample{op: path.Dir(file), name: strings.TrimSuffix(path.Base(file), ".txtar"), comment: strings.TrimSpace(string(archive.Comment))}
	for _, f := range archive.Files {
		if f.Name == "request.json" {
			e.request = string(bytes.TrimSpace(f.Data))
		}
	}
	if e.comment == "" || e.request == "" {
		return e, fmt.Errorf("want a comment and request.json")
	}
	res := engine.HTTP(engine.Request{Method: "POST", Path: engine.Prefix + "/" + e.op, Body: []byte(e.request)})
	e.answer, e.status = string(res.Body), res.Status
	return e, nil
}

// link is the example in a list of them, in Markdown.
func (e operationExample) link() string {
	return "- [" + exampleTitle(e.name) + "](#example-" + e.name + ")"
}

// write shows the example.
func (e operationExample) write(s *prose.Writer) {
	s.Part("example-"+e.name, exampleTitle(e.name))
	s.Put(docs.Words(frame.Capital(readerNames.Replace(e.comment))))
	s.Put(markup.Code(markup.CodeView{Label: "Request", Text: pretty(e.request)}))
	label, answer := "Answer", abridged(e.answer)
	if e.status != 200 {
		label = fmt.Sprintf("Refused, over HTTP with status %d", e.status)
	}
	if answer != pretty(e.answer) {
		label += ", with long lists cut short"
	}
	s.Put(markup.Code(markup.CodeView{Label: label, Text: answer}))
}

// exampleTitle is the name of a file for readers.
func exampleTitle(name string) string {
	words := frame.Capital(strings.ReplaceAll(name, "-", " "))
	return strings.Replace(words, "Airena", "AiRENA", 1)
}

// readerNames turns paths of recorded data into words for readers.
var readerNames = strings.NewReplacer(
	"vectors/clawdiators/samples/", "A recorded answer of the arena, ",
	"vectors/clawdiators/", "Recorded from the arena, ",
	"vectors/proofs/formats/", "A recorded submission, ",
)

// lineWidth is the longest object or list that stays on one line, fewItems the
// longest list that an abridged text shows whole.
const (
	lineWidth = 72
	fewItems  = 12
)

// pretty formats JSON: what fits stays on one line.
func pretty(text string) string { return (&jsonText{text: text}).write() }

// abridged is pretty with the middle of long lists left out.
func abridged(text string) string { return (&jsonText{text: text, most: fewItems}).write() }

// jsonText writes a JSON text.
type jsonText struct {
	strings.Builder
	text string
	most int // items of a list; 0 for no limit
}

func (b *jsonText) write() string {
	v, err := jcs.Parse([]byte(b.text))
	if err != nil {
		return b.text // an example of what is refused as malformed
	}
	b.value(&v, 0, "")
	return b.String()
}

// value writes a value whose first line begins after so many characters.
func (b *jsonText) value(v *jcs.Value, used int, indent string) {
	line := oneLine(b.text, v)
	if len(v.Items) == 0 || used+len([]rune(line)) <= lineWidth {
		b.WriteString(line)
		return
	}
	opening, closing := "{", "}"
	if v.Kind == jcs.Array {
		opening, closing = "[", "]"
	}
	b.WriteString(opening)
	b.items(v, indent+"  ")
	b.WriteString("\n" + indent + closing)
}

// items writes the items of a value, a line each. Of a long list it writes the
// first ones and the last.
func (b *jsonText) items(v *jcs.Value, indent string) {
	cut := v.Kind == jcs.Array && b.most > 0 && len(v.Items) > b.most
	for i := range v.Items {
		if cut && i >= b.most/2 && i < len(v.Items)-1 {
			if i == b.most/2 {
				fmt.Fprintf(b, "\n%s… %d more", indent, len(v.Items)-1-i)
			}
			continue
		}
		item := &v.Items[i]
		key := keyOf(v, item)
		b.WriteString("\n" + indent + key)
		b.value(item, len([]rune(indent+key)), indent)
		if i < len(v.Items)-1 {
			b.WriteString(",")
		}
	}
}

// oneLine is a value on one line. Numbers and texts stay as they are written.
func oneLine(text string, v *jcs.Value) string {
	switch {
	case v.Kind != jcs.Object && v.Kind != jcs.Array:
		return text[v.Start:v.End]
	case len(v.Items) == 0:
		return strings.Join(strings.Fields(text[v.Start:v.End]), "")
	}
	var parts []string
	for i := range v.Items {
		parts = append(parts, keyOf(v, &v.Items[i])+oneLine(text, &v.Items[i]))
	}
	inner := strings.Join(parts, ", ")
	if v.Kind == jcs.Array {
		return "[" + inner + "]"
	}
	return "{ " + inner + " }"
}

func keyOf(in, item *jcs.Value) string {
	if in.Kind != jcs.Object {
		return ""
	}
	return string(jcs.AppendString(nil, item.Key)) + ": "
}
