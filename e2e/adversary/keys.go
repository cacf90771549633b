package adversary

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"slices"

	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// Signer has a private key, which only tests know.
type Signer struct {
	private ed25519.PrivateKey
	Public  ed25519.PublicKey
	Hex     string // the public key
}

// NewSigner returns the signer of that name.
func NewSigner(name string) *Signer {
	seed := sha256.Sum256([]byte("tallyproof adversary " + name))
	private := ed25519.NewKeyFromSeed(seed[:])
	public := private.Public().(ed25519.PublicKey)
	return &Signer{private, public, hex.EncodeToString(public)}
}

func (s *Signer) sign(message []byte) []byte { return ed25519.Sign(s.private, message) }

var (
	b64  = base64.StdEncoding.EncodeToString
	b64u = base64.RawURLEncoding.EncodeToString
)

// number returns the key number that the signer has in minisign and signify.
func (s *Signer) number() []byte {
	sum := sha256.Sum256(s.Public)
	return sum[:8]
}

// minisignKey returns the public key as minisign writes it.
func (s *Signer) minisignKey() string {
	return b64(append(append([]byte("Ed"), s.number()...), s.Public...))
}

func (s *Signer) multikey() string {
	return "z" + base58(append([]byte{0xed, 0x01}, s.Public...))
}

// noteHash returns the hash of a key in a signed note.
func noteHash(name string, public []byte) []byte {
	sum := sha256.Sum256(append([]byte(name+"\n\x01"), public...))
	return sum[:4]
}

// spellings are ways to write a public key that readers know.
func spellings(public []byte) []string {
	der := append([]byte("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"), public...)
	multi := "z" + base58(append([]byte{0xed, 0x01}, public...))
	return []string{
		hex.EncodeToString(public), "0x" + hex.EncodeToString(public), b64(public), b64u(public),
		multi, "did:key:" + multi, hex.EncodeToString(der), b64(der),
		"-----BEGIN PUBLIC KEY-----\n" + b64(der) + "\n-----END PUBLIC KEY-----\n",
		"ssh-ed25519 " + b64(append([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"), public...)) + " runner@arena",
		`{"kty":"OKP","crv":"Ed25519","x":"` + b64u(public) + `"}`,
	}
}

const base58Letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func base58(data []byte) string {
	var out []byte
	x, base, digit := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int)
	for x.Sign() > 0 {
		x.DivMod(x, base, digit)
		out = append(out, base58Letters[digit.Int64()])
	}
	for _, b := range data {
		if b != 0 {
			break
		}
		out = append(out, '1')
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}

// Entry is a key of a keyring.
type Entry struct {
	ID           string         `json:"id,omitempty"`
	Owner        string         `json:"owner,omitempty"`
	Arena        string         `json:"arena,omitempty"`
	PublicKey    string         `json:"public_key"`
	Source       string         `json:"source,omitempty"`
	ValidFrom    string         `json:"valid_from,omitempty"`
	ValidTo      string         `json:"valid_to,omitempty"`
	Status       string         `json:"status,omitempty"`
	Namespaces   []string       `json:"namespaces,omitempty"`
	PayloadTypes []string       `json:"payload_types,omitempty"`
	Layout       *layout.Layout `json:"layout,omitempty"`

	Hex string `json:"-"` // the key, however PublicKey spells it
}

// Trust is what a viewer trusts: the host's keys, and those pinned on the
// device.
type Trust struct {
	Keys, Pins []Entry
}

// Entry returns the trusted entry of a key: the host's before the viewer's own.
func (t *Trust) Entry(key string) *Entry {
	for _, list := range [][]Entry{t.Keys, t.Pins} {
		for i := range list {
			if list[i].Hex == key {
				return &list[i]
			}
		}
	}
	return nil
}

// all returns the trusted keys as one list, in which the host's count.
func (t *Trust) all() []Entry {
	list := slices.Clone(t.Keys)
	for _, e := range t.Pins {
		if !slices.ContainsFunc(t.Keys, func(k Entry) bool { return k.Hex == e.Hex || k.ID == e.ID }) {
			list = append(list, e)
		}
	}
	return list
}

// Ring returns a keyring as requests take it, nil without keys.
func Ring(keys []Entry) []byte {
	if len(keys) == 0 {
		return nil
	}
	text, err := json.Marshal(struct {
		Keys []Entry `json:"keys"`
	}{keys})
	if err != nil {
		panic("adversary: " + err.Error())
	}
	return text
}
