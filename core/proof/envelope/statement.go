// Package envelope finds in a text the signatures and the bytes that they are
// over. Each format is one file. It does not verify signatures.
package envelope

import (
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// FormatName returns the format as answers give it.
func (s *Statement) FormatName() string {
	if s.Badge != nil {
		return "badge"
	}
	return s.Format
}

// FormatSaid returns the format in words.
func (s *Statement) FormatSaid() string {
	said := text.WordsFor(formatNames, s.Format)
	if s.Log != nil && s.Log.Heads != nil {
		said = "A transparency log proof of a record with a signature of its own. " + said
	}
	if s.Badge != nil {
		said = "A badge that shows what the proof inside it says. " + said
	}
	return said
}

// Statement is the claim of a signature: these bytes, under this key. Each format's
// reader makes it; the checks read nothing else.
type Statement struct {
	// id of the format: "data-integrity", "flat", "dsse", "jws", "minisign", "signify", "sshsig", "note",
	// "tlog-proof", "raw"
	Format    string
	Layout    string // how message is made from the document, in words; "" if that is not declared
	Message   []byte // exactly what is signed; nil if no layout is declared and the finder must look
	Signature []byte // 64 bytes
	Key       []byte // 32 bytes, carried by the document, which does not identify the signer; or nil
	KeyID     string // the document's hint at a key: kid, key name, key number in hex; or ""
	// what message covers: itself, what it is the hash of, or what it carries; nil if it says no record
	content *content
	Open    string     // why message leaves open what the record says; "" if it does not
	Created string     // RFC 3339 time the document gives for the signature, or ""
	Dated   bool       // created is inside message
	Log     *Inclusion // the record's entry in a transparency log, or nil

	Beside []string // members of an envelope that its format does not know, which are not signed
	Apart  []string // members of a set of proofs that are no options of a proof: anybody may add a proof

	root     *jcs.Value // of a flat record, which carries members that may not be signed; else nil
	rootText string     // what root's offsets point into

	Use    key.Use // what the signature says it is for
	Issuer Issuer  // of a credential or token, by its signed bytes, once the record is read

	isJWT     bool // its header says that it is a JSON Web Token
	unencoded bool // its header says that the payload is signed as it is (RFC 7797)

	// RFC 3339 time before which the document says it does not hold, inside message, or
	// ""
	Begins string
	// RFC 3339 time at which the document says the signature ends, inside message, or ""
	Expires   string
	Revocable bool   // it names a list in which its issuer may revoke it
	Readable  []byte // what message was hashed from, as text; nil if message itself is what was signed
	// a further signature that must hold under the same key, for example minisign's over
	// its comment; or nil
	Also *Statement
	// reports whether the key is the one the document names, by a hash or a number; or
	// nil
	fits   func(key key.Known) bool
	Hashed bool // fits looks at a hash of the key, which names it as an id does
	// another reading of the same signature as the statement before it: it is enough that one of them
	// holds
	Alternative bool
	Badge       *Carrier // the badge that carries the document, or nil
	// signatures of the document that are no statements, each with the reason; on the first statement only
	Unread []string

	options    []byte         // of a proof in canonical JSON, which are signed before the content; or nil
	record     *record.Record // once it is read
	unreadable *text.Problem  // why it cannot be read

	speller *layout.Speller // of the record; nil until it is laid out
	layout  *layout.Layout  // that makes message in place of Layout, or nil
	Laid    []byte          // the bytes that laidBy signs of it; nil until it is checked ahead
	LaidBy  *layout.Layout
}

// beginsAt adds a time before which the document does not hold. The latest counts, and ""
// is ignored.
func (s *Statement) beginsAt(text string) {
	at, _ := instant.Parse(text)
	if before, _ := instant.Parse(s.Begins); text != "" && (s.Begins == "" || at.Compare(before) > 0) {
		s.Begins = text
	}
}

// endsAt adds an end of the document or of its signature. The earliest counts, and "" is
// ignored.
func (s *Statement) endsAt(text string) {
	at, _ := instant.Parse(text)
	if before, _ := instant.Parse(s.Expires); text != "" && (s.Expires == "" || at.Compare(before) < 0) {
		s.Expires = text
	}
}

// Record returns the record that the document carries, with what of it is signed. Its first
// call reads it, which is to be made only if a signature holds.
func (s *Statement) Record() (*record.Record, *text.Problem) {
	if s.record != nil {
		return s.record, s.unreadable
	}
	s.record = &record.Record{}
	var inside *jcs.Value
	if inside, s.unreadable = s.open(); s.unreadable != nil {
		return s.record, s.unreadable
	}
	signed := ""
	if inside != nil {
		signed = s.content.str
	}
	s.record, s.unreadable = record.Read(inside, signed, s.root)
	return s.record, s.unreadable
}

// Plain returns the signed content before hashing or wrapping.
func (s *Statement) Plain() []byte {
	switch {
	case s.content != nil && s.content.carried:
		return s.content.text
	case s.Readable != nil:
		return s.Readable
	}
	return s.Message
}

// Unlay forgets the layout that was tried, which was not read back.
func (s *Statement) Unlay() { s.Message, s.layout = nil, nil }

// LayoutWords say how message is made; "" if that is not declared.
func (s *Statement) LayoutWords() string {
	if s.layout != nil {
		return s.layout.Words()
	}
	return s.Layout
}

// Size returns the number of bytes of a flat record.
func (s *Statement) Size() int { return s.root.End - s.root.Start }

// Inclusion is a record's place in a transparency log, as a tlog-proof gives it.
type Inclusion struct {
	Origin      string // the log's name, first line of its checkpoint
	Index, Size int64  // of the record's leaf; leaves in the tree
	Included    bool   // the hashes lead from the leaf to the checkpoint's root; if not, the record is not what was logged

	// signatures of the checkpoint by the log, if the record has its own; nil if the
	// checkpoint's count for the record
	Heads []Statement
}

// formatNames are the formats in words.
var formatNames = []string{
	"data-integrity", "A W3C Data Integrity proof (eddsa-jcs-2022).",
	"flat", "A flat record that carries its own signature.",
	"dsse", "A DSSE envelope.",
	"jws", "A JSON Web Signature.",
	"minisign", "A minisign signature.",
	"signify", "A signify signature.",
	"sshsig", "An SSH signature.",
	"note", "A signed note.",
	"tlog-proof", "A transparency log proof.",
	"raw", "A bare signature.",
}

// MayBe reports whether a key may be the one that the document names.
func (s *Statement) MayBe(key key.Known) bool { return s.fits == nil || s.fits(key) }
