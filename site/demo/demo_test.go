package demo

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/keys"
)

// entry is what the tests recompute of a record.
type entry struct {
	Arena        string             `json:"arena"`
	Challenge    string             `json:"challenge_id"`
	Agent        string             `json:"agent_id"`
	AgentName    string             `json:"agent_name"`
	Code         string             `json:"code_hash"`
	Passed       int                `json:"passed_tests"`
	Total        int                `json:"total_tests"`
	Time         float64            `json:"execution_time_ms"`
	Fastest      float64            `json:"fastest_time_ms"`
	Correctness  float64            `json:"correctness"`
	Speed        float64            `json:"speed"`
	Quality      float64            `json:"quality"`
	Process      float64            `json:"process"`
	Weights      map[string]float64 `json:"scoring_weights"`
	Final        float64            `json:"final_score"`
	Rank         int                `json:"rank"`
	Entrants     int                `json:"entrants"`
	Competitions int                `json:"competitions"`
	Before       float64            `json:"elo_before"`
	After        float64            `json:"elo_after"`
	Signature    string             `json:"evaluator_signature"`
	Key          string             `json:"evaluator_pubkey"`
}

func decode[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// checkAuthentic holds that a record is authentic under the published keyring,
// and that every check which has something to check passes.
func checkAuthentic(t *testing.T, text, code string) {
	t.Helper()
	got, err := proof.Verify(proof.VerifyRequest{
		Text: text, Keys: keys.JSON, At: "2030-01-01T00:00:00Z", Code: base64.StdEncoding.EncodeToString([]byte(code)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != "authentic" || !got.Key.Pinned || got.Key.Owner != "demo-evaluator-1" {
		t.Errorf("%s: %s", got.Verdict, got.Sentence)
	}
	for _, c := range got.Checks {
		if c.Status != "pass" && c.ID != "log" {
			t.Errorf("check %s: %s: %s", c.ID, c.Status, c.Message)
		}
	}
}

// codeOf is the program that a record's hash is of.
func codeOf(e entry) string {
	if e.Agent == "nova" && e.Challenge == "merge-intervals" {
		return read("code", "nova.py")
	}
	return "# " + e.AgentName + ", " + e.Challenge + ", demonstration\n"
}

func TestRecords(t *testing.T) {
	for _, agent := range Agents {
		t.Run(agent, func(t *testing.T) {
			flat, native := decode[entry](t, Flat(agent)), decode[entry](t, Record1(agent))
			if flat.Agent != agent || flat.Arena != "demo" || flat.Entrants != len(Agents) {
				t.Errorf("%+v", flat)
			}
			checkAuthentic(t, Flat(agent), codeOf(flat))
			checkAuthentic(t, Record1(agent), codeOf(flat))
			if sum := sha256.Sum256([]byte(codeOf(flat))); hex.EncodeToString(sum[:]) != flat.Code {
				t.Errorf("code_hash is %s", flat.Code)
			}
			flat.Signature, flat.Key = "", ""
			if a, _ := json.Marshal(flat); string(a) != string(must(json.Marshal(native))) {
				t.Error("the two forms differ")
			}
		})
	}
}

func must(data []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return data
}

// TestVerifiedByStandardLibrary verifies the flat records with the standard library and
// another canonical form than ours.
func TestVerifiedByStandardLibrary(t *testing.T) {
	for _, agent := range Agents {
		members := decode[map[string]any](t, Flat(agent))
		signature := must(hex.DecodeString(members["evaluator_signature"].(string)))
		key := must(hex.DecodeString(members["evaluator_pubkey"].(string)))
		delete(members, "evaluator_signature")
		canonical := must(jcs.Transform(must(json.Marshal(members))))
		if !ed25519.Verify(key, append([]byte("tallyproof-score/1\n"), canonical...), signature) {
			t.Errorf("%s: crypto/ed25519 refuses", agent)
		}
	}
}

func TestScores(t *testing.T) {
	for _, agent := range Agents {
		checkScore(t, decode[entry](t, Flat(agent)))
	}
}

// checkScore recomputes a record's dimensions and total from its counts.
func checkScore(t *testing.T, e entry) {
	t.Helper()
	got, err := score.Compute(score.ComputeRequest{Rulebook: rulebook.ID("airena"), Weights: e.Weights, Measurements: map[string]measure.Measurement{
		"correctness": {Passed: &e.Passed, Total: &e.Total}, "speed": {TimeMs: &e.Time, FastestMs: &e.Fastest},
		"quality": {Score: &e.Quality}, "process": {Score: &e.Process},
	}})
	if err != nil {
		t.Fatal(err)
	}
	correctness, _ := got.Breakdown.Get("correctness")
	speed, _ := got.Breakdown.Get("speed")
	if got.Score != e.Final || correctness.Score != e.Correctness || speed.Score != e.Speed {
		t.Errorf("%s in %s: %v, %v, %v by the rules, the record says %v, %v, %v", e.Agent, e.Challenge, got.Score, correctness.Score, speed.Score, e.Final, e.Correctness, e.Speed)
	}
}

// TestRatings recomputes ranks and ratings of the challenge.
func TestRatings(t *testing.T) {
	req := rating.PairwiseRequest{Rulebook: rulebook.ID("airena")}
	var entries []entry
	for _, agent := range Agents {
		e := decode[entry](t, Flat(agent))
		entries = append(entries, e)
		req.Entrants = append(req.Entrants, rating.Entrant{ID: agent, Rating: e.Before, Competitions: e.Competitions, Score: e.Final})
	}
	got, err := rating.PairwiseElo(req)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range got.Entrants {
		if e.Rank != i+1 || entries[i].Rank != e.Rank || entries[i].After != math.Round(e.Rating*100)/100 {
			t.Errorf("%s: rank %d, rating %v by the rules, the record says %d, %v", e.ID, e.Rank, e.Rating, entries[i].Rank, entries[i].After)
		}
	}
}

func TestHistory(t *testing.T) {
	for _, agent := range Veterans {
		t.Run(agent, func(t *testing.T) {
			records := decode[[]json.RawMessage](t, History(agent))
			if len(records) != 3 {
				t.Fatalf("%d records", len(records))
			}
			rating := 1200.0
			for i, text := range records {
				e := decode[entry](t, string(text))
				checkAuthentic(t, string(text), codeOf(e))
				checkScore(t, e)
				if e.Agent != agent || e.Before != rating || e.Competitions != i {
					t.Errorf("record %d: %+v", i, e)
				}
				rating = e.After
			}
			if last := decode[entry](t, string(records[2])); last.Signature != decode[entry](t, Flat(agent)).Signature {
				t.Error("the last record is not that of the challenge")
			}
		})
	}
}

// TestTampered holds that these records cannot be made into others: no change
// of a digit in what they say is authentic.
func TestTampered(t *testing.T) {
	for _, text := range []string{Flat("nova"), Record1("nova")} {
		changed := 0
		for i := range text {
			if text[i] < '0' || text[i] > '9' {
				continue
			}
			other := text[:i] + string('0'+(text[i]-'0'+1)%10) + text[i+1:]
			got, err := proof.Verify(proof.VerifyRequest{Text: other, Keys: keys.JSON, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			if got.Verdict == "authentic" || got.Verdict == "qualified" {
				t.Errorf("%s at byte %d: %s", text[max(0, i-20):i+1], i, got.Verdict)
			}
			changed++
		}
		if changed < 100 {
			t.Errorf("only %d digits", changed)
		}
	}
}

// TestUnknown signs the record of the unknown key again, and holds that it is
// intact and known to nobody, and no other key of its arena is listed.
func TestUnknown(t *testing.T) {
	seed := must(hex.DecodeString("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")) // RFC 8032, section 7.1, test 1
	members := decode[map[string]any](t, Unknown())
	signature := members["evaluator_signature"]
	delete(members, "evaluator_signature")
	canonical := must(jcs.Transform(must(json.Marshal(members))))
	if want := hex.EncodeToString(ed25519.Sign(ed25519.NewKeyFromSeed(seed), append([]byte("tallyproof-score/1\n"), canonical...))); signature != want {
		t.Errorf("the signature is %v: want %s", signature, want)
	}
	got, err := proof.Verify(proof.VerifyRequest{Text: Unknown(), Keys: keys.JSON})
	if err != nil {
		t.Fatal(err)
	}
	if got.Verdict != "unknown-key" || got.Key.Listed != "" {
		t.Errorf("%s, another key listed: %q", got.Verdict, got.Key.Listed)
	}
	if got.Recomputed == nil || !got.Recomputed.Agrees || got.Recomputed.Rounded {
		t.Errorf("the total: %+v", got.Recomputed)
	}
}

// TestNoOtherFiles holds that every file is one of those above.
func TestNoOtherFiles(t *testing.T) {
	for folder, want := range map[string][]string{"flat": Agents, "record-1": Agents, "history": Veterans} {
		found, err := fs.ReadDir(files, folder)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range found {
			names = append(names, strings.TrimSuffix(f.Name(), ".json"))
		}
		want = slices.Sorted(slices.Values(want))
		if !slices.Equal(names, want) {
			t.Errorf("%s: %v, want %v", folder, names, want)
		}
	}
}
