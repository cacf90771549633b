package proof

import (
	"crypto/ed25519"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
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
		r, refusal := newRows(given, part, len(given) < len(text))
		if refusal != nil {
			return []string{refusal.Error()}, nil
		}
		for one, ok := r.next(); ok; one, ok = r.next() {
			switch {
			case one.problem != nil:
				all = append(all, fmt.Sprintf("%d! %s", one.index, one.problem.message))
			case one.text != "":
				all = append(all, fmt.Sprintf("%d %s", one.index, one.text))
			}
		}
		next := r.part
		part = &next
		text = text[r.at:]
		if len(given) == r.at+len(text) { // it was all there is
			return all, part
		}
		if step = max(size, 1); r.at == 0 {
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
		{"words", "hello\nworld", "document", []string{"0 hello\nworld"}},
		{"lines", "{\"a\":1}\n\n {\"a\":2} \r\n", "lines", []string{`0 {"a":1}`, `2 {"a":2}`}},
		{"lines, a mark before", "\ufeff{\"a\":1}\n{\"a\":2}", "lines", []string{`0 {"a":1}`, `1 {"a":2}`}},
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
		{"too many cells", "signature\nx,1\ny\n", "csv", []string{"0! expected at most 1 cells, as the header has, found 2", `1 {"signature": "y"}`}},
		{"a cell that goes on", "signature\n\"x\"y\nz\n", "csv", []string{`0! expected the end of a cell after its closing quotation mark, found "y"`, `1 {"signature": "z"}`}},
		{"a cell without end", "signature\n\"x\ny\n", "csv", []string{"0! expected the quotation mark that closes a cell, found none: what follows was not read"}},
		{"two columns of a name", "a,signature,a\n", "", []string{`/text: two columns are called "a": want each name once`}},
		{"a table without proofs", "rank,agent\n1,nova\n", "document", []string{"0 rank,agent\n1,nova\n"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r, refusal := newRows(c.text, nil, false)
			if refusal == nil && r.part.Format != c.format {
				t.Errorf("format %s, want %s", r.part.Format, c.format)
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
	long := strings.Repeat("x", 2*maxText)
	tests := []struct {
		name, text string
		want       []string // how each row begins
	}{
		{"line", "{}\n" + long + "\n{}\n", []string{"0 {}", "1 xxx", "2 {}"}},
		{"element", `[{},"` + long + `",{}]`, []string{"0 {}", "1! expected an element of at most"}},
		{"row", "signature\na\n" + long + "\nb\n", []string{`0 {"signature": "a"}`, "1! expected a row of at most", `2 {"signature": "b"}`}},
		{"cell", "signature\na\n\"" + long + "\nb\n", []string{`0 {"signature": "a"}`, "1! expected the quotation mark"}},
		{"no line ends at all", long + long, []string{"0 xxx"}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, _ := texts(t, c.text, maxText/2)
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

// A record of a table is authentic if its cells spell what was signed: by the
// canonical form, which is deaf to how a number is spelled, and by the spelling.
func TestTableOfSignedRecords(t *testing.T) {
	public, private := testKey('v')
	const header = "version,agent,final_score,correctness,speed,quality,process,evaluator_pubkey,evaluator_signature\n"
	row := func(score, record string) string {
		_, signature, _ := strings.Cut(record, `"evaluator_signature": "`)
		return fmt.Sprintf("tallyproof-score/1,nova,%s,97,60,80,80,%x,%s\n", score, public, strings.TrimSuffix(signature, `"}`))
	}
	signed := declaredRecord(private, `"agent": "nova", "final_score": 82.5, "correctness": 97, "speed": 60, "quality": 80, "process": 80`)
	text := header + row("82.50", signed) + row("82.5", signed) + row("82.51", signed)
	got, err := VerifyBatch(VerifyBatchRequest{Text: text, Keys: pin(public, "")})
	if err != nil {
		t.Fatal(err)
	}
	if want := "3 proofs: 2 authentic, 1 not authentic."; got.Sentence != want {
		t.Errorf("%q, want %q\n%+v", got.Sentence, want, got.Results)
	}
	if one := got.Results[0]; one.Name != "nova" || one.Score == nil || *one.Score != 82.5 {
		t.Errorf("%+v: want nova, 82.5", one)
	}
	if one := got.Results[2]; one.Name != "" || one.Score != nil {
		t.Errorf("%+v: shows what is not signed", one)
	}
	layout := &Layout{Form: "json", Order: "document", Without: []string{"evaluator_signature", "evaluator_pubkey"}, Numbers: "as-written"}
	spelled := hex.EncodeToString(ed25519.Sign(private, []byte(`{"agent":"nova","final_score":82.50}`)))
	got, err = VerifyBatch(VerifyBatchRequest{Text: "agent,final_score,evaluator_pubkey,evaluator_signature\n" + fmt.Sprintf("nova,82.50,%x,%s\nnova,82.5,%x,%s\n", public, spelled, public, spelled), Keys: pin(public, ""), Layout: layout, Only: []int{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "2 proofs: 1 authentic, but contradicted by a check, 1 not authentic."; got.Sentence != want {
		t.Errorf("%q, want %q\n%+v", got.Sentence, want, got.Results)
	}
	for _, one := range got.Results {
		alone := verified(t, VerifyRequest{Text: one.Document, Keys: pin(public, ""), Layout: layout})
		if alone.Verdict != one.Verdict {
			t.Errorf("%s is %s alone, %s in the table", one.Document, alone.Verdict, one.Verdict)
		}
	}
}

// Names and scores come from signed bytes alone.
func TestRowsShowWhatIsSigned(t *testing.T) {
	public, private := testKey('v')
	pinned := pin(public, "")
	tests := []struct {
		name, text  string
		whose, said string
	}{
		{"declared", declaredRecord(private, `"agent": "nova", "score": 0`), "nova", "0"},
		{"an id is better than nothing", declaredRecord(private, `"submission_id": 7, "score": 1.5`), "7", "1.5"},
		{"found", flatRecord(private, canonical), "Zoë <b>", "85.5"},
		{"only the code is signed", flatRecord(private, hash), "", ""},
		{"values that may be others", flatRecord(private, "sub-456:85.5:"+hash), "", ""},
		{"altered", strings.Replace(declaredRecord(private, `"agent": "nova", "score": 1`), "nova", "rival", 1), "", ""},
		{"no record", string(formatFile(t, "checkpoint.note")), "", ""},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, err := VerifyBatch(VerifyBatchRequest{Text: "[" + c.text + "]", Keys: pinned})
			if err != nil || len(got.Results) == 0 {
				t.Fatal(got, err)
			}
			said := ""
			if x := got.Results[0].Score; x != nil {
				said = fmt.Sprint(*x)
			}
			if one := got.Results[0]; one.Name != c.whose || said != c.said {
				t.Errorf("%s: %q, %q; want %q, %q", one.Verdict, one.Name, said, c.whose, c.said)
			}
		})
	}
}

// A text given in parts, and few rows at a time, has the answers of the whole.
func TestVerifyBatchInParts(t *testing.T) {
	public, private := testKey('v')
	good, found := declaredRecord(private, journey), strings.Join(strings.Fields(flatRecord(private, canonical)), " ")
	text := strings.Join([]string{found, good, "{", "", found, strings.Replace(good, "82.8", "92.8", 1), good}, "\n")
	whole, err := VerifyBatch(VerifyBatchRequest{Text: text, Keys: pin(public, "")})
	if err != nil || whole.Used != 0 || whole.Next != nil {
		t.Fatal(whole, err)
	}
	for _, size := range []int{100, 700, 1500, len(text)} {
		var rows []Row
		var got VerifyBatchResponse
		part := &Part{Format: "lines", Counted: &Summary{Qualified: 1234}}
		for at, end := 0, size; part.Format != "end"; {
			end = min(end, len(text))
			got, err = VerifyBatch(VerifyBatchRequest{Text: text[at:end], Keys: pin(public, ""), Part: part, More: end < len(text), Most: 2})
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, got.Results...)
			part = got.Next
			at += got.Used
			if end += size; got.Used > 0 {
				end = at + size
			}
		}
		if !reflect.DeepEqual(rows, whole.Results) {
			t.Errorf("in parts of %d bytes: %+v\nwant %+v", size, rows, whole.Results)
		}
		if len(part.Layouts) != 1 {
			t.Errorf("%d layouts go on, want the one that was found", len(part.Layouts))
		}
		if want := "1,240 proofs: 4 authentic, 1,234 authentic, but contradicted by a check, 1 not authentic, 1 unreadable."; got.Sentence != want {
			t.Errorf("%q, want %q", got.Sentence, want)
		}
	}
}

// What a part may not be is refused with its place.
func TestPartRefusals(t *testing.T) {
	tests := []struct {
		name, field string
		part        Part
	}{
		{"a table without columns", "/part/columns", Part{Format: "csv"}},
		{"a layout without a form", "/part/layouts/0", Part{Format: "lines", Layouts: []Layout{{Order: "sorted"}}}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			_, err := VerifyBatch(VerifyBatchRequest{Text: "{}", Part: &c.part})
			if err == nil || !strings.HasPrefix(err.Error(), c.field+": ") {
				t.Errorf("%v, want %s", err, c.field)
			}
		})
	}
}

// proof.verify says that a text holds more documents than one.
func TestDocuments(t *testing.T) {
	_, private := testKey('v')
	good := declaredRecord(private, journey)
	for text, want := range map[string]int{good: 0, good + "\n" + good: 2, "[" + good + "]": 1, "proof\na\nb\nc\n": 3, "hello": 0, "[[[[": 0, "[1, 2]": 0, good[:100]: 0, "": 0} {
		if got := verified(t, VerifyRequest{Text: text}); got.Documents != want {
			t.Errorf("%.40q: %d documents, want %d", text, got.Documents, want)
		}
	}
}

// FuzzRows holds that parts of a text have the rows of the whole, and that a
// table's records are strict JSON.
func FuzzRows(f *testing.F) {
	f.Add("signature,a\nx,\"1\r\n\"\"2\"\n", 3)
	f.Add("[{\"a\":\"]\"},7,[1]]\n{", 2)
	f.Add("{}\n\n{}\r\n", 1)
	f.Fuzz(func(t *testing.T, text string, size int) {
		whole, refusal := newRows(text, nil, false)
		if !utf8.ValidString(text) || refusal != nil || size < 1 || size > len(text) {
			return
		}
		want, part := texts(t, text, 0)
		if part.Format == csvTable {
			for one, ok := whole.next(); ok; one, ok = whole.next() {
				if one.text == "" || slices.ContainsFunc(part.Columns, isDocumentColumn) {
					continue
				}
				if v, err := jcs.Parse([]byte(one.text)); err != nil || v.Kind != jcs.Object {
					t.Fatalf("%q: %v", one.text, err)
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

// FuzzCSV holds the rows of a table against encoding/csv, which refuses more:
// quotation marks inside of a cell that does not begin with one.
func FuzzCSV(f *testing.F) {
	f.Add("a,b\n1,\"2\"\"3\"\n\n,\n")
	f.Add("a;\"b\nc\";\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "\r") { // encoding/csv drops those before a line feed, in quotation marks too
			return
		}
		oracle := csv.NewReader(strings.NewReader(text))
		oracle.FieldsPerRecord = -1
		want, err := oracle.ReadAll()
		if err != nil {
			return
		}
		c := csvReader{text: text, separator: ','}
		var got [][]string
		for c.at < len(text) {
			begin := c.at
			cells, _ := c.row()
			if c.problem != "" || c.open {
				t.Fatalf("%q: %s", text, c.problem)
			}
			if text[begin] == '\n' { // encoding/csv skips empty lines
				continue
			}
			got = append(got, cells)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	})
}

// Rows that wait to be judged are as many as asked for, or fewer where they are
// long: read, they take many times their text.
func TestRowsGroup(t *testing.T) {
	tests := []struct {
		name   string
		length int // of each row's text
		count  int
		only   []int
		want   []int // rows of each group
	}{
		{"none", 0, 0, nil, []int{0}},
		{"short", 20, 2*together + 5, nil, []int{together, together, 5}},
		{"as many as fit", 20, together, nil, []int{together, 0}},
		{"a quarter of a group each", togetherBytes / 4, 10, nil, []int{4, 4, 2}},
		{"larger than a group", togetherBytes + 1, 2, nil, []int{1, 1, 0}},
		{"some of them", togetherBytes / 4, 10, []int{0, 3, 9}, []int{3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row := `{"a":"` + strings.Repeat("x", max(0, tt.length-8)) + `"}`
			r, refusal := newRows(strings.Repeat(row+"\n", tt.count), nil, true)
			if refusal != nil {
				t.Fatal(refusal)
			}
			var got []int
			for more := true; more; {
				var group []waiting
				group, more = r.group(tt.only, together)
				got = append(got, len(group))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("groups of %v rows, want %v", got, tt.want)
			}
		})
	}
}
