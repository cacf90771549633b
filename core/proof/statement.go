package proof

import "github.com/tallyproof/tallyproof/core/jcs"

// statement is what one signature of a document says: these bytes, under this
// key. Each format's reader makes it; the checks read nothing else.
type statement struct {
	format    string     // id of the format: "data-integrity", "flat", "dsse", "jws", "minisign", "signify", "sshsig", "note", "tlog-proof", "raw"
	layout    string     // how message is made from the document, in words; "" where that is not declared
	message   []byte     // exactly what is signed; nil where no layout is declared and the finder must look
	signature []byte     // 64 bytes
	key       []byte     // 32 bytes, carried by the document, which proves nothing about who; nil where it carries none
	keyID     string     // the document's hint at a key: kid, key name, key number in hex; "" where it has none
	inside    []byte     // JSON text of the record that message says, read from message or from what it is the hash of; nil if it says none
	open      string     // why message leaves open what the record says; "" if it does not
	created   string     // RFC 3339 time the document gives for the signature; "" if it gives none
	dated     bool       // created is inside message
	log       *inclusion // what a transparency log says of the record; nil if none does

	root     *jcs.Value // of a flat record, which carries members that may not be signed; else nil
	rootText []byte     // what root's offsets point into

	namespace, payloadType string // that the signature is for: of SSH signatures and of DSSE; else ""

	expires     string                  // RFC 3339 time at which the document says the signature ends, inside message; "" where it gives none
	readable    []byte                  // what message was hashed from, as text; nil where message itself is what was signed
	also        *statement              // a further signature that must hold under the same key, such as minisign's over its comment; nil where there is none
	fits        func(key knownKey) bool // reports whether the key is the one the document names, by a hash or a number; nil if it names none so
	hashed      bool                    // fits looks at a hash of the key, which names it as an id does
	alternative bool                    // another reading of the same signature as the statement before it: it is enough that one of them holds
	badge       *carrier                // the badge that carries the document; nil where none does
	unread      []string                // signatures of the document that are no statements, each with the reason; on the first statement only

	speller *speller // of the record; nil until it is laid out
	laid    []byte   // the bytes that laidBy signs of it; nil until foreseen
	laidBy  *Layout
}

// inclusion is a record's place in a transparency log, as a tlog-proof gives it.
type inclusion struct {
	origin      string // the log's name, first line of its checkpoint
	index, size int64  // of the record's leaf; leaves in the tree
	included    bool   // the hashes lead from the leaf to the checkpoint's root; if not, the record is not what was logged
}
