package envelope

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// IsNote reports whether a text has a signature line after an empty one, as a signed
// note has, whatever it begins with.
func IsNote(str string) bool { return strings.Contains(str, "\n\n"+text.NoteMark) }

// readNote reads a signed note (c2sp.org/signed-note): a text that ends in a
// line feed, an empty line, signature lines. The last line feed of all may be
// missing, as texts lose it when they are copied.
func (r *reader) readNote() bool {
	_, ok := r.note(0)
	if !ok {
		return false
	}
	said := r.covered(0, r.statements[0].Message)
	for i := range r.statements {
		own := &r.statements[i]
		own.Format, own.Layout, own.content = "note", "the text of the note with its last line feed", said
	}
	return true
}

// note reads the signed note that begins there: what is signed, and a statement a
// signature, with its message, signature and key hash.
func (r *reader) note(begin int) (note string, ok bool) {
	str := r.text
	if !utf8.ValidString(str) {
		return "", r.want(begin, "UTF-8 text in a signed note")
	}
	for i := begin; i < len(str); i++ {
		if str[i] < ' ' && str[i] != '\n' {
			return "", r.want(i, "a signed note without control characters other than line feeds")
		}
	}
	split := strings.LastIndex(str, "\n\n") + 1
	if split <= begin {
		return "", r.want(begin, "an empty line and signature lines after the text of a note")
	}
	note = str[begin:split]
	signed := []byte(note)
	if !strings.HasPrefix(note, text.NoteMark) && !r.untagged(signed) {
		return "", false
	}
	at := split + 1
	rows := strings.Split(strings.TrimSuffix(str[at:], "\n"), "\n")
	if len(rows) > MostSignatures {
		return "", r.want(at, tooMany(len(rows)))
	}
	var seen []string
	for _, row := range rows {
		name, data, wanted := parseSignatureLine(row)
		if wanted != "" {
			return "", r.want(at, wanted)
		}
		id := name + "+" + string(text.AppendHex(nil, data[:4]))
		if slices.Contains(seen, id) {
			return "", r.want(at, "one signature a key, found two with the same name and hash")
		}
		seen = append(seen, id)
		r.noted(signed, name, id, data)
		at += len(row) + 1
	}
	if len(r.statements) == 0 {
		return "", r.want(split+1, "an Ed25519 signature, found only others")
	}
	return note, true
}

// noted adds one signature of a note, or passes over one that is not Ed25519.
func (r *reader) noted(note []byte, name, id string, data []byte) {
	switch len(data) - 4 {
	case signature.Size:
		hash := string(data[:4])
		r.add(&Statement{
			Message:   note,
			Signature: data[4:],
			KeyID:     id,
			fits: func(k key.Known) bool {
				return key.NoteHash(name, k.Bytes) == hash && (k.Name == "" || k.Name == name)
			},
			Hashed: true,
		})
	case 8 + signature.Size:
		r.unread = append(r.unread, id+": a cosignature with a time, which only says that a log grows consistently")
	default:
		r.unread = append(r.unread, id+": "+strconv.Itoa(len(data)-4)+" bytes, which is no Ed25519 signature")
	}
}

// parseSignatureLine reads — name base64(hash ‖ signature), or says what was
// wanted.
func parseSignatureLine(row string) (name string, data []byte, wanted string) {
	rest, ok := strings.CutPrefix(row, text.NoteMark)
	if !ok {
		return "", nil, "a signature line, which begins with an em dash and a space"
	}
	name, encoded, ok := strings.Cut(rest, " ")
	if !ok || !key.IsKeyName(name) {
		return "", nil, "a key name without spaces and plus signs, a space and base64 in a signature line"
	}
	data, wanted = text.Base64Std.Decode(encoded)
	if wanted != "" {
		return "", nil, "a signature in " + wanted
	}
	if len(data) < 5 {
		return "", nil, "a key hash of 4 bytes and a signature in a signature line"
	}
	return name, data, ""
}
