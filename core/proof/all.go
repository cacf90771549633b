package proof

import (
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/signature"
)

// VerifyAll describes what each of several texts proves, as [Verify] does for each of
// them in place of the request's own text. It takes less time: keys are prepared
// once, and signatures of one key are checked together.
//
// Errors: as of [Verify].
func VerifyAll(req VerifyRequest, texts []string) ([]VerifyResponse, error) {
	v, refusal := newVerifier(&req)
	if refusal != nil {
		return nil, refusal
	}
	v.documents = len(texts)
	answers := make([]VerifyResponse, 0, len(texts))
	for len(answers) < len(texts) {
		group, ahead := v.readAhead(texts[len(answers):])
		for i := range group {
			answers = append(answers, v.verifyAlone(&group[i]))
		}
		for _, key := range ahead {
			key.Ahead = nil
		}
	}
	return answers, nil
}

// readAhead reads the first texts, and as many as fit, and checks their signatures
// under the keys that it returns.
func (v *verifier) readAhead(texts []string) (group []waiting, ahead []*signature.Prepared) {
	for bytes := 0; len(group) < min(len(texts), together) && bytes < togetherBytes; {
		text := texts[len(group)]
		group = append(group, waitingRow(many.Row{Text: text}))
		bytes += len(text)
	}
	return group, v.checkAhead(group)
}

// verifyAlone answers for a document as if there were no others: what was found for
// those before does not count, nor what they took.
func (v *verifier) verifyAlone(w *waiting) VerifyResponse {
	v.work, v.layouts = mostWork, nil
	res := v.verify(w.statements, w.problem)
	res.Shown = res.shown()
	if w.problem != nil {
		res.Documents = many.Count(w.row.Text)
	}
	return res
}
