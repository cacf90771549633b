package proof

import (
	"bytes"

	"github.com/tallyproof/tallyproof/core/proof/internal/ed25519"
)

// preparedKey is a public key to check signatures with. It must not be used by
// two goroutines at once.
type preparedKey struct {
	key   *ed25519.Key        // nil where the bytes encode no point: then no signature holds
	many  int                 // how many signatures it may have to check
	times int                 // how many it has checked one after the other
	ahead map[string]foreseen // by signature
	is    *KeyProperties
}

func prepare(key []byte) *preparedKey {
	k, _ := ed25519.Parse(key)
	return &preparedKey{key: k}
}

// fewSignatures is after how many signatures of one key its tables are made,
// where many more may come.
const fewSignatures = 8

// verify says whether a signature holds by the strict rule, and whether it does
// by ZIP-215, a superset (see the package comment). Lengths may be anything.
func (p *preparedKey) verify(message, signature []byte) (strict, zip215 bool) {
	if p.key == nil {
		return false, false
	}
	if f, ok := p.ahead[string(signature)]; ok && bytes.Equal(f.message, message) {
		return f.verdict.Strict, f.verdict.ZIP215
	}
	if p.times++; p.times == fewSignatures && p.many > fewSignatures {
		p.key.Prepare(p.many - fewSignatures)
	}
	got := p.key.Verify(message, signature)
	return got.Strict, got.ZIP215
}

// foreseen is a signature that was checked ahead of its turn.
type foreseen struct {
	message []byte
	verdict ed25519.Verdict
}

// fewTogether is from how many signatures on it pays to check them together.
const fewTogether = 32

// foresee checks signatures together, which takes less time for each; verify will
// know them until ahead is emptied.
func (p *preparedKey) foresee(signed []ed25519.Signed) {
	if p.key == nil || len(signed) < fewTogether {
		return
	}
	p.ahead = make(map[string]foreseen, len(signed))
	for i, verdict := range p.key.VerifyAll(signed, p.many) {
		p.ahead[string(signed[i].Signature)] = foreseen{signed[i].Message, verdict}
	}
}

// searched is one signature under one key, to be checked over many messages.
type searched struct {
	key       *preparedKey
	signature []byte
	fast      *ed25519.Search // nil before expect, or where nothing holds
	never     bool            // no message can have this signature
}

// expect readies it for about that many messages.
func (s *searched) expect(messages int) {
	if s.key.key == nil {
		s.never = true
		return
	}
	fast, ok := s.key.key.Search(s.signature, messages)
	s.fast, s.never = fast, !ok
}

// holds is verify over a message.
func (s *searched) holds(message []byte) (strict, zip215 bool) {
	if s.never || s.fast != nil && !s.fast.Holds(message) {
		return false, false
	}
	return s.key.verify(message, s.signature)
}

// properties are what the key is as a point of the curve; a key that is none
// has none of them.
func (p *preparedKey) properties() KeyProperties {
	if p.key == nil {
		return KeyProperties{}
	}
	if p.is == nil {
		p.is = &KeyProperties{p.key.Canonical(), p.key.SmallOrder(), p.key.PrimeOrder()}
	}
	return *p.is
}
