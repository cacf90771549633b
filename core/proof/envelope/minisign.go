package envelope

import (
	"strconv"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// numberedSignature is the length of a signature of minisign and signify: two
// letters for the algorithm, the key number of 8 bytes, the signature.
const numberedSignature = 2 + 8 + signature.Size

// readCommented reads a signature file of minisign, which has four lines, or
// signify, which has two.
func (r *reader) readCommented(over []byte) bool {
	rows := text.Lines(r.text)
	if len(rows) != 2 && len(rows) != 4 {
		return r.want(0, "a signature file of two lines (signify) or four (minisign), found "+strconv.Itoa(len(rows)))
	}
	at := strings.IndexByte(r.text, '\n') + 1
	data, wanted := text.Base64Std.Decode(rows[1])
	if wanted != "" {
		return r.want(at, "a second line in "+wanted)
	}
	if len(data) != numberedSignature {
		return r.want(at, "a second line of "+text.Sized(numberedSignature, len(data)))
	}
	s := Statement{
		Format:    "minisign",
		Layout:    "the exact bytes of the file (minisign, legacy)",
		Message:   over,
		Signature: data[10:],
		KeyID:     key.KeyNumber(data[2:10]),
		content:   r.covered(0, over),
	}
	s.fits = func(key key.Known) bool { return key.Number == "" || key.Number == s.KeyID }
	algorithm := string(data[:2])
	switch {
	case algorithm == "ED" && len(rows) == 4:
		hashed := text.Blake2b(over)
		s.Layout = "BLAKE2b-512 of the file (minisign)"
		s.Message, s.Readable = hashed[:], over
	case algorithm != "Ed":
		return r.want(at, "the algorithm \"Ed\", or in four lines \"ED\", found "+strconv.QuoteToASCII(algorithm))
	case !r.untagged(over):
		return false
	}
	if len(rows) == 2 {
		s.Format, s.Layout = "signify", "the exact bytes of the file (signify)"
	} else if !r.trusted(&s, rows) {
		return false
	}
	return r.add(&s)
}

// trusted adds minisign's second signature, over the first and the trusted
// comment.
func (r *reader) trusted(s *Statement, rows []string) bool {
	at := strings.Index(r.text, rows[2])
	comment, ok := strings.CutPrefix(rows[2], text.TrustedMark)
	if !ok {
		return r.want(at, "a third line that begins with \""+text.TrustedMark+"\"")
	}
	at += len(rows[2]) + 1
	global, wanted := text.Base64Std.Decode(rows[3])
	if wanted != "" {
		return r.want(at, "a fourth line in "+wanted)
	}
	if len(global) != signature.Size {
		return r.want(at, "a fourth line of "+text.Sized(signature.Size, len(global)))
	}
	s.Also = &Statement{
		Layout:    "the signature, then the trusted comment",
		Message:   append(append([]byte(nil), s.Signature...), comment...),
		Signature: global,
	}
	s.Created = timestamp(comment)
	s.Dated = s.Created != ""
	return true
}

// timestamp returns the time that minisign writes into a trusted comment by default,
// timestamp:1633700835, in seconds since 1970, or "".
func timestamp(comment string) string {
	for _, field := range strings.Split(comment, "\t") {
		if digits, ok := strings.CutPrefix(field, "timestamp:"); ok {
			seconds, err := strconv.ParseUint(digits, 10, 64)
			if err == nil && seconds < 7258118400 { // the year 2200
				return time.Unix(int64(seconds), 0).UTC().Format(time.RFC3339)
			}
		}
	}
	return ""
}

// isEmbeddedSignify tells a file that signify -e signed: comment, signature,
// and then the message itself.
func isEmbeddedSignify(str string) bool {
	if !strings.HasPrefix(str, text.CommentMark) {
		return false
	}
	parts := strings.SplitN(str, "\n", 3)
	if len(parts) < 3 || parts[2] == "" || strings.HasPrefix(parts[2], strings.TrimSpace(text.TrustedMark)) {
		return false
	}
	data, wanted := text.Base64Std.Decode(parts[1])
	return wanted == "" && len(data) == numberedSignature
}

func (r *reader) readEmbeddedSignify() bool {
	parts := strings.SplitN(r.text, "\n", 3)
	r.text = parts[0] + "\n" + parts[1] + "\n"
	return r.readCommented([]byte(parts[2]))
}
