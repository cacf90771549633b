package key

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
)

// readOptions reads the options of allowed_signers (ssh-keygen(1)) in a word before the
// key: namespaces, valid-after and valid-before. Other words and options limit nothing
// here. It returns what was wanted, or "".
func (k *Public) readOptions(word string) string {
	for _, option := range splitOutsideQuotes(word, ',') {
		name, value, _ := strings.Cut(option, "=")
		value = strings.Trim(value, `"`)
		var wanted string
		switch strings.ToLower(name) {
		case "cert-authority":
			wanted = "an SSH key without the option cert-authority: certificates are not checked here"
		case "namespaces":
			wanted = k.readNamespaces(value)
		case "valid-after":
			wanted = readSignerTime(&k.from, "valid-after", value)
		case "valid-before":
			wanted = readSignerTime(&k.to, "valid-before", value)
		}
		if wanted != "" {
			return wanted
		}
	}
	return ""
}

// readNamespaces reads a list without patterns.
func (k *Public) readNamespaces(value string) string {
	if k.namespaces != nil {
		return "the option namespaces of an SSH key once"
	}
	k.namespaces = strings.Split(value, ",")
	for _, name := range k.namespaces {
		if name == "" || strings.ContainsAny(name, "*?!") {
			return "namespaces of an SSH key by their whole names, found " + op.Quote(value)
		}
	}
	if len(k.namespaces) > mostTexts {
		return "fewer namespaces of an SSH key"
	}
	return ""
}

// readSignerTime reads YYYYMMDD, perhaps with HHMM or HHMMSS, and Z. Without Z, ssh-keygen
// means the time zone of the machine that it runs on.
func readSignerTime(into *string, option, value string) string {
	digits, zulu := strings.CutSuffix(value, "Z")
	if !zulu || !slices.Contains([]int{8, 12, 14}, len(digits)) || *into != "" {
		return "one time in UTC for " + option + " of an SSH key, such as 20260131Z, found " + op.Quote(value)
	}
	digits += "000000"
	*into = digits[:4] + "-" + digits[4:6] + "-" + digits[6:8] + "T" + digits[8:10] + ":" + digits[10:12] + ":" +
		digits[12:14] + "Z"
	if _, ok := instant.Parse(*into); !ok {
		return "a time in UTC for " + option + " of an SSH key, such as 20260131Z, found " + op.Quote(value)
	}
	return ""
}

// splitOutsideQuotes splits a text at a separator that is not in double quotes.
func splitOutsideQuotes(str string, separator byte) (parts []string) {
	quoted, start := false, 0
	for i := range len(str) {
		switch c := str[i]; {
		case c == '"':
			quoted = !quoted
		case c == separator && !quoted:
			parts = append(parts, str[start:i])
			start = i + 1
		}
	}
	return append(parts, str[start:])
}

// limited narrows an entry to what the spelling of its key allows, a JWK or a line of
// allowed_signers, or returns what was wanted.
func (k *Listed) limited(spelled *Public) (wanted string) {
	if wanted = k.bounds(spelled.jwk); wanted != "" {
		return wanted
	}
	for _, limit := range []struct {
		text   string
		begins bool
	}{{spelled.from, true}, {spelled.to, false}} {
		if at, ok := instant.Parse(limit.text); ok && limit.text != "" {
			k.narrow(limit.text, at, limit.begins)
		}
	}
	if k.neverValid() {
		return "a key that is valid at some time, found from " + k.From + " to " + k.To
	}
	switch {
	case spelled.namespaces == nil:
	case k.namespaces == nil:
		k.namespaces = spelled.namespaces
	default:
		k.namespaces = slices.DeleteFunc(slices.Clone(k.namespaces), func(name string) bool {
			return !slices.Contains(spelled.namespaces, name)
		})
		if len(k.namespaces) == 0 {
			return "a namespace that both the entry and the line of its SSH key allow"
		}
	}
	return ""
}
