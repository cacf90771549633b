package many

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/table"
)

// texts are the rows of a text, read in parts of that many bytes; 0 is at once.
// A row without a text is its problem.
func texts(t testing.TB, text string, size int) (all []string, part *Part) {
	t.Helper()
	for step := max(size, 1); ; {
		given := text
		if size > 0 {
			given = text[:min(step, len(text))]
			for !utf8.ValidString(given) { // a request holds whole characters
				given = text[:len(given)+1]
			}
		}
		r, refusal := NewRows(given, part, len(given) < len(text))
		if refusal != nil {
			return []string{refusal.Error()}, nil
		}
		for one, ok := r.Next(); ok; one, ok = r.Next() {
			switch {
			case one.Problem != nil:
				all = append(all, fmt.Sprintf("%d! %s", one.Index, one.Problem.Message))
			case one.Text != "":
				all = append(all, fmt.Sprintf("%d %s", one.Index, one.Text))
			}
		}
		part = r.Then()
		part.Format = r.State().Format // also behind the end of the text
		text = text[r.Used():]
		if len(given) == r.Used()+len(text) { // it was all there is
			return all, part
		}
		if step = max(size, 1); r.Used() == 0 {
			step = len(given) + size
		}
	}
}

// What a text's documents are, by its form.
func TestRows(t *testing.T) {
	jws := "eyJhIjoxfQ.e30.AAAA"
	tests := []struct {
		name, text, format string
		want               []string
	}{
		{"nothing", "", "", nil},
		{"blanks", " \r\n\t", "", nil},
		{"one object", `{"a":1}`, "document", []string{`0 {"a":1}`}},
		{"one object over lines", "{\n  \"a\": 1\n}\n", "document", []string{"0 {\n  \"a\": 1\n}\n"}},
		{"one that is cut", "{\n  \"a\": [\n    {\"b\": 1}\n", "document", []string{"0 {\n  \"a\": [\n    {\"b\": 1}\n"}},
		{"one JWS", jws, "document", []string{"0 " + jws}},
		{"a note of a list", "[1,2]\n\n— k AAAA\n", "document", []string{"0 [1,2]\n\n— k AAAA\n"}},
		{"words", "hello\nworld", "document", []string{"0 hello\nworld"}},
		{"lines", "{\"a\":1}\n\n {\"a\":2} \r\n", "lines", []string{`0 {"a":1}`, `2 {"a":2}`}},
		{"lines, a mark before", "\ufeff{\"a\":1}\n{\"a\":2}", "lines", []string{`0 {"a":1}`, `1 {"a":2}`}},
		{"one object, a mark before", "\ufeff{\"a\":1}", "document", []string{"0 \ufeff{\"a\":1}"}},
		{"lines, other spaces around", "{\"a\":1}\u00a0\n\u2028{\"a\":2}\v\r\n{\"a\":3}", "lines", []string{"0 {\"a\":1}\u00a0", "1 \u2028{\"a\":2}\v", "2 {\"a\":3}"}},
		{"array, other spaces around", "[{\"a\":1}\u00a0,\u0085{} \n]", "array", []string{"0 {\"a\":1}\u00a0", "1 \u0085{}"}},
		{"lines, one bad", "{\"a\":1}\nx", "lines", []string{`0 {"a":1}`, "1 x"}},
		{"lines, the first cut", "{\"a\":\n{\"a\":2}", "lines", []string{`0 {"a":`, `1 {"a":2}`}},
		{"lines of JWSs", jws + "\n" + jws, "lines", []string{"0 " + jws, "1 " + jws}},
		{"array", ` [ {"a":"]\","} , 7,[1,2] ] `, "array", []string{`0 {"a":"]\","}`, "1 7", "2 [1,2]"}},
		{"array of none", "[]", "array", nil},
		{"array, a bad element", `[{],{"a":1 "b"},{}]`, "array", []string{"0 {]", `1 {"a":1 "b"}`, "2 {}"}},
		{"array, a value missing", "[1,,2]", "array", []string{"0 1", "1! expected a value before the comma", "2 2"}},
		{"array without end", `[{"a":1},{"a":2}`, "array", []string{`0 {"a":1}`, `1 {"a":2}`, "2! expected ] after the last element of the array, found the end of the text"}},
		{"array and more", "[1]\nx", "array", []string{"0 1", "1! expected the end of the text after that of the array"}},
		{"table of documents", "rank,Proof\n1,\"{\"\"a\"\": \"\"x,y\"\"}\"\n2,\n", "csv", []string{`0 {"a": "x,y"}`, "1 {}"}},
		{"table of records", "\ufeffagent, score ,signature\nnova,82.50,ab\n\n\"a \"\"b\"\"\",-0.5e1,\r\n", "csv",
			[]string{`0 {"agent": "nova", "score": 82.50, "signature": "ab"}`, `2 {"agent": "a \"b\"", "score": -0.5e1}`}},
		{"cells that are JSON, and not", "a,b,c,d,e,signature\n007,1.,true,null,True,9007199254740993\n{},\"[1,2]\",[1,+1,\"\"\"x\"\"\",123e456\n", "csv",
			[]string{`0 {"a": "007", "b": "1.", "c": true, "d": null, "e": "True", "signature": "9007199254740993"}`, `1 {"a": {}, "b": [1,2], "c": "[1", "d": "+1", "e": "\"x\"", "signature": "123e456"}`}},
		{"semicolons", "signature;a\nx;1,5\n", "csv", []string{`0 {"signature": "x", "a": "1,5"}`}},
		{"tabs", "signature\ta\nx\t\"1\t2\"\n", "csv", []string{`0 {"signature": "x", "a": "1\t2"}`}},
		{"a column without a name", ",signature\n0,x\n", "csv", []string{`0 {"signature": "x"}`}},
		{"a line end in a cell", "signature,a\nx,\"1\r\n2\"\n", "csv", []string{`0 {"signature": "x", "a": "1\r\n2"}`}},
		{"a header alone", "signature,a", "csv", nil},
		{"too many cells", "signature\nx,1\ny\n", "csv", []string{"0! expected at most 1 cells, as in the header, found 2", `1 {"signature": "y"}`}},
		{"a cell that goes on", "signature\n\"x\"y\nz\n", "csv", []string{`0! expected the end of a cell after its closing quotation mark, found "y"`, `1 {"signature": "z"}`}},
		{"a cell without end", "signature\n\"x\ny\n", "csv", []string{"0! expected the quotation mark that closes a cell, found none: what follows was not read"}},
		{"two columns of a name", "a,signature,a\n", "", []string{`/text: two columns are called "a": want each name once`}},
		{"two columns of documents", "Proof,a,record\n{},1,{}\n", "", []string{`/text: the columns "Proof" and "record" both hold documents: want one`}},
		{"a table without proofs", "rank,agent\n1,nova\n", "document", []string{"0 rank,agent\n1,nova\n"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r, refusal := NewRows(c.text, nil, false)
			if refusal == nil && r.State().Format != c.format {
				t.Errorf("format %s, want %s", r.State().Format, c.format)
			}
			if got, _ := texts(t, c.text, 0); !slices.Equal(got, c.want) {
				t.Errorf("%q\nwant %q", got, c.want)
			}
			if c.format == "document" || c.format == "" { // which the parts of a text are not taken for
				return
			}
			for size := 1; size < len(c.text); size++ {
				if got, _ := texts(t, c.text, size); !slices.Equal(got, c.want) {
					t.Fatalf("in parts of %d bytes: %q\nwant %q", size, got, c.want)
				}
			}
		})
	}
}

