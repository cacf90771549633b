package proof

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	noteMark    = "— " // em dash and space begin a signature line
	noteEd25519 = 1    // signature type of c2sp.org/signed-note
)

// isNote reports whether a text has a signature line after an empty one.
func isNote(text string) bool { return strings.Contains(text, "\n\n"+noteMark) }

// readNote reads a signed note (c2sp.org/signed-note): a text that ends in a
// line feed, an empty line, signature lines. The last line feed of all may be
// missing, as texts lose it when they are copied.
func (r *reader) readNote() bool {
	s := statement{
		format: "note",
		layout: "the text of the note with its last line feed",
	}
	note, ok := r.note(0)
	if !ok || !r.inside(&s, 0, []byte(note)) {
		return false
	}
	for i := range r.statements {
		own := &r.statements[i]
		own.format, own.layout, own.inside = s.format, s.layout, s.inside
	}
	return true
}

// note reads the signed note that begins there: what is signed, and a statement a
// signature, with its message, signature and key hash.
func (r *reader) note(begin int) (note string, ok bool) {
	text := r.text
	if !utf8.ValidString(text) {
		return "", r.want(begin, "UTF-8 text in a signed note")
	}
	for i := begin; i < len(text); i++ {
		if text[i] < ' ' && text[i] != '\n' {
			return "", r.want(i, "a signed note without control characters other than line feeds")
		}
	}
	split := strings.LastIndex(text, "\n\n") + 1
	if split <= begin {
		return "", r.want(begin, "an empty line and signature lines after the text of a note")
	}
	note = text[begin:split]
	signed := []byte(note)
	at := split + 1
	rows := strings.Split(strings.TrimSuffix(text[at:], "\n"), "\n")
	if len(rows) > mostSignatures {
		return "", r.want(at, tooMany(len(rows)))
	}
	var seen []string
	for _, row := range rows {
		name, data, wanted := parseSignatureLine(row)
		if wanted != "" {
			return "", r.want(at, wanted)
		}
		id := name + "+" + string(appendHex(nil, data[:4]))
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
	case signatureSize:
		hash := string(data[:4])
		r.add(&statement{
			message:   note,
			signature: data[4:],
			keyID:     id,
			fits:      func(key knownKey) bool { return noteHash(name, key.bytes) == hash },
			hashed:    true,
		})
	case 8 + signatureSize:
		r.unread = append(r.unread, id+": a cosignature with a time, which only says that a log grows consistently")
	default:
		r.unread = append(r.unread, id+": "+strconv.Itoa(len(data)-4)+" bytes, which is no Ed25519 signature")
	}
}

// parseSignatureLine reads — name base64(hash ‖ signature), or says what was
// wanted.
func parseSignatureLine(row string) (name string, data []byte, wanted string) {
	rest, ok := strings.CutPrefix(row, noteMark)
	if !ok {
		return "", nil, "a signature line, which begins with an em dash and a space"
	}
	name, encoded, ok := strings.Cut(rest, " ")
	if !ok || !isKeyName(name) {
		return "", nil, "a key name without spaces and plus signs, a space and base64 in a signature line"
	}
	data, wanted = base64Std.decode(encoded)
	if wanted != "" {
		return "", nil, "a signature in " + wanted
	}
	if len(data) < 5 {
		return "", nil, "a key hash of 4 bytes and a signature in a signature line"
	}
	return name, data, ""
}

func isKeyName(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.Contains(name, "+") && strings.IndexFunc(name, unicode.IsSpace) < 0
}

// noteHash is the key ID of c2sp.org/signed-note for an Ed25519 key:
// SHA-256(name ‖ LF ‖ type ‖ key)[:4].
func noteHash(name string, key []byte) string {
	sum := sum256(append([]byte(name+"\n\x01"), key...))
	return string(sum[:4])
}
