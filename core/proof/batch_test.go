package proof

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// A record of a table is authentic if its cells spell what was signed: by the
// canonical form, which is deaf to how a number is spelled, and by the spelling.
func TestTableOfSignedRecords(t *testing.T) {
	public, private := prooftest.TestKey('v')
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
	layout := &layout.Layout{Form: "json", Order: "document", Without: []string{"evaluator_signature", "evaluator_pubkey"}, Numbers: "as-written"}
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

// A row says what the record's own answer says, in the same words: checks of a
// row make words only if they fail.
func TestRowsEqualVerify(t *testing.T) {
	public, private := prooftest.TestKey('v')
	_, stranger := prooftest.TestKey('s')
	const total = `"final_score": 82.8, "correctness": 97, "speed": 60, "quality": 80, "process": 80`
	const weights = `, "scoring_weights": {"correctness": 0.4, "speed": 0.2, "quality": 0.2, "process": 0.2}`
	rows := []string{
		declaredRecord(private, total),
		declaredRecord(private, total+weights),
		declaredRecord(private, strings.Replace(total, "82.8", "99", 1)+weights),
		declaredRecord(private, total+strings.Replace(weights, "0.4", "0.7", 1)),
		declaredRecord(private, total+`, "evaluated_at": "2031-01-01T00:00:00Z"`),
		declaredRecord(private, total+`, "evaluated_at": "soon"`),
		declaredRecord(private, total+`, "arena": "other"`),
		declaredRecord(private, total+`, "code_hash": "none"`),
		declaredRecord(stranger, total),
		strings.Replace(declaredRecord(private, total), "97", "98", 1),
		`{"final_score": 1}`, `{`,
	}
	for name, req := range map[string]VerifyRequest{
		"pinned":  {Keys: pin(public, `, "arena": "airena"`)},
		"revoked": {Keys: pin(public, `, "status": "revoked"`)},
		"dated":   {Keys: pin(public, `, "valid_from": "2027-01-01T00:00:00Z"`), At: "2026-01-01T00:00:00Z"},
		"weighed": {Keys: pin(public, ""), Rulebook: rulebook.ID("airena"), Weights: map[string]float64{"correctness": 0.9, "speed": 0.1}},
	} {
		whole, err := VerifyAll(req, rows)
		if err != nil || len(whole) != len(rows) {
			t.Fatal(name, whole, err)
		}
		got, err := VerifyBatch(VerifyBatchRequest{Text: strings.Join(rows, "\n"), Keys: req.Keys, At: req.At, Rulebook: req.Rulebook, Weights: req.Weights})
		if err != nil || len(got.Results) != len(rows) {
			t.Fatal(name, got, err)
		}
		for i, one := range got.Results {
			req.Text = rows[i]
			alone := verified(t, req)
			if !reflect.DeepEqual(whole[i], alone) {
				t.Errorf("%s, row %d among all: %+v\nalone: %+v", name, i, whole[i], alone)
			}
			if alone.Verdict == authentic {
				alone.Sentence = ""
			}
			if one.Verdict != alone.Verdict || one.Reason != alone.Sentence {
				t.Errorf("%s, row %d: %s, %q, alone %s, %q", name, i, one.Verdict, one.Reason, alone.Verdict, alone.Sentence)
			}
		}
	}
}

// Names and scores come from signed bytes alone.
func TestRowsShowWhatIsSigned(t *testing.T) {
	public, private := prooftest.TestKey('v')
	pinned := pin(public, "")
	tests := []struct {
		name, text  string
		whose, said string
	}{
		{"declared", declaredRecord(private, `"agent": "nova", "score": 0`), "nova", "0"},
		{"an id is better than nothing", declaredRecord(private, `"submission_id": 7, "score": 1.5`), "7", "1.5"},
		{"found", prooftest.FlatRecord(private, prooftest.Canonical), "Zoë <b>", "85.5"},
		{"only the code is signed", prooftest.FlatRecord(private, prooftest.Hash), "", ""},
		{"values that may be others", prooftest.FlatRecord(private, "sub-456:85.5:"+prooftest.Hash), "", ""},
		{"altered", strings.Replace(declaredRecord(private, `"agent": "nova", "score": 1`), "nova", "rival", 1), "", ""},
		{"no record", string(prooftest.FormatFile(t, "checkpoint.note")), "", ""},
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

// What stands beside a proof in a table is what it signs, or the row is qualified.
func TestTablesOfProofs(t *testing.T) {
	public, private := prooftest.TestKey('v')
	cell := func(members string) string {
		return `"` + strings.ReplaceAll(declaredRecord(private, members), `"`, `""`) + `"`
	}
	proof := cell(`"agent_id": "a7", "agent_name": "Mallory", "score": 12.5, "rank": 3, "challenge_id": "c1", "model": "m"`)
	tests := []struct{ name, header, row, differs string }{
		{"nothing beside it", "proof", proof, ""},
		{"what it signs", "agent,score,rank,challenge,proof", "Mallory,12.50, 3 ,c1," + proof, ""},
		{"the id as the agent", "agent;Final Score;proof", "a7;12,5;" + proof, ""},
		{"members by their names", "agent_id,agent_name,model,proof", "a7,Mallory,m," + proof, ""},
		{"columns without a meaning", "row,note,proof", "1,the best," + proof, ""},
		{"empty cells", "agent,score,proof", ",," + proof, ""},
		{"another agent and score", "agent,score,rank,proof", "Nova,99,1," + proof, "agent, score and rank"},
		{"another agent, in capitals", "AGENT,proof", "Nova," + proof, "AGENT"},
		{"another challenge, behind the proof", "proof,challenge", proof + ",c2", "challenge"},
		{"a score with fewer decimals", "agent,score,proof", "nova,12.5," + cell(`"agent": "nova", "score": 12.47`), ""},
		{"a score without decimals", "score,proof", "12," + proof, "score"},
		{"a score in words", "score,proof", "12.5 points," + proof, "score"},
		{"an agent that is not signed", "agent,score,proof", "Nova,97," + cell(`"score": 97`), "agent"},
		{"a score that is not signed", "agent,score,proof", "nova,97," + cell(`"agent": "nova"`), "score"},
		{"a rank that is not signed", "rank,agent,proof", "1,nova," + cell(`"agent": "nova", "score": 97`), ""},
		{"names with signs and brackets", "Agent (name);*rank*;score:;proof", "Mallory;3;12,5;" + proof, ""},
		{"another agent and score below such names", "agent #;Score (0-100);proof", "Nova;99;" + proof, "“agent #” and “Score (0-100)”"},
		{"letters that look like others", "аgent,ѕcore,ﬁnal_score,proof", "Nova,99,99," + proof, "“аgent”, “ѕcore” and “ﬁnal_score”"},
		{"characters that are not seen", "agent\u200b,score\u200b,proof", "Nova,99," + proof, `“agent\u200b” and “score\u200b”`},
		{"a foreign word for what is signed", "número,nombre,proof", "12.5,Mallory," + proof, ""},
		{"foreign words for other things", "Größe (KB);Nº;Prénom;日期;备注;proof", "3,4;7;Zoë;2026-03-01;最好;" + proof, ""},
		{"one letter for two, and wide letters", "ﬁnal scoré;ｓｃｏｒｅ;proof", "99;98;" + proof, "“ﬁnal scoré” and “ｓｃｏｒｅ”"},
		{"letters of East Asia in a name", "scㅇre,score 得点,proof", "99,98," + proof, "“scㅇre” and “score 得点”"},
		{"decimals that are no thousands", "score;proof", "0,875;" + cell(`"agent": "nova", "score": 0.875`), ""},
		{"decimals behind four digits", "rating;proof", "1234,125;" + cell(`"agent": "nova", "score": 1, "rating": 1234.125`), ""},
		{"an empty cell below a foreign word", "número,proof", "," + proof, ""},
		{"thousands that look like decimals", "score;proof", "12,500;" + proof, "score"},
		{"a number as an agent", "agent,proof", "1e2," + cell(`"agent": "100"`), "agent"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, err := VerifyBatch(VerifyBatchRequest{Text: c.header + "\n" + c.row + "\n", Keys: pin(public, "")})
			if err != nil || len(got.Results) != 1 {
				t.Fatal(got, err)
			}
			want, said := authentic, ""
			if c.differs != "" {
				want, said = qualified, " The row differs from the signed bytes in "+c.differs+": only what is signed counts."
			}
			if row := got.Results[0]; row.Verdict != want || !strings.HasSuffix(row.Reason, said) || (row.Reason == "") != (said == "") {
				t.Errorf("%s, %q: want %s, %q", row.Verdict, row.Reason, want, said)
			}
		})
	}
}

// A text given in parts, and few rows at a time, has the answers of the whole.
func TestVerifyBatchInParts(t *testing.T) {
	public, private := prooftest.TestKey('v')
	good, found := declaredRecord(private, journey), strings.Join(strings.Fields(prooftest.FlatRecord(private, prooftest.Canonical)), " ")
	text := strings.Join([]string{found, good, "{", "", found, strings.Replace(good, "82.8", "92.8", 1), good}, "\n")
	whole, err := VerifyBatch(VerifyBatchRequest{Text: text, Keys: pin(public, "")})
	if err != nil || whole.Used != 0 || whole.Next != nil {
		t.Fatal(whole, err)
	}
	for _, size := range []int{100, 700, 1500, len(text)} {
		var rows []Row
		var got VerifyBatchResponse
		part := &many.Part{Format: "lines", Counted: &many.Summary{Qualified: 1234}}
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

// A layout that a part says was found is believed as far as a search finds it too.
func TestLayoutsOfAPart(t *testing.T) {
	public, private := prooftest.TestKey('v')
	odd := layout.Layout{Form: "json", Order: "listed", Fields: []string{"score", "agent", "note", "tier", "rank"}}
	members := `"agent": "nova", "note": "x", "rank": 1, "score": 97, "tier": "gold"`
	plain := layout.Layout{Form: "json", Order: "sorted", Without: []string{"evaluator_pubkey", "evaluator_signature"}}
	for _, c := range []struct {
		name, signed string
		layout       layout.Layout
		verdict      string
	}{
		{"one that no search finds", `{"score":97,"agent":"nova","note":"x","tier":"gold","rank":1}`, odd, qualified},
		{"one that a search finds", `{"agent":"nova","note":"x","rank":1,"score":97,"tier":"gold"}`, plain, authentic},
		{"one that does not fit", `{"agent":"nova","note":"x","rank":1,"score":97,"tier":"gold"}`, odd, authentic},
		{"values", "97|nova", layout.Layout{Form: "values", Separator: "|", Order: "listed", Fields: []string{"score", "agent"}}, qualified},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := flatOf(private, members, c.signed)
			part := &many.Part{Format: "lines", Layouts: []layout.Layout{c.layout}}
			got, err := VerifyBatch(VerifyBatchRequest{Text: text + "\n" + text, Keys: pin(public, ""), Part: part})
			if err != nil || len(got.Results) != 2 || got.Results[0].Verdict != c.verdict || got.Results[1].Verdict != c.verdict {
				t.Errorf("%+v, %v: want %s", got.Results, err, c.verdict)
			}
		})
	}
}

// What a part may not be is refused with its place.
func TestPartRefusals(t *testing.T) {
	tests := []struct {
		name, field string
		part        many.Part
	}{
		{"a table without columns", "/part/columns", many.Part{Format: "csv"}},
		{"a layout without a form", "/part/layouts/0", many.Part{Format: "lines", Layouts: []layout.Layout{{Order: "sorted"}}}},
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
	_, private := prooftest.TestKey('v')
	good := declaredRecord(private, journey)
	for text, want := range map[string]int{good: 0, good + "\n" + good: 2, "[" + good + "]": 1, "proof\na\nb\nc\n": 3, "hello": 0, "[[[[": 0, "[1, 2]": 0, good[:100]: 0, "": 0} {
		if got := verified(t, VerifyRequest{Text: text}); got.Documents != want {
			t.Errorf("%.40q: %d documents, want %d", text, got.Documents, want)
		}
	}
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
			r, refusal := many.NewRows(strings.Repeat(row+"\n", tt.count), nil, true)
			if refusal != nil {
				t.Fatal(refusal)
			}
			var got []int
			for more := true; more; {
				var group []waiting
				group, more = readGroup(r, tt.only, together)
				got = append(got, len(group))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("groups of %v rows, want %v", got, tt.want)
			}
		})
	}
}

// leaderboard is that many authentic records of one key.
func leaderboard(rows int) VerifyBatchRequest {
	public, private := prooftest.TestKey('v')
	var text strings.Builder
	for i := range rows {
		text.WriteString(declaredRecord(private, fmt.Sprintf(`"submission_id": "sub-%d", `, i)+journey+weighed+codeOf+when) + "\n")
	}
	return VerifyBatchRequest{Text: text.String(), Keys: pin(public, "")}
}

// The collector's work grows with the number of pieces of memory that a row takes.
func TestRowAllocations(t *testing.T) {
	const rows, most = 256, 95
	req := leaderboard(rows)
	all := testing.AllocsPerRun(3, func() {
		if got, err := VerifyBatch(req); err != nil || got.Summary.Authentic != rows {
			t.Fatal(got.Summary, err)
		}
	})
	if each := all / rows; each > most {
		t.Errorf("a row takes %.0f allocations: want at most %d", each, most)
	}
}

func BenchmarkVerifyBatch(b *testing.B) {
	const rows = 1000
	req := leaderboard(rows)
	for b.Loop() {
		if got, err := VerifyBatch(req); err != nil || got.Summary.Authentic != rows {
			b.Fatal(got.Summary, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows/1000, "µs/row")
}