// What is too long to be a row hides no row behind it where that can be told.
func TestLongRows(t *testing.T) {
	long := strings.Repeat("x", 2*text.MaxText)
	tests := []struct {
		name, text string
		want       []string // how each row begins
	}{
		{"line", "{}\n" + long + "\n{}\n", []string{"0 {}", "1 xxx", "2 {}"}},
		{"element", `[{},"` + long + `",{}]`, []string{"0 {}", "1! expected an element of at most"}},
		{"row", "signature\na\n" + long + "\nb\n", []string{`0 {"signature": "a"}`, "1! expected a row of at most", `2 {"signature": "b"}`}},
		{"cell", "signature\na\n\"" + long + "\nb\n", []string{`0 {"signature": "a"}`, "1! expected the quotation mark"}},
		{"row of the longest length", "signature\na\n" + long[:text.MaxText] + "\nb\n", []string{`0 {"signature": "a"}`, `1 {"signature": "xxx`, `2 {"signature": "b"}`}},
		{"names of the longest length", "signature," + long[len("signature,"):text.MaxText] + "\na\n", []string{`0 {"signature": "a"}`}},
		{"element of the longest length", `[{},"` + long[:text.MaxText-2] + `",{}]`, []string{"0 {}", `1 "xxx`, "2 {}"}},
		{"no line ends at all", long + long, []string{"0 xxx"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, _ := texts(t, c.text, text.MaxText/2)
			if len(got) != len(c.want) {
				t.Fatalf("%d rows, want %d", len(got), len(c.want))
			}
			for i := range got {
				if !strings.HasPrefix(got[i], c.want[i]) {
					t.Errorf("%.80q, want %q", got[i], c.want[i])
				}
			}
		})
	}
}

