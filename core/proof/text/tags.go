package text

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/jcs"
)

// Marks of the two comment lines of a minisign signature.
const (
	CommentMark = "untrusted comment:"
	TrustedMark = "trusted comment: "
)

// NoteMark begins a signature line: an em dash and a space.
const NoteMark = "— "

// Marks of an SSH signature: the label of its armour, and its first bytes.
const (
	SshArmour = "SSH SIGNATURE"
	SshMagic  = "SSHSIG"
)

// TlogMark begins a tlog-proof of any version.
const TlogMark = "c2sp.org/tlog-proof@"

// domainTags begin bytes that one format alone may read. A signature over them
// must not be taken for one over anything else.
var domainTags = []struct{ begin, format string }{
	{"tallyproof-score/", "a flat record that says its version"},
	{"DSSEv1 ", "a DSSE envelope"},
	{SshMagic, "an SSH signature"},
	{NoteMark, "a signed note"},
	{TlogMark, "a tlog-proof"},
}

// TaggedFormat returns the format that alone may read bytes like these, in words, or
// "".
func TaggedFormat(signed []byte) string {
	begin := string(signed[:min(len(signed), 32)])
	for _, tag := range domainTags {
		if strings.HasPrefix(begin, tag.begin) {
			return tag.format
		}
	}
	if isSigningInput(signed) {
		return "a JSON Web Signature"
	}
	return ""
}

// isSigningInput reports whether bytes are the input of a JWS signature: two parts of
// base64url joined by a dot, of which the first is a header, an object in JSON; or any
// bytes behind the dot if the header has a member b64 (RFC 7797).
func isSigningInput(signed []byte) bool {
	dot := bytes.IndexFunc(signed, notBase64URL)
	if dot < 0 || signed[dot] != '.' {
		return false
	}
	header, wanted := Base64URL.Decode(string(signed[:dot]))
	if wanted != "" || !BeginsObject(header) {
		return false
	}
	if !bytes.ContainsFunc(signed[dot+1:], notBase64URL) {
		return true
	}
	v, err := jcs.Parse(header)
	return err != nil || v.Get("b64") != nil
}

func notBase64URL(c rune) bool {
	if c >= utf8.RuneSelf || c == '+' || c == '/' {
		return true
	}
	_, ok := Base64Digit(byte(c))
	return !ok
}
