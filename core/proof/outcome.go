package proof

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/words"
)

// outcome is the result of checking a signature of a document.
type outcome struct {
	st             *envelope.Statement
	verdict        string // authentic stands for: strict, and the key pinned
	key            []byte // that verified, else that should have, or nil
	pin            *key.Listed
	changed        *key.Listed // listed under the same id, owner or arena as key, which it is not
	whose          string      // the owner, arena or id it is listed under
	strict, zip215 bool
	layout         *layout.Layout    // of a flat record
	given          bool              // layout came with the request
	tried          int               // layouts tried
	cut            bool              // there was more to try than one request may
	why            string            // of a verdict not-authentic that needs another reason than the signature
	beside         int               // further signatures of the document
	called         string            // what keys that were brought call the key
	but            map[string]string // by check that failed: what the heading says of it
	recomputed     *Recomputed
	brief          bool // what passed needs no words
}

// decide orders the outcomes that could determine the verdict, best first: a false
// signature under a pinned key, else the best of its signatures, the first of equals, and
// behind one under a pinned key the others under such keys. Alternative readings of one
// signature count once; either may be valid.
func (v *verifier) decide(statements []envelope.Statement) []*outcome {
	all := v.attempts(statements)
	best := all[0]
	for _, o := range all {
		o.beside = len(all) - 1 + len(statements[0].Unread)
		if o.verdict == notAuthentic && o.pin != nil {
			return []*outcome{o}
		}
		if rankOf(o) > rankOf(best) {
			best = o
		}
	}
	stand := []*outcome{best}
	for _, o := range all {
		if o != best && o.verdict == authentic {
			stand = append(stand, o)
		}
	}
	return stand
}

// attempts returns the outcomes of a document's signatures, one each.
func (v *verifier) attempts(statements []envelope.Statement) (all []*outcome) {
	for i := range statements {
		o := v.attempt(&statements[i])
		if last := len(all) - 1; statements[i].Alternative && last >= 0 {
			if rankOf(o) > rankOf(all[last]) {
				all[last] = o
			}
			continue
		}
		all = append(all, o)
	}
	return all
}

// rankOf orders outcomes from worst to best.
func rankOf(o *outcome) int {
	for rank, verdict := range []string{notAuthentic, unmatched, contested, unknownKey, authentic} {
		if o.verdict != verdict {
			continue
		}
		switch {
		case verdict != unknownKey || o.strict:
		case o.cut: // it may yet hold
			return 1
		default:
			return -1
		}
		return rank
	}
	return -1
}

// attempt checks one signature under the keys that may have made it.
func (v *verifier) attempt(s *envelope.Statement) *outcome {
	o := &outcome{st: s, brief: v.brief}
	keys := v.candidates(s)
	o.cut = keys.more
	switch {
	case len(keys.all()) == 0:
		o.verdict = unknownKey
		return o
	case s.Message == nil:
		v.find(o, keys)
	default:
		v.tryKeys(o, keys)
	}
	o.pin = v.ring.Lookup(o.key)
	if o.pin == nil {
		o.called = v.brought.CallsIt(o.key)
	}
	if o.pin == nil && o.strict {
		v.noticeChange(o)
	}
	o.verdict = o.signatureVerdict(keys)
	return o
}

// signatureVerdict returns the verdict on the signature and its key alone.
func (o *outcome) signatureVerdict(keys candidates) string {
	switch {
	case o.refuted():
		return notAuthentic
	case o.strict && o.pin != nil:
		return authentic
	case o.strict:
		return unknownKey
	case o.zip215:
		return contested
	case o.st.Message == nil:
		return unmatched
	case len(keys.named) == 0 || o.cut: // someone else's signature, or perhaps by a key not tried
		return unknownKey
	}
	return notAuthentic
}

// refuted reports whether the document is not authentic for another reason than
// its signature: it lacks a member that the layout signs, or its log holds
// another record.
func (o *outcome) refuted() bool {
	return o.why != "" || o.st.Log != nil && !o.st.Log.Included
}

// tryKeys looks for a key under which the signature holds; the first of them
// is the one that should have made it.
func (v *verifier) tryKeys(o *outcome, keys candidates) {
	if len(keys.named) > 0 {
		o.key = keys.named[0]
	}
	for i, key := range keys.all() {
		if i > 0 && !v.spend(signature.Alone, len(o.st.Message)) {
			o.cut = true
			return
		}
		p := v.prepare(key)
		strict, zip215 := p.Verify(o.st.Message, o.st.Signature)
		if also := o.st.Also; also != nil && zip215 {
			strict2, zip2 := p.Verify(also.Message, also.Signature)
			strict, zip215 = strict && strict2, zip215 && zip2
		}
		if strict || zip215 && !o.zip215 {
			o.key, o.strict, o.zip215 = key, strict, zip215
		}
		if strict {
			return
		}
	}
}