// A sentence counts the proofs, and names the verdicts that there are.
func TestSentence(t *testing.T) {
	for want, s := range map[string]Summary{
		"No proofs.":                                   {},
		"1 proof: 1 authentic.":                        {Authentic: 1},
		"1 proof: 1 unreadable.":                       {Unreadable: 1},
		"1,001 proofs: 1,000 authentic, 1 unreadable.": {Authentic: 1000, Unreadable: 1},
	} {
		if got := s.Sentence(); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}

// Every verdict has its own number, also when numbers are added up.
func TestSummary(t *testing.T) {
	var once, twice Summary
	for _, verdict := range []string{Authentic, Qualified, UnknownKey, Contested, Unmatched, NotAuthentic, Unreadable} {
		once.Count(verdict)
	}
	twice.Add(&once)
	twice.Add(&once)
	if want := (Summary{1, 1, 1, 1, 1, 1, 1}); once != want {
		t.Errorf("one of each: %+v", once)
	}
	if want := (Summary{2, 2, 2, 2, 2, 2, 2}); twice != want {
		t.Errorf("two of each: %+v", twice)
	}
}

// FuzzRows holds that parts of a text have the rows of the whole, and that a
// table's records are strict JSON.
func FuzzRows(f *testing.F) {
	f.Add("signature,a\nx,\"1\r\n\"\"2\"\n", 3)
	f.Add("[{\"a\":\"]\"},7,[1]]\n{", 2)
	f.Add("{}\n\n{}\r\n", 1)
	f.Fuzz(func(t *testing.T, text string, size int) {
		whole, refusal := NewRows(text, nil, false)
		if !utf8.ValidString(text) || refusal != nil || size < 1 || size > len(text) {
			return
		}
		want, part := texts(t, text, 0)
		if part.Format == table.CSV {
			for one, ok := whole.Next(); ok; one, ok = whole.Next() {
				if one.Text == "" || slices.ContainsFunc(part.Columns, holdsDocuments) {
					continue
				}
				if v, err := jcs.Parse([]byte(one.Text)); err != nil || v.Kind != jcs.Object {
					t.Fatalf("%q: %v", one.Text, err)
				}
			}
		}
		if strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n"), "[") {
			if got, _ := texts(t, text, size); !slices.Equal(got, want) {
				t.Fatalf("%q in parts of %d: %q, at once %q", text, size, got, want)
			}
		}
	})
}

// holdsDocuments reports whether cells of a column are whole documents, in whatever form.
func holdsDocuments(column string) bool {
	return slices.Contains([]string{"proof", "record", "document"}, strings.ToLower(column))
}
