package proof

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/many"
)

// One bad row hides no other, and rows are judged alike alone and together.
func TestVerifyBatch(t *testing.T) {
	public, private := prooftest.TestKey('v')
	good := declaredRecord(private, journey)
	found := strings.Join(strings.Fields(prooftest.FlatRecord(private, prooftest.Canonical)), " ")
	rows := []string{good, "{", "", found, strings.Replace(good, "82.8", "92.8", 1), `"text"`, found, "null"}
	want := []Row{{Index: 0, Verdict: authentic}, {Index: 1, Verdict: unreadable}, {Index: 3, Verdict: authentic}, {Index: 4, Verdict: notAuthentic},
		{Index: 5, Verdict: unreadable}, {Index: 6, Verdict: authentic}, {Index: 7, Verdict: unreadable}}
	got, err := VerifyBatch(VerifyBatchRequest{Text: strings.Join(rows, "\r\n"), Keys: pin(public, "")})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Results) != len(want) {
		t.Fatalf("%d results, want %d", len(got.Results), len(want))
	}
	for i, row := range got.Results {
		if row.Index != want[i].Index || row.Verdict != want[i].Verdict || (row.Reason == "") != (row.Verdict == authentic) {
			t.Errorf("%+v, want %+v", row, want[i])
		}
		alone, err := Verify(VerifyRequest{Text: strings.TrimSpace(rows[row.Index]), Keys: pin(public, "")})
		if err != nil || alone.Verdict != row.Verdict {
			t.Errorf("row %d alone: %s, %v", row.Index, alone.Verdict, err)
		}
	}
	if want := (many.Summary{Authentic: 3, NotAuthentic: 1, Unreadable: 3}); got.Summary != want {
		t.Errorf("%+v, want %+v", got.Summary, want)
	}
	array, err := VerifyBatch(VerifyBatchRequest{Text: "[" + good + ", 7]", Keys: pin(public, "")})
	if err != nil || len(array.Results) != 2 || array.Summary != (many.Summary{Authentic: 1, Unreadable: 1}) {
		t.Errorf("array: %+v, %v", array, err)
	}
}

// Rows whose signatures are checked together, ahead of their turn, get the
// verdicts that they get alone: under two keys, by three layouts, edited, signed
// over another record, and again.
func TestVerifyBatchTogether(t *testing.T) {
	public, private := prooftest.TestKey('v')
	_, stranger := prooftest.TestKey('w')
	undeclared := prooftest.FlatRecord(private, prooftest.Canonical)
	other := prooftest.FlatRecord(private, strings.Replace(prooftest.Canonical, "85.5", "85.6", 1))
	var rows []string
	for i := range 3*together + 5 {
		named := fmt.Sprintf(`"submission_id": "sub-%d", `, i/2)
		row := declaredRecord(private, named+journey)
		switch i % 9 {
		case 1:
			row = strings.Replace(row, "82.8", "92.8", 1)
		case 2:
			row = declaredRecord(stranger, named+journey)
		case 3, 4:
			row = undeclared
		case 5:
			row = other
		case 6:
			row = "{"
		}
		rows = append(rows, strings.Join(strings.Fields(row), " "))
	}
	got, err := VerifyBatch(VerifyBatchRequest{Text: strings.Join(rows, "\n"), Keys: pin(public, "")})
	if err != nil || len(got.Results) != len(rows) {
		t.Fatalf("%d results of %d, %v", len(got.Results), len(rows), err)
	}
	alone := map[string]string{}
	seen := map[string]int{}
	for i, text := range rows {
		if _, ok := alone[text]; !ok {
			one, err := Verify(VerifyRequest{Text: text, Keys: pin(public, "")})
			if err != nil {
				t.Fatal(err)
			}
			alone[text] = one.Verdict
		}
		if got.Results[i].Verdict != alone[text] {
			t.Errorf("row %d: %s, alone %s", i, got.Results[i].Verdict, alone[text])
		}
		seen[alone[text]]++
	}
	for _, verdict := range []string{authentic, unknownKey, notAuthentic, unmatched, unreadable} {
		if seen[verdict] == 0 {
			t.Errorf("no row is %s: %v", verdict, seen)
		}
	}
}

// A list that is cut first, and whose pieces are then checked each for itself, has the
// answers of the whole.
func TestVerifyBatchOfPieces(t *testing.T) {
	public, private := prooftest.TestKey('v')
	good := declaredRecord(private, journey)
	rows := []string{good, strings.Replace(good, "82.8", "92.8", 1), `{"a": "},{\n"}`, good, `{"a": ["]"]}`, good}
	quoted := make([]string, len(rows))
	for i, row := range rows {
		quoted[i] = `"` + strings.ReplaceAll(row, `"`, `""`) + `"`
	}
	for name, text := range map[string]string{
		"lines":                strings.Join(rows, "\n"),
		"lines, some empty":    "\n\n" + strings.Join(rows, "\n\n") + "\n\n",
		"an array":             "[" + strings.Join(rows, ",\n") + "\n]\n",
		"an array and more":    "[" + strings.Join(rows, ",") + "] {}",
		"an array not ended":   "[" + strings.Join(rows, ", "),
		"a table of documents": "rank,proof\n1," + strings.Join(quoted, "\n2,") + "\n",
		"one document":         good,
		"nothing":              " ",
	} {
		for _, size := range []int{len(good) + 4, 3 * len(good), len(text)} {
			for _, most := range []int{1, 2, 100} {
				t.Run(fmt.Sprintf("%s, %d bytes, %d rows", name, size, most), func(t *testing.T) {
					checkPieces(t, VerifyBatchRequest{Text: text, Keys: pin(public, "")}, size, most)
				})
			}
		}
	}
}

func checkPieces(t *testing.T, req VerifyBatchRequest, size, most int) {
	t.Helper()
	must := func(res VerifyBatchResponse, err error) VerifyBatchResponse {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	want := must(VerifyBatch(req))
	var rows []Row
	var counted []many.Summary
	part := &many.Part{}
	for at, end := 0, size; part.Format != "end"; {
		end = min(end, len(req.Text))
		piece := VerifyBatchRequest{Text: req.Text[at:end], Part: part, More: end < len(req.Text), Most: most, Cut: true}
		cut := must(VerifyBatch(piece))
		piece.Cut, piece.Keys = false, req.Keys
		got := must(VerifyBatch(piece))
		if len(cut.Results) > 0 || cut.Sentence != "" || len(got.Results) > most || cut.Used != got.Used || cut.Next.Format != got.Next.Format || cut.Next.Row != got.Next.Row {
			t.Fatalf("cut at %d: %+v\nchecked: %+v", at, cut, got)
		}
		rows, counted, part = append(rows, got.Results...), append(counted, got.Summary), cut.Next
		at += cut.Used
		if end += size; cut.Used > 0 {
			end = at + size
		}
	}
	if !reflect.DeepEqual(rows, append([]Row(nil), want.Results...)) {
		t.Errorf("in pieces: %+v\nwhole: %+v", rows, want.Results)
	}
	before := many.Summary{Authentic: 10}
	sum := must(VerifyBatch(VerifyBatchRequest{Part: &many.Part{Format: "end", Counted: &before}, Counted: append(counted, before)}))
	want.Summary.Authentic += 20
	if sum.Sentence != want.Summary.Sentence() || *sum.Next.Counted != want.Summary {
		t.Errorf("%q, want %q", sum.Sentence, want.Summary.Sentence())
	}
}
