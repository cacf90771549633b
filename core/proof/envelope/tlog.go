package envelope

import (
	"crypto/sha256"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// tlogProof is the part of a tlog-proof before the checkpoint.
type tlogProof struct {
	extra      []byte // application data, not authenticated; or nil
	index      int64
	hashes     [][]byte // from the leaf's sibling to the root's child, 32 bytes each
	checkpoint int      // where in the text the checkpoint begins
}

// readTlogProof reads c2sp.org/tlog-proof: an index, the hashes from a leaf to the root,
// and the log's signed checkpoint. The record is the leaf. It is given with the proof, or
// in its extra data. Only the log's own signature counts: a witness says nothing about
// records. A leaf that is signed itself is read as it would be alone: the log says where
// it stands, and not that it is right.
func (r *reader) readTlogProof(leaf []byte) bool {
	var proof tlogProof
	if !r.tlogLines(&proof) {
		return false
	}
	if leaf == nil {
		leaf = proof.extra
	}
	if leaf == nil {
		return r.want(0, "the logged record beside its tlog-proof: the proof holds only hashes of it")
	}
	note, ok := r.note(proof.checkpoint)
	if !ok {
		return false
	}
	var log Inclusion
	root, wanted := log.read(note)
	if wanted != "" {
		return r.want(proof.checkpoint, wanted)
	}
	log.Index = proof.index
	var layout string
	layout, log.Included = proof.leads(leaf, log.Size, root)
	said := r.covered(0, leaf)
	said.carried = true
	own := r.statements[:0]
	for _, signed := range r.statements {
		if !strings.HasPrefix(signed.KeyID, log.Origin+"+") {
			r.unread = append(r.unread, signed.KeyID+": not the log's own signature")
			continue
		}
		signed.Format, signed.Layout, signed.Log = "tlog-proof", layout, &log
		if log.Included {
			signed.content = said
		}
		own = append(own, signed)
	}
	if r.statements = own; len(own) == 0 {
		return r.want(proof.checkpoint, "a signature by the log "+op.Quote(
			log.Origin)+" under its checkpoint, found only others")
	}
	return !log.Included || r.readLeaf(leaf, &log)
}

// readLeaf reads what a log holds. The log vouches only for a JSON object without
// signatures of its own; anything else is read as it would be alone, or cannot be read.
func (r *reader) readLeaf(leaf []byte, log *Inclusion) bool {
	signed, p := readBare(string(leaf))
	if p != nil {
		return p.Unsigned || r.fail(0, "in the record that is logged, "+p.Where())
	}
	log.Heads = r.statements
	for i := range signed {
		if signed[i].Log != nil {
			return r.want(0, "a record in the log, found one in another log")
		}
		signed[i].Log = log
	}
	r.statements, r.unread = signed, signed[0].Unread
	return true
}

// leads describes which bytes of the record are the leaf: as given, or canonical.
func (t *tlogProof) leads(record []byte, size int64, root []byte) (layout string, included bool) {
	if t.root(record, size) == string(root) {
		return "a log's checkpoint, whose root the exact bytes of the record lead to", true
	}
	if text.BeginsObject(record) {
		if canonical, err := jcs.Canonicalize(record); err == nil && t.root(canonical, size) == string(root) {
			return "a log's checkpoint, whose root the canonical JSON of the record leads to", true
		}
	}
	return "a log's checkpoint, whose root the record does not lead to", false
}

// tlogLines reads the lines before the checkpoint.
func (r *reader) tlogLines(proof *tlogProof) (ok bool) {
	before, after, ok := strings.Cut(r.text, "\n\n")
	if !ok {
		return r.want(len(r.text), "an empty line and a checkpoint after the hashes of a tlog-proof")
	}
	proof.checkpoint = len(r.text) - len(after)
	rows := strings.Split(before, "\n")
	if rows[0] != text.TlogMark+"v1" {
		return r.want(0, "the first line "+text.TlogMark+"v1, found another version")
	}
	at, next := 0, 1
	skip := func() string { // the row behind those read so far, "" behind the last
		at += len(rows[next-1]) + 1
		next++
		if next > len(rows) {
			return ""
		}
		return rows[next-1]
	}
	row := skip()
	if encoded, ok := strings.CutPrefix(row, "extra "); ok {
		var wanted string
		if proof.extra, wanted = text.Base64Std.Decode(encoded); wanted != "" {
			return r.want(at, "extra data in "+wanted)
		}
		row = skip()
	}
	digits, ok := strings.CutPrefix(row, "index ")
	if !ok {
		return r.want(at, "a line that begins with \"index \"")
	}
	if proof.index, ok = decimal(digits); !ok {
		return r.want(at, "the index of a leaf, a decimal number without leading zeros")
	}
	for next < len(rows) {
		hash, wanted := text.Base64Std.Decode(skip())
		if wanted != "" || len(hash) != 32 {
			return r.want(at, "a hash of 32 bytes in standard base64")
		}
		if len(proof.hashes) == 63 {
			return r.want(at, "at most 63 hashes, which lead through a tree of any size")
		}
		proof.hashes = append(proof.hashes, hash)
	}
	return true
}

// read fills in origin and size of a checkpoint (c2sp.org/tlog-checkpoint) and
// returns its root hash, or what was wanted. Lines after these are the log's own.
func (l *Inclusion) read(note string) (root []byte, wanted string) {
	rows := text.Lines(note)
	if len(rows) < 3 || rows[0] == "" {
		return nil, "a checkpoint of at least three lines: origin, size, root hash"
	}
	var ok bool
	l.Origin = rows[0]
	if l.Size, ok = decimal(rows[1]); !ok {
		return nil, "the size of a log in the second line of its checkpoint, a decimal number without leading zeros"
	}
	root, wanted = text.Base64Std.Decode(rows[2])
	if wanted != "" || len(root) != 32 {
		return nil, "a root hash of 32 bytes in the third line of a checkpoint"
	}
	return root, ""
}

// IsCheckpoint reports whether the statement is a signed note of a log's checkpoint and
// nothing else, which says itself what it is.
func (s *Statement) IsCheckpoint() bool {
	_, wanted := new(Inclusion).read(string(s.Message))
	return s.Format == "note" && wanted == "" && len(text.Lines(string(s.Message))) == 3
}

// decimal reads a number without sign and leading zeros, below 2⁶³.
func decimal(text string) (int64, bool) {
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err == nil && strconv.FormatUint(n, 10) == text
}

// root returns the root of the tree of that size in which the record is the leaf of
// the proof's index (RFC 6962 section 2.1, by the steps of RFC 9162 section
// 2.1.3.2), or "" if the number of hashes does not fit.
func (t *tlogProof) root(record []byte, size int64) string {
	if t.index >= size {
		return ""
	}
	leaf := sha256.Sum256(append([]byte{0}, record...))
	hash := leaf[:]
	node, last := t.index, size-1 // of the level that hash is on
	for _, sibling := range t.hashes {
		if last == 0 {
			return ""
		}
		left := node&1 == 1 || node == last // sibling is the left child
		for left && node&1 == 0 {           // the rightmost path skips levels
			node >>= 1
			last >>= 1
		}
		if left {
			hash = parent(sibling, hash)
		} else {
			hash = parent(hash, sibling)
		}
		node >>= 1
		last >>= 1
	}
	if last != 0 {
		return ""
	}
	return string(hash)
}

// parent returns the hash of an inner node.
func parent(left, right []byte) []byte {
	sum := sha256.Sum256(append(append([]byte{1}, left...), right...))
	return sum[:]
}