// noticeChange looks for an entry of the keyring with the id the document gives
// its key, or of the owner or arena the record names, but with another key. The
// record need not have signed the name: saying it raises the alarm, by which
// nobody gains.
func (v *verifier) noticeChange(o *outcome) {
	if named := v.ring.Named(o.st.KeyID); named != nil {
		o.changed, o.whose = named, nameOf(named)
		return
	}
	r, _ := o.st.Record() // what cannot be read names nobody
	for _, name := range record.WhoNames {
		_, who := r.TextOf([]string{name})
		if other := v.ring.Other(who, o.key); other != nil {
			o.changed, o.whose = other, words.Called(who)
			return
		}
	}
}

// toRepeat returns the signatures that were checked, for another verifier.
func (o *outcome) toRepeat() []signature.Ed25519Request {
	if o.key == nil || o.st.Message == nil || o.refuted() {
		return nil
	}
	var all []signature.Ed25519Request
	for s := o.st; s != nil; s = s.Also {
		all = append(all, signature.Ed25519Request{PublicKey: text.Base64Text(o.key), Message: text.Base64Text(s.Message),
			Signature: text.Base64Text(s.Signature)})
	}
	return all
}

// signatureCheck describes what the signature came to.
func (o *outcome) signatureCheck() Check {
	status, said := o.signatureSaid()
	return checked("signature", status, said)
}

func (o *outcome) signatureSaid() (status, said string) {
	s, size := o.st, strconv.Itoa(len(o.st.Message))
	switch {
	case o.why != "":
		return fail, o.why
	case s.Log != nil && !s.Log.Included:
		return fail, fmt.Sprintf("The record is not what the log %s holds at index %s.", words.Called(s.Log.Origin),
			strconv.FormatInt(s.Log.Index, 10))
	case o.strict && o.brief:
		return pass, ""
	case o.strict:
		return pass, fmt.Sprintf("All %s bytes match.", size) + o.besideWords()
	case o.zip215:
		return fail, fmt.Sprintf("The signature over these %s bytes breaks the strict Ed25519 rule and passes ZIP-215, the "+
			"loosest one: verifiers disagree about it.", size)
	case o.verdict == unknownKey && o.cut:
		return unknown, "The signature was not checked under all keys that may have made it: they are more than one " +
			"request may try. Name the key, or give fewer."
	case o.verdict == unknownKey:
		return unknown, "The document does not carry its key, and no key that is known here made this signature."
	case s.Message == nil:
		return fail, fmt.Sprintf("The record does not say which bytes are signed, and the signature fits none of the %s "+
			"layouts tried.", strconv.Itoa(o.tried)) + o.cutWords()
	}
	return fail, fmt.Sprintf("The signature does not match these %s bytes: %s.", size, s.LayoutWords())
}

func (o *outcome) besideWords() string {
	if o.beside == 0 {
		return ""
	}
	return fmt.Sprintf(" The document has %s more, which this check does not cover.", strconv.Itoa(o.beside))
}

// cutWords say that there was more to try.
func (o *outcome) cutWords() string {
	if !o.cut {
		return ""
	}
	return " There are more layouts and keys than one request may try."
}

// layoutAnswer returns the layout as the answer shows it.
func (o *outcome) layoutAnswer() *layout.Layout {
	if o.layout != nil {
		return o.layout
	}
	words := o.st.LayoutWords()
	if words == "" {
		return nil
	}
	return &layout.Layout{Name: words}
}

// KeyInfo is a public key and what is known of it.
type KeyInfo struct {
	PublicKey string `json:"public_key" doc:"32 bytes in hexadecimal."`
	ID        string `json:"id" doc:"Its name in the keyring, else in the document; empty if neither names it."`
	Pinned    bool   `json:"pinned" doc:"Whether it is in keys or pins."`
	Entry     string `json:"entry,omitempty" doc:"The entry that decides, as a JSON Pointer into the request: /keys/keys/0."`
	Called    string `json:"called,omitempty" doc:"The name of a key that is not pinned, from candidates. Anyone can write such a name."`
	Owner     string `json:"owner,omitempty" doc:"Whose it is, by the keyring."`
	Arena     string `json:"arena,omitempty" doc:"For which arena it signs, by the keyring."`
	Source    string `json:"source,omitempty" doc:"Where its owner published it, by the keyring."`
	ValidFrom string `json:"valid_from,omitempty" doc:"Since when it is valid, by the keyring."`
	ValidTo   string `json:"valid_to,omitempty" doc:"Until when it is valid, by the keyring."`
	Changed   bool   `json:"changed,omitempty" doc:"Whether the keyring lists another key under the same id, owner or arena."`
	Listed    string `json:"listed,omitempty" doc:"That other key, in hexadecimal."`
}

// keyInfo returns the known facts of the key.
func (o *outcome) keyInfo() *KeyInfo {
	if o.key == nil {
		return nil
	}
	info := &KeyInfo{PublicKey: text.HexOf(o.key), ID: o.st.KeyID, Called: o.called}
	if o.changed != nil {
		info.Changed, info.Listed = true, text.HexOf(o.changed.Bytes)
	}
	if p := o.pin; p != nil {
		info.Pinned, info.Entry, info.Owner, info.Arena, info.Source, info.ValidFrom, info.ValidTo = true, p.Entry, p.Owner,
			p.Arena, p.Source, p.From, p.To
		if p.ID != "" {
			info.ID = p.ID
		}
	}
	return info
}
