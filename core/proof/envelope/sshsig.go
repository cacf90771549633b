package envelope

import (
	"crypto/sha256"
	"crypto/sha512"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// readSSHSIG reads what ssh-keygen -Y sign writes (PROTOCOL.sshsig of OpenSSH):
// a key, a namespace, the name of a hash and a signature. What is signed is the
// namespace and the hash of the message, so that a signature made for another
// purpose does not pass for this one if the namespace is looked at.
func (r *reader) readSSHSIG(over []byte) bool {
	data, p := text.DecodeArmour(r.text, text.SshArmour)
	if p != nil {
		r.problem = p
		return false
	}
	var sig sshSignature
	if kind := sig.kind(data); kind != "" {
		return r.unsupported(0, "this is an SSH signature by a key of the type "+op.Quote(kind)+", which is "+unchecked+
			": only ssh-ed25519 is")
	}
	if wanted := sig.read(data); wanted != "" {
		return r.want(0, wanted)
	}
	signed := []byte(text.SshMagic)
	for _, part := range [][]byte{sig.namespace, sig.reserved, sig.hash, hashed(sig.hash, over)} {
		signed = key.AppendSSHString(signed, part)
	}
	s := Statement{
		Format: "sshsig",
		Layout: "the namespace " + op.Quote(string(sig.namespace)) + " and the hash (" + string(sig.hash) +
			") of the message, as ssh-keygen -Y signs them",
		Message:   signed,
		Readable:  over,
		Signature: sig.signature,
		Key:       sig.key,
		Use:       key.Use{Namespace: string(sig.namespace)},
		content:   r.covered(0, over),
	}
	return r.add(&s)
}

// hashed returns the hash of that name, sha256 or sha512, of the message.
func hashed(name, over []byte) []byte {
	if string(name) == "sha256" {
		sum := sha256.Sum256(over)
		return sum[:]
	}
	sum := sha512.Sum512(over)
	return sum[:]
}

type sshSignature struct{ key, namespace, reserved, hash, signature []byte }

// kind returns the type of the key if it is another than ssh-ed25519; else "".
func (s *sshSignature) kind(data []byte) string {
	rest, ok := strings.CutPrefix(string(data), text.SshMagic+"\x00\x00\x00\x01")
	if !ok {
		return ""
	}
	blob, _, _ := key.SshString([]byte(rest))
	if name, _, _ := key.SshString(blob); key.IsOtherSSH(string(name)) {
		return string(name)
	}
	return ""
}

// read takes a signature apart, or reports what was wanted instead.
func (s *sshSignature) read(data []byte) string {
	rest, ok := strings.CutPrefix(string(data), text.SshMagic+"\x00\x00\x00\x01")
	if !ok {
		return "an SSH signature of version 1"
	}
	left := []byte(rest)
	var blob, made []byte
	for _, part := range []*[]byte{&blob, &s.namespace, &s.reserved, &s.hash, &made} {
		if *part, left, ok = key.SshString(left); !ok {
			return "an SSH signature of five parts, found its end before"
		}
	}
	if len(left) > 0 {
		return "the end of an SSH signature after its five parts"
	}
	var k key.Public
	if wanted := k.ReadSSHBlob(blob); wanted != "" {
		return wanted
	}
	if len(s.namespace) == 0 {
		return "an SSH signature with a namespace"
	}
	if hash := string(s.hash); hash != "sha256" && hash != "sha512" {
		return "the hash sha256 or sha512 in an SSH signature, found " + op.Quote(hash)
	}
	s.key = k.Bytes
	if s.signature, ok = key.SshTyped(made, signature.Size); !ok {
		return "the type ssh-ed25519 and 64 bytes in an SSH signature"
	}
	return ""
}
