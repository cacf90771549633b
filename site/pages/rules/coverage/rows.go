// Package coverage makes the page that lists every quantitative sentence of the
// arenas' documents, with the operation that computes it, an example and a test.
// The data is site/content/coverage.tsv.
package coverage

import (
	"errors"
	"fmt"
	"strings"
)

// document is a source with its rules, in the order of its lines.
type document struct {
	id, name, href string
	rules          []rule
}

// rule is a sentence, a formula or a row of a table in a document.
type rule struct {
	id        string // of its row on the page
	number    int    // from 1, over all documents
	lines     string // of the text that was read: "13", "12-13" or "24, 32"
	quote     string
	operation string // "" if no operation computes the rule
	example   string // a case of testdata/ops, or a request
	test      string // file:Test, or a file of test vectors
	note      string // Markdown; why there is no operation, or how the rule is read
}

// none stands in the data for an empty operation, example or test.
const none = "-"

// read reads the data, and refuses rows that are not complete.
func read(text string) ([]document, error) {
	var docs []document
	var faults []error
	taken := map[string]bool{} // ids and quotations
	number := 0
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Errorf("line %d: %s", i+1, fmt.Sprintf(format, args...)))
		}
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			f := strings.Split(heading, "\t")
			if len(f) != 3 {
				fault("%d fields: want id, name and place of a document", len(f))
				continue
			}
			docs = append(docs, document{id: f[0], name: f[1], href: f[2]})
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 6 || len(docs) == 0 {
			fault("%d fields after %d documents: want six fields below the name of a document", len(f), len(docs))
			continue
		}
		number++
		doc := &docs[len(docs)-1]
		r := rule{number: number, lines: f[0], quote: f[1], operation: given(f[2]), example: given(f[3]), test: given(f[4]), note: f[5]}
		r.id = unused(taken, doc.id+"-"+strings.ReplaceAll(r.lines, ", ", "-"))
		if taken[r.quote] {
			fault("%q: want each quotation once", r.quote)
		}
		taken[r.quote] = true
		if err := r.complete(); err != nil {
			fault("%q: %v", r.quote, err)
		}
		doc.rules = append(doc.rules, r)
	}
	return docs, errors.Join(faults...)
}

func given(field string) string {
	if field == none {
		return ""
	}
	return field
}

// unused is an id that no other row has: the second row of line 9 is x-9-2.
func unused(taken map[string]bool, id string) string {
	free := id
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s-%d", id, n)
	}
	taken[free] = true
	return free
}

// complete reports what a row lacks.
func (r rule) complete() error {
	switch {
	case r.lines == "" || r.quote == "":
		return errors.New("want lines and a quotation")
	case r.operation == "" && r.note == "":
		return errors.New("neither operation nor reason: want one of them")
	case r.operation == "" && (r.example != "" || r.test != ""):
		return errors.New("an example or a test without an operation")
	case r.operation != "" && (r.example == "" || r.test == ""):
		return fmt.Errorf("%s: want an example and a test", r.operation)
	}
	return nil
}
