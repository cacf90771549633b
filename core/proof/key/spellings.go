package key

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// namedKey begins a key that names its algorithm.
const namedKey = "ed25519:"

func hasPrefixFold(str, prefix string) bool {
	return len(str) >= len(prefix) && strings.EqualFold(str[:len(prefix)], prefix)
}

// readNamed reads what stands after ed25519: hexadecimal, base64 or base58. A text that may
// be both of these is refused, as it would be two keys.
func (k *Public) readNamed(str string) string {
	str = strings.TrimSpace(str)
	if str == "" {
		return "a public key after " + namedKey
	}
	wanted := k.readBytes(str)
	data, ok := text.DecodeBase58(str)
	switch {
	case !ok:
		return wanted
	case len(data) == signature.Size:
		return Secret
	case len(data) != signature.KeySize:
		return wanted
	case wanted == "":
		return "a public key after " + namedKey + " in hexadecimal, or in base64 with its padding: this is base64 or base58"
	}
	return k.set(data, "", "base58")
}

// withoutColons returns the digits of hexadecimal whose bytes are joined by colons, as
// OpenSSL prints them, on one line or several; else the text.
func withoutColons(str string) string {
	if len(str) < 3 || str[2] != ':' {
		return str
	}
	bytes := strings.Split(strings.Join(strings.Fields(str), ""), ":")
	for _, digits := range bytes {
		if len(digits) != 2 {
			return str
		}
	}
	return strings.Join(bytes, "")
}
