package proof

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// What a request may want inside the signed bytes, besides members by their names.
const (
	wantScore = "score"
	wantFile  = "file" // the hash of the submitted code
)

// wanted returns the members that a request wants inside the signed bytes, by default a
// score.
func wanted(req *VerifyRequest) ([]string, *op.Error) {
	if req.Want == nil {
		return []string{wantScore}, nil
	}
	if slices.Contains(req.Want, wantFile) && req.Code == "" {
		return nil, op.Refuse("/code", "missing: want the file whose hash want asks for")
	}
	return req.Want, nil
}

// lacks lists what is wanted and is not inside the signed bytes.
func (v *verifier) lacks(signed record.Signed) (missing []string) {
	for _, want := range v.want {
		found, name := signed.HasValue(want), words.Called(want)
		switch want {
		case wantScore:
			_, _, found = signed.Number(record.MeansScore)
		case wantFile:
			field, _ := signed.Text(record.MeansCode)
			found, name = field != "", "code hash"
		}
		if !found {
			missing = append(missing, name)
		}
	}
	return missing
}

// lackSaid describes what is missing, in a sentence and in a few words.
func lackSaid(missing []string) (said, brief string) {
	brief = "the signed bytes have no " + either(missing)
	if missing[0] != wantScore || len(missing) > 1 {
		return "T" + brief[1:] + ", which is wanted.", brief
	}
	return "T" + brief[1:] + ", a number called " + either(record.ScoreNames) + ".", brief
}

// either joins names: a, b or c.
func either(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
