package proof

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// maxText is how many bytes a proof, a signature file, a key or a keyring may
// have.
const maxText = 1 << 20

// problem is why a text cannot be read, and where. Offset counts bytes from 0,
// line and column from 1, columns by Unicode code points. A message says what
// was expected and, unless it might be a secret, what was found.
type problem struct {
	line, column, offset int
	message              string
}

func problemAt(text string, offset int, message string) *problem {
	before := text[:offset]
	return &problem{
		line:    1 + strings.Count(before, "\n"),
		column:  1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]),
		offset:  offset,
		message: message,
	}
}

// parseJSON reads a strict JSON text.
func parseJSON(text string) (jcs.Value, *problem) {
	v, err := jcs.Parse([]byte(text))
	if err != nil {
		return v, ofJSON(err)
	}
	return v, nil
}

func ofJSON(err error) *problem {
	e, ok := err.(*jcs.Error)
	if !ok {
		return &problem{1, 1, 0, err.Error()}
	}
	return &problem{e.Line, e.Column, e.Offset, e.Msg}
}

// reader is one pass over a text with signatures. Its methods report whether
// all was well, and leave the first problem behind.
type reader struct {
	text       string
	statements []statement
	unread     []string // signatures that are passed over, and why
	problem    *problem
}

// say leaves a problem behind.
func (r *reader) say(at int, message string) bool {
	r.problem = problemAt(r.text, at, message)
	return false
}

// want leaves behind that something was expected.
func (r *reader) want(at int, wanted string) bool { return r.say(at, "expected "+wanted) }

func (r *reader) add(s *statement) bool {
	r.statements = append(r.statements, *s)
	return true
}

func (r *reader) result(ok bool) ([]statement, *problem) {
	if !ok {
		return nil, r.problem
	}
	r.statements[0].unread = r.unread
	return r.statements, nil
}

// readStatements reads every signature in a text that carries what it signs. It
// tells the format by the text. The statements are not empty where there is no
// problem.
func readStatements(text []byte) ([]statement, *problem) {
	r := reader{text: string(text)}
	return r.result(r.readWhole())
}

func (r *reader) readWhole() bool {
	t := r.text
	trimmed := strings.TrimSpace(t)
	switch {
	case r.refuse():
		return false
	case trimmed == "":
		return r.want(0, "a proof, found an empty text")
	case strings.HasPrefix(t, tlogMark):
		return r.readTlogProof(nil)
	case isNote(t): // before JSON, which its text may be
		return r.readNote()
	case isEmbeddedSignify(t):
		return r.readEmbeddedSignify()
	case trimmed[0] == '{' || trimmed[0] == '[':
		return r.readJSON()
	case isCompactJWS(trimmed):
		return r.readCompactJWS(nil)
	case isBadge(trimmed):
		return r.readBadge(trimmed)
	}
	return r.want(0, whatInstead(trimmed))
}

// readDetached reads a signature that stands in a text of its own, and the
// exact bytes it is over. Without bytes, nil, the text has to carry them.
func readDetached(signature, message []byte) ([]statement, *problem) {
	r := reader{text: string(signature)}
	if message == nil {
		return r.result(r.readWhole())
	}
	return r.result(r.readBeside(message))
}

func (r *reader) readBeside(over []byte) bool {
	t := r.text
	trimmed := strings.TrimSpace(t)
	switch {
	case r.refuse():
		return false
	case len(over) > maxText:
		return r.want(0, tooLong("the signed message", len(over)))
	case strings.HasPrefix(t, tlogMark):
		return r.readTlogProof(over)
	case strings.HasPrefix(t, commentMark):
		return r.readCommented(over)
	case armourLabel(t) == sshArmour:
		return r.readSSHSIG(over)
	case isCompactJWS(trimmed):
		return r.readCompactJWS(over)
	case strings.HasPrefix(trimmed, "{") && r.isDetachedJWS():
		return r.readDetachedJWS(over)
	case isNote(t) || strings.HasPrefix(trimmed, "{"):
		return r.want(0, "a signature alone, found a text that carries what it signs: give it without a message")
	}
	if signature, ok := rawSignature(trimmed); ok {
		return r.readRaw(signature, over)
	}
	return r.want(0, "a minisign, signify or SSH signature, a detached JWS, a tlog-proof, or 64 bytes in hexadecimal or base64")
}

// refuse stops texts that are too long, or secret.
func (r *reader) refuse() bool {
	r.problem = refuse(r.text)
	return r.problem != nil
}

// refuse stops texts that are too long, or secret.
func refuse(text string) *problem {
	if len(text) > maxText {
		return problemAt(text, 0, "expected "+tooLong("a text", len(text)))
	}
	return refusePrivate(text)
}

func tooLong(what string, length int) string {
	return what + " of at most " + sized(maxText, length)
}

// sized says how many bytes were wanted and how many there were.
func sized(wanted, found int) string {
	return strconv.Itoa(wanted) + " bytes, found " + strconv.Itoa(found)
}

// rawSignature reads 64 bytes in hexadecimal or base64.
func rawSignature(text string) ([]byte, bool) {
	if data, ok := decodeHex(text); ok && len(data) == signatureSize {
		return data, true
	}
	data, ok := decodeBase64(text)
	return data, ok && len(data) == signatureSize
}

func (r *reader) readRaw(signature, message []byte) bool {
	s := statement{
		format:    "raw",
		layout:    "the exact bytes of the message",
		message:   message,
		signature: signature,
	}
	return r.untagged(message) && r.inside(&s, 0, message) && r.add(&s)
}

// untagged refuses bytes that another format alone may read.
func (r *reader) untagged(message []byte) bool {
	if format := taggedFormat(message); format != "" {
		return r.want(0, "a signature over other bytes: these begin as those of "+format+", and are read in that format alone")
	}
	return true
}

// Sizes in bytes of RFC 8032.
const (
	keySize       = 32
	signatureSize = 64
)

// inside gives a statement the record inside its signed bytes: message, which
// they are or are the hash of, if it is the JSON text of an object; none if it
// does not begin as one. Strict JSON comes first: an object that two readers may
// read in two ways is a problem, at the given place of the text that carries it.
func (r *reader) inside(s *statement, at int, message []byte) bool {
	if begin := strings.TrimLeft(string(message), " \t\r\n"); begin == "" || begin[0] != '{' {
		return true
	}
	v, err := jcs.Parse(message)
	if err != nil {
		return r.say(at, "in the signed text, "+err.Error())
	}
	s.inside = message[v.Start:v.End]
	return true
}

// lines splits a text at line feeds, without the carriage returns before them
// and without the empty line behind the last.
func lines(text string) []string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	return strings.Split(text, "\n")
}
