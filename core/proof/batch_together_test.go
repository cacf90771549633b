package proof

import (
	"fmt"
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
