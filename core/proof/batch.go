package proof

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// VerifyBatchRequest is many proofs and what to hold them against.
type VerifyBatchRequest struct {
	Text     string             `json:"text" op:"maxlen=268435456" doc:"JSON Lines, one proof a line, or a JSON array of proofs. Empty lines are skipped."`
	Keys     op.Raw             `json:"keys,omitempty" doc:"The keys you trust: a keyring {\"keys\": […]} or a JWKS."`
	Key      string             `json:"key,omitempty" op:"maxlen=65536" doc:"A public key in any spelling, for proofs that carry none. Giving it is not trusting it."`
	At       string             `json:"at,omitempty" op:"maxlen=64" doc:"The time of checking, RFC 3339."`
	Rulebook rulebook.Ref       `json:"rulebook,omitempty" doc:"Rules to recompute totals by, as in proof.verify."`
	Weights  map[string]float64 `json:"weights,omitempty" doc:"Weights for records that carry none, as in proof.verify."`
	Layout   *Layout            `json:"layout,omitempty" doc:"How the signed bytes of flat records are made, where they do not say."`
	Limit    int                `json:"limit,omitempty" op:"min=1 max=1000000" doc:"Most layouts to try for a row where none is known; 300 when absent."`
}

// VerifyBatchResponse is a verdict for every row.
type VerifyBatchResponse struct {
	Summary Summary `json:"summary" doc:"How many rows have each verdict."`
	Results []Row   `json:"results" doc:"The verdicts, in the order of the rows."`
}

// Summary counts verdicts.
type Summary struct {
	Authentic    int `json:"authentic" doc:"Authentic."`
	Qualified    int `json:"qualified" doc:"Authentic, but something contradicts the record."`
	UnknownKey   int `json:"unknown-key" doc:"Signed by a key that is not in the keyring."`
	Contested    int `json:"contested" doc:"Accepted by some verifiers only."`
	Unmatched    int `json:"unmatched" doc:"Fitting no layout that was tried."`
	NotAuthentic int `json:"not-authentic" doc:"With a false signature."`
	Unreadable   int `json:"unreadable" doc:"Not readable."`
}

// Row is the verdict on one proof.
type Row struct {
	Index   int    `json:"index" doc:"Its place, from 0: of the line, empty ones counted, or of the array's element."`
	Verdict string `json:"verdict" doc:"As in proof.verify."`
	Reason  string `json:"reason,omitempty" doc:"Why it is not authentic, in a sentence or two."`
}

// batchLimit is how many layouts are tried for a row unless told: those found
// for earlier rows come first.
const batchLimit = 300

// VerifyBatch checks many proofs. A row that cannot be read has the verdict
// unreadable and does not hide the others.
//
// Errors: as of [Verify], and an array that is not strict JSON, since its rows
// cannot be told apart.
func VerifyBatch(req VerifyBatchRequest) (VerifyBatchResponse, error) {
	v, refusal := newVerifier(&VerifyRequest{Keys: req.Keys, Key: req.Key, At: req.At, Rulebook: req.Rulebook, Weights: req.Weights, Layout: req.Layout, Limit: req.Limit}, batchLimit)
	if refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	rows, refusal := rowsOf(req.Text)
	if refusal != nil {
		return VerifyBatchResponse{}, refusal
	}
	v.documents = len(rows)
	v.work += len(req.Text) / workPerText
	res := VerifyBatchResponse{Results: make([]Row, 0, len(rows))}
	for i, text := range rows {
		if text == "" {
			continue
		}
		statements, p := readStatements([]byte(text))
		got := v.verify(statements, p)
		row := Row{Index: i, Verdict: got.Verdict}
		if got.Verdict != authentic {
			row.Reason = got.Sentence
		}
		res.Results = append(res.Results, row)
		res.Summary.count(got.Verdict)
	}
	return res, nil
}

// rowsOf splits JSON Lines or an array into its rows' texts.
func rowsOf(text string) ([]string, *op.Error) {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "[") {
		rows := strings.Split(text, "\n")
		for i := range rows {
			rows[i] = strings.TrimSpace(rows[i])
		}
		return rows, nil
	}
	root, err := jcs.Parse([]byte(text))
	if err != nil {
		return nil, op.Invalidf("/text", "%s", ofJSON(err).where())
	}
	rows := make([]string, len(root.Items))
	for i := range root.Items {
		rows[i] = text[root.Items[i].Start:root.Items[i].End]
	}
	return rows, nil
}

func (s *Summary) count(verdict string) {
	switch verdict {
	case authentic:
		s.Authentic++
	case qualified:
		s.Qualified++
	case unknownKey:
		s.UnknownKey++
	case contested:
		s.Contested++
	case unmatched:
		s.Unmatched++
	case notAuthentic:
		s.NotAuthentic++
	default:
		s.Unreadable++
	}
}
