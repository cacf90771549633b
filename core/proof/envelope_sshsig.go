package proof

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

const (
	sshArmour = "SSH SIGNATURE"
	sshMagic  = "SSHSIG"
)

// readSSHSIG reads what ssh-keygen -Y sign writes (PROTOCOL.sshsig of OpenSSH):
// a key, a namespace, the name of a hash and a signature. What is signed is the
// namespace and the hash of the message, so that a signature made for another
// purpose does not pass for this one if the namespace is looked at.
func (r *reader) readSSHSIG(over []byte) bool {
	data, p := decodeArmour(r.text, sshArmour)
	if p != nil {
		r.problem = p
		return false
	}
	var sig sshSignature
	if wanted := sig.read(data); wanted != "" {
		return r.want(0, wanted)
	}
	signed := []byte(sshMagic)
	for _, part := range [][]byte{sig.namespace, sig.reserved, sig.hash, hashed(sig.hash, over)} {
		signed = appendSSHString(signed, part)
	}
	s := statement{
		format:    "sshsig",
		layout:    "the namespace " + op.Quote(string(sig.namespace)) + " and the hash (" + string(sig.hash) + ") of the message, as ssh-keygen -Y signs them",
		message:   signed,
		readable:  over,
		signature: sig.signature,
		key:       sig.key,
		namespace: string(sig.namespace),
	}
	return r.inside(&s, 0, over) && r.add(&s)
}

// hashed is the hash of that name, sha256 or sha512, of the message.
func hashed(name, over []byte) []byte {
	if string(name) == "sha256" {
		sum := sum256(over)
		return sum[:]
	}
	sum := sum512(over)
	return sum[:]
}

type sshSignature struct{ key, namespace, reserved, hash, signature []byte }

// read takes a signature apart, or says what was wanted instead.
func (s *sshSignature) read(data []byte) string {
	rest, ok := strings.CutPrefix(string(data), sshMagic+"\x00\x00\x00\x01")
	if !ok {
		return "an SSH signature of version 1"
	}
	left := []byte(rest)
	var blob, made []byte
	for _, part := range []*[]byte{&blob, &s.namespace, &s.reserved, &s.hash, &made} {
		if *part, left, ok = sshString(left); !ok {
			return "an SSH signature of five parts, found its end before"
		}
	}
	if len(left) > 0 {
		return "the end of an SSH signature after its five parts"
	}
	var k publicKey
	if wanted := k.readSSHBlob(blob); wanted != "" {
		return wanted
	}
	if len(s.namespace) == 0 {
		return "an SSH signature with a namespace"
	}
	if hash := string(s.hash); hash != "sha256" && hash != "sha512" {
		return "the hash sha256 or sha512 in an SSH signature, found " + op.Quote(hash)
	}
	s.key = k.bytes
	if s.signature, ok = sshTyped(made, signatureSize); !ok {
		return "the type ssh-ed25519 and 64 bytes in an SSH signature"
	}
	return ""
}
