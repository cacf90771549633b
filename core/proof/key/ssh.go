package key

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

const (
	sshType   = "ssh-ed25519"
	sshPrefix = "\x00\x00\x00\x0bssh-ed25519" // how the blob of such a key begins (RFC 8709 section 4)
)

// readSSH reads one key of a .pub, authorized_keys or allowed_signers file:
// [principals] [options] ssh-ed25519 base64 [comment]. Options of
// authorized_keys, which are about logging in, are passed over; those of
// allowed_signers limit what the key may sign.
func (k *Public) readSSH(str string) string {
	row, wanted := sshRow(str)
	if wanted != "" {
		return wanted
	}
	words, at, wanted := typeIn(row)
	if wanted != "" {
		return wanted
	}
	for _, word := range words[:at] {
		if wanted := k.readOptions(word); wanted != "" {
			return wanted
		}
	}
	data, wanted := text.Base64Std.Decode(words[at+1])
	if wanted != "" {
		return "an SSH key in " + wanted
	}
	k.Name = strings.Join(words[at+2:], " ")
	if at > 0 && k.Name == "" {
		k.Name = words[0]
	}
	return k.ReadSSHBlob(data)
}

// sshRow returns the one line of a text that is neither empty nor a comment.
func sshRow(str string) (row, wanted string) {
	for _, line := range text.Lines(str) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if row != "" {
			return "", "one SSH key, found another line: several belong in a keyring"
		}
		row = line
	}
	return row, ""
}

// typeIn splits a line into words; the key's type, which stands before the key, is
// the word at at.
func typeIn(row string) (words []string, at int, wanted string) {
	words, ok := sshWords(row)
	if !ok {
		return nil, 0, "an SSH key whose quotes are closed"
	}
	for at < len(words) && !isKeyType(words[at]) {
		at++
	}
	switch {
	case at == len(words):
		return nil, 0, "an SSH key of the type ssh-ed25519"
	case words[at] != sshType:
		return nil, 0, "an SSH key of the type ssh-ed25519, found " + op.Quote(words[at])
	case at > 2:
		return nil, 0, "at most principals and options before the type of an SSH key"
	case at+1 == len(words):
		return nil, 0, "base64 after the type of an SSH key"
	}
	return words, at, ""
}

// ReadSSHBlob reads the key format of RFC 8709 section 4.
func (k *Public) ReadSSHBlob(data []byte) string {
	key, ok := SshTyped(data, signature.KeySize)
	if !ok {
		return "the type ssh-ed25519 and 32 bytes in an SSH key"
	}
	return k.set(key, "", "SSH")
}

// SshTyped reads the string ssh-ed25519 and a string of that many bytes, which
// must be all there is.
func SshTyped(data []byte, size int) ([]byte, bool) {
	kind, rest, ok1 := SshString(data)
	value, rest, ok2 := SshString(rest)
	return value, ok1 && ok2 && len(rest) == 0 && string(kind) == sshType && len(value) == size
}

// SshString reads a string of RFC 4251 section 5, behind its length, and
// returns what follows.
func SshString(data []byte) (s, rest []byte, ok bool) {
	if len(data) < 4 {
		return nil, nil, false
	}
	length := uint32(data[0])<<24 | uint32(data[1])<<16 | uint32(data[2])<<8 | uint32(data[3])
	if uint64(length) > uint64(len(data)-4) {
		return nil, nil, false
	}
	return data[4 : 4+length], data[4+length:], true
}

// AppendSSHString appends a string of RFC 4251 section 5.
func AppendSSHString(dst, s []byte) []byte {
	n := len(s)
	return append(append(dst, byte(n>>24), byte(n>>16), byte(n>>8), byte(n)), s...)
}

// IsOtherSSH reports whether a text is the type of an SSH key that is not Ed25519's.
func IsOtherSSH(kind string) bool { return isKeyType(kind) && kind != sshType }

func isKeyType(word string) bool {
	return strings.HasPrefix(word, "ssh-") || strings.HasPrefix(word, "ecdsa-sha2-") || strings.HasPrefix(word, "sk-")
}

// sshWords splits a line at white space outside double quotes.
func sshWords(line string) (words []string, ok bool) {
	quoted, start := false, 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case (c == ' ' || c == '\t') && !quoted:
			if start < i {
				words = append(words, line[start:i])
			}
			start = i + 1
		}
	}
	if start < len(line) {
		words = append(words, line[start:])
	}
	return words, !quoted
}
