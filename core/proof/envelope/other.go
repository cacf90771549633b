package envelope

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// readNothing explains what a text in an unknown format is.
func (r *reader) readNothing(trimmed string) bool {
	if format := notSupported(trimmed); format != "" {
		return r.unsupported(0, "this is "+format)
	}
	return r.want(0, whatInstead(trimmed))
}

// notSupported names a format of signatures that is not checked here, and says what
// checks it if known; or returns "".
func notSupported(str string) string {
	switch text.ArmourLabel(str) {
	case "PGP SIGNATURE", "PGP SIGNED MESSAGE", "PGP MESSAGE":
		return "an OpenPGP signature, which is " + unchecked + " (gpg --verify does it)"
	case "PKCS7", "CMS", "SIGNED MESSAGE":
		return "a CMS signature, which is " + unchecked + " (openssl cms -verify does it)"
	}
	if isCOSE(str) {
		return "a COSE signature, which is " + unchecked
	}
	return ""
}

// whatInstead describes what was expected of a text in an unknown format, and what the
// text is if known.
func whatInstead(text string) string {
	if found := recognized(text); found != "" {
		return "a proof, found " + found
	}
	if _, ok := rawSignature(text); ok {
		return "a proof, found 64 bytes, perhaps a signature: give the signed text too"
	}
	switch wanted := new(key.Public).Read(text); wanted {
	case "":
		return "a proof, found a public key"
	case key.Secret:
		return wanted
	}
	return "a proof: a JSON record, a JWS, a signed note, a tlog-proof, or a signature file and what it signs"
}

// recognized names a known kind of text that is not a proof, or a signature that needs
// its signed text; or returns "".
func recognized(str string) string {
	switch label := text.ArmourLabel(str); label {
	case "":
	case text.SshArmour:
		return "an SSH signature alone: give the signed text too"
	case "PUBLIC KEY":
		return "a public key"
	case "CERTIFICATE":
		return "a certificate, which is no proof by itself"
	default:
		return "an armoured text with the label " + op.Quote(label) + ", which is no format of ours"
	}
	switch {
	case strings.HasPrefix(str, text.CommentMark) && strings.Count(str, "\n") > 0:
		var k key.Public
		if wanted := k.ReadCommented(str); wanted == "" {
			return "a public key of " + k.Spelling
		}
		return "a signature of minisign or signify alone: give the signed file too"
	case strings.HasPrefix(str, "\x89PNG\r\n"):
		return "a PNG that carries no proof"
	case strings.HasPrefix(str, "<?xml") || strings.HasPrefix(str, "<svg"):
		return "an image or XML"
	}
	return text.Encoding(str)
}

// isCOSE reports whether bytes are a COSE_Sign1 or COSE_Sign (RFC 9052): their
// CBOR tags, 18 and 98, before an array of four, in bytes, hexadecimal or base64.
func isCOSE(text string) bool {
	for _, start := range []string{"\xd2\x84", "d284", "0oRD", "\xd8\x62\x84", "d86284", "2GKE"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}
