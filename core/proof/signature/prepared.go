package signature

import (
	"bytes"

	"github.com/tallyproof/tallyproof/core/proof/internal/ed25519"
)

// Prepared is a public key to check signatures with. It must not be used by
// two goroutines at once.
type Prepared struct {
	key   *ed25519.Key       // nil if the bytes encode no point: then no signature holds
	Many  int                // how many signatures it may have to check
	times int                // how many it has checked one after the other
	Ahead map[string]checked // by signature
	is    *KeyProperties
}

// Prepare readies a key of 32 bytes.
func Prepare(key []byte) *Prepared {
	k, _ := ed25519.Parse(key)
	return &Prepared{key: k}
}

// fewSignatures is after how many signatures of one key its tables are made,
// if many more may come.
const fewSignatures = 8

// Verify reports whether a signature holds by the strict rule, and whether it does
// by ZIP-215, a superset (see the package comment). Lengths may be anything.
func (p *Prepared) Verify(message, signature []byte) (strict, zip215 bool) {
	if p.key == nil {
		return false, false
	}
	if f, ok := p.Ahead[string(signature)]; ok && bytes.Equal(f.message, message) {
		return f.verdict.Strict, f.verdict.ZIP215
	}
	if p.times++; p.times == fewSignatures && p.Many > fewSignatures {
		p.key.Prepare(p.Many - fewSignatures)
	}
	got := p.key.Verify(message, signature)
	return got.Strict, got.ZIP215
}

// checked is a signature that was checked ahead of its turn.
type checked struct {
	message []byte
	verdict ed25519.Verdict
}

// FewTogether is the number of signatures from which checking them together pays off.
const FewTogether = 32

// CheckAhead checks signatures together, which takes less time for each. Verify
// uses the results until Ahead is emptied.
func (p *Prepared) CheckAhead(signed []ed25519.Signed) {
	if p.key == nil || len(signed) < FewTogether {
		return
	}
	p.Ahead = make(map[string]checked, len(signed))
	for i, verdict := range p.key.VerifyAll(signed, p.Many) {
		p.Ahead[string(signed[i].Signature)] = checked{signed[i].Message, verdict}
	}
}

// Searched is one signature under one key, to be checked over many messages.
type Searched struct {
	Key       *Prepared
	Signature []byte
	fast      *ed25519.Search // nil before expect, or if nothing holds
	never     bool            // no message can have this signature
}

// Expect readies it for about that many messages.
func (s *Searched) Expect(messages int) {
	if s.Key.key == nil {
		s.never = true
		return
	}
	fast, ok := s.Key.key.Search(s.Signature, messages)
	s.fast, s.never = fast, !ok
}

// Holds is verify over a message.
func (s *Searched) Holds(message []byte) (strict, zip215 bool) {
	if s.never || s.fast != nil && !s.fast.Holds(message) {
		return false, false
	}
	return s.Key.Verify(message, s.Signature)
}

// Properties describes the key as a point of the curve; all are false for a key that is
// not a point.
func (p *Prepared) Properties() KeyProperties {
	if p.key == nil {
		return KeyProperties{}
	}
	if p.is == nil {
		p.is = &KeyProperties{p.key.Canonical(), p.key.SmallOrder(), p.key.PrimeOrder()}
	}
	return *p.is
}
