package detect

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof"
)

// proofText is a text as proof.verify takes it.
type proofText struct {
	Text      string `json:"text,omitempty"`
	Signature string `json:"signature,omitempty"`
}

// readProof turns the answer into one for a proof if the text is signed. The signature
// comes first, other findings after it.
func (r *DetectResponse) readProof(text string) {
	words, alone := proof.Recognize(text)
	if words == "" {
		r.readProofs(text)
		return
	}
	if r.Prefill != nil {
		r.Also = append([]Prefill{*r.Prefill}, r.Also...)
	}
	inside := " " + r.Sentence
	switch r.Kind {
	case "json", "unreadable", "table", "key", "address":
		inside = ""
	}
	if alone {
		inside = " Give the signed text beside it."
	}
	r.Kind, r.Name, r.Sentence = "proof", "Score proof", "A score proof: "+strings.ToLower(words[:1])+words[1:]+inside
	request := proofText{Text: text}
	if alone {
		request = proofText{Signature: text}
	}
	p := prefill("proof.verify", "See every check", request)
	r.Prefill = &p
}

// readProofs does so for a list of them.
func (r *DetectResponse) readProofs(text string) {
	n := proof.RecognizeMany(text)
	if n == 0 {
		return
	}
	if r.Prefill != nil {
		r.Also = append([]Prefill{*r.Prefill}, r.Also...)
	}
	r.Kind, r.Name, r.Sentence = "proofs", "Score proofs",
		"A list of "+strconv.Itoa(n)+" documents, with score proofs among them."
	p := prefill("proof.verify", "Check every proof", proofText{Text: text})
	r.Prefill = &p
}
