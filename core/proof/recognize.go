package proof

import (
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/many"
)

// Recognize returns the name of the format in which [Verify] reads a text, or "". alone
// reports a signature that needs its signed text.
func Recognize(text string) (words string, alone bool) {
	statements, p := envelope.Read(text)
	if alone = p != nil; alone {
		statements, p = envelope.ReadBeside(text, []byte(" "))
	}
	if p != nil {
		return "", false
	}
	return statements[0].FormatSaid(), alone
}

// lookedAt is the number of rows to inspect for the kind of a list.
const lookedAt = 20

// RecognizeMany describes how many documents a text holds that is more than one, if
// one of the first is a proof; else 0.
func RecognizeMany(text string) (documents int) {
	r, refusal := many.NewRows(text, nil, false)
	if refusal != nil || r.IsOne() {
		return 0
	}
	for range lookedAt {
		one, ok := r.Next()
		if !ok {
			break
		}
		if w := waitingRow(one); w.problem == nil {
			return many.Count(text)
		}
	}
	return 0
}
