package envelope

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// reader makes a pass over a text with signatures. Its methods report success and keep
// the first problem.
type reader struct {
	text       string
	statements []Statement
	unread     []string // signatures that are passed over, and why
	problem    *text.Problem
}

// fail leaves a problem behind.
func (r *reader) fail(at int, message string) bool {
	r.problem = text.ProblemAt(r.text, at, message)
	return false
}

// unsupported leaves behind that a format is recognized and not checked.
func (r *reader) unsupported(at int, message string) bool {
	r.fail(at, message)
	r.problem.Unsupported = true
	return false
}

// unchecked ends what is said of a format that is not supported.
const unchecked = "recognized but not checked"

// within leaves behind the problem of a text inside this text.
func (r *reader) within(at int, where string, p *text.Problem) bool {
	if p.Unsupported {
		return r.unsupported(at, p.Message)
	}
	return r.fail(at, where+p.Where())
}

// want leaves behind that something was expected.
func (r *reader) want(at int, wanted string) bool { return r.fail(at, "expected "+wanted) }

func (r *reader) add(s *Statement) bool {
	r.statements = append(r.statements, *s)
	return true
}

func (r *reader) result(ok bool) ([]Statement, *text.Problem) {
	if !ok {
		return nil, r.problem
	}
	r.statements[0].Unread = r.unread
	return r.statements, nil
}

// Read reads every signature in a text that carries what it signs. It
// tells the format by the text. The statements are not empty if there is no
// problem.
func Read(str string) ([]Statement, *text.Problem) { return readAttached(str, 0) }

// readBare is [Read] of what a format carries, around which nothing may stand.
func readBare(str string) ([]Statement, *text.Problem) { return readAttached(str, mostWraps) }

func readAttached(str string, depth int) ([]Statement, *text.Problem) {
	r := reader{text: str}
	if IsNote(str) && strings.HasPrefix(str, byteOrderMark) && depth < mostWraps && !r.refuse() {
		return r.result(r.readMarkedNote())
	}
	if statements, p, ok := unwrapped(str, depth, readAttached); ok {
		return statements, p
	}
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
	case strings.HasPrefix(t, text.TlogMark):
		return r.readTlogProof(nil)
	case IsNote(t): // before JSON, which its text may be
		return r.readNote()
	case isEmbeddedSignify(t):
		return r.readEmbeddedSignify()
	case trimmed[0] == '{' || trimmed[0] == '[':
		return r.readJSON()
	case IsCompactJWS(trimmed):
		return r.readCompactJWS(nil)
	case isBadge(trimmed):
		return r.readBadge(trimmed)
	}
	return r.readNothing(trimmed)
}

// ReadBeside reads a signature that stands in a text of its own, and the
// exact bytes it is over. Without bytes, nil, the text has to carry them.
func ReadBeside(signature string, message []byte) ([]Statement, *text.Problem) {
	if message == nil {
		return Read(signature)
	}
	return readDetached(signature, message, 0)
}

func readDetached(signature string, message []byte, depth int) ([]Statement, *text.Problem) {
	inside := func(inner string, depth int) ([]Statement, *text.Problem) { return readDetached(inner, message, depth) }
	if statements, p, ok := unwrapped(signature, depth, inside); ok {
		return statements, p
	}
	r := reader{text: signature}
	return r.result(r.readBeside(message))
}

func (r *reader) readBeside(over []byte) bool {
	t := r.text
	trimmed := strings.TrimSpace(t)
	switch {
	case r.refuse():
		return false
	case len(over) > text.MaxText:
		return r.want(0, text.TooLong("the signed message", len(over)))
	case strings.HasPrefix(t, text.TlogMark):
		return r.readTlogProof(over)
	case strings.HasPrefix(t, text.CommentMark):
		return r.readCommented(over)
	case text.ArmourLabel(t) == text.SshArmour:
		return r.readSSHSIG(over)
	case IsCompactJWS(trimmed):
		return r.readCompactJWS(over)
	case strings.HasPrefix(trimmed, "{") && r.isDetachedJWS():
		return r.readDetachedJWS(over)
	case IsNote(t) || strings.HasPrefix(trimmed, "{"):
		return r.want(0, "a signature alone, found a text that carries what it signs: give it without a message")
	}
	if signature, ok := rawSignature(trimmed); ok {
		return r.readRaw(signature, over)
	}
	return r.want(0, "a minisign, signify or SSH signature, a detached JWS, a tlog-proof, or 64 bytes in hexadecimal or base64")
}

// refuse stops texts that are too long, or secret.
func (r *reader) refuse() bool {
	r.problem = key.RefuseText(r.text)
	return r.problem != nil
}

// rawSignature reads 64 bytes in hexadecimal or base64.
func rawSignature(str string) ([]byte, bool) {
	if data, ok := text.DecodeHex(str); ok && len(data) == signature.Size {
		return data, true
	}
	data, ok := text.DecodeBase64(str)
	return data, ok && len(data) == signature.Size
}

func (r *reader) readRaw(signature, message []byte) bool {
	s := Statement{
		Format:    "raw",
		Layout:    "the exact bytes of the message",
		Message:   message,
		Signature: signature,
		content:   r.covered(0, message),
	}
	return r.untagged(message) && r.add(&s)
}

// untagged refuses bytes that another format alone may read.
func (r *reader) untagged(message []byte) bool {
	if format := text.TaggedFormat(message); format != "" {
		return r.want(0, "a signature over other bytes: these begin as those of "+format+", and are read in that format alone")
	}
	return true
}
