package adversary

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// Proof is a proof as requests take it.
type Proof struct {
	Text, Signature string
	Message         string // in base64
}

// sealed is a proof with what it signs.
type sealed struct {
	Proof
	bytes     []byte // that are signed
	signature []byte
	signed    Record // what the bytes say
	kind      string // DSSE's payload type
	namespace string // SSHSIG's
	number    bool   // whether the signature repeats a key number
}

// envelopes by name. A seal may be given a record in any order and spelling.
var envelopes = map[string]func(*Signer, Record) sealed{
	"score/1":          sealScore1,
	"data-integrity":   sealIntegrity,
	"data-integrity-2": sealSubject,
	"dsse":             sealDSSE,
	"dsse-in-toto":     sealInToto,
	"jws-compact":      sealCompact,
	"jws-flattened":    sealFlattened,
	"jws-inside":       sealInside,
	"jws-detached":     sealDetached,
	"minisign":         sealMinisign,
	"signify":          sealSignify,
	"sshsig":           sealSSH,
	"note":             sealNote,
	"tlog-proof":       sealTlog,
	"raw":              sealRaw,
}

// Envelopes are the names of the envelopes in which this package signs.
var Envelopes = func() (names []string) {
	for name := range envelopes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}()

const scoreTag = "tallyproof-score/1"

func sealScore1(s *Signer, r Record) sealed {
	r = r.With("version", text(scoreTag)).With("evaluator_pubkey", text(s.Hex))
	signed := append([]byte(scoreTag+"\n"), r.Canonical()...)
	sig := s.sign(signed)
	whole := r.With("evaluator_signature", text(hex.EncodeToString(sig)))
	return sealed{Proof: Proof{Text: whole.JSON(", ", ": ")}, bytes: signed, signature: sig, signed: r}
}

func integrity(s *Signer, document Record) (string, []byte, []byte) {
	name := s.multikey()
	options := Record{
		{"type", text("DataIntegrityProof")}, {"cryptosuite", text("eddsa-jcs-2022")},
		{"created", text("2026-11-20T12:30:00Z")},
		{"verificationMethod", text("did:key:" + name + "#" + name)}, {"proofPurpose", text("assertionMethod")},
	}
	a, b := sha256.Sum256(options.Canonical()), sha256.Sum256(document.Canonical())
	signed := append(a[:], b[:]...)
	sig := s.sign(signed)
	return document.With("proof", options.With("proofValue", text("z"+base58(sig))).Compact()).Compact(), signed, sig
}

func sealIntegrity(s *Signer, r Record) sealed {
	whole, signed, sig := integrity(s, r)
	return sealed{Proof: Proof{Text: whole}, bytes: signed, signature: sig, signed: r}
}

// sealSubject signs a credential, whose subject is the record.
func sealSubject(s *Signer, r Record) sealed {
	whole, signed, sig := integrity(s, Record{{"issuer", text("did:key:" + s.multikey())},
		{"credentialSubject", r.Compact()}})
	return sealed{Proof: Proof{Text: whole}, bytes: signed, signature: sig, signed: r}
}

// preAuthenticated is what DSSE signs.
func preAuthenticated(kind string, payload []byte) []byte {
	return append([]byte("DSSEv1 "+strconv.Itoa(len(kind))+" "+kind+" "+strconv.Itoa(len(payload))+" "), payload...)
}

func dsse(s *Signer, kind string, payload []byte, r Record) sealed {
	signed := preAuthenticated(kind, payload)
	sig := s.sign(signed)
	whole := Record{
		{"payloadType", text(kind)}, {"payload", text(b64(payload))},
		{"signatures", "[" + Record{{"keyid", text(s.keyID())}, {"sig", text(b64(sig))}}.Compact() + "]"},
	}
	return sealed{Proof: Proof{Text: whole.Compact()}, bytes: signed, signature: sig, signed: r, kind: kind}
}

// keyID is what the signer's key is called in proofs and in keyrings.
func (s *Signer) keyID() string { return "key-" + s.Hex[:6] }

// ScoreType is the payload type of scores in DSSE.
const ScoreType = "application/vnd.arena.score+json"

const inTotoType = "application/vnd.in-toto+json"

func sealDSSE(s *Signer, r Record) sealed { return dsse(s, ScoreType, []byte(r.Compact()), r) }

func sealInToto(s *Signer, r Record) sealed {
	payload := Record{
		{"_type", text("https://in-toto.io/Statement/v1")}, {"subject", `[{"name":"code.py","digest":{"sha256":"` +
			strings.Repeat("0a", 32) + `"}}]`},
		{"predicateType", text("https://arena.example/score/v1")}, {"predicate", r.Compact()},
	}
	return dsse(s, inTotoType, []byte(payload.Compact()), r)
}

func (s *Signer) header() string {
	return b64u([]byte(`{"alg":"EdDSA","kid":` + text(s.keyID()) + `}`))
}

func (s *Signer) jws(payload []byte) (header, body string, signed, sig []byte) {
	header, body = s.header(), b64u(payload)
	signed = []byte(header + "." + body)
	return header, body, signed, s.sign(signed)
}

func sealCompact(s *Signer, r Record) sealed {
	header, body, signed, sig := s.jws([]byte(r.Compact()))
	return sealed{Proof: Proof{Text: header + "." + body + "." + b64u(sig)}, bytes: signed, signature: sig, signed: r}
}

func sealFlattened(s *Signer, r Record) sealed {
	header, body, signed, sig := s.jws([]byte(r.Compact()))
	whole := Record{{"payload", text(body)}, {"protected", text(header)}, {"signature", text(b64u(sig))}}
	return sealed{Proof: Proof{Text: whole.Compact()}, bytes: signed, signature: sig, signed: r}
}

func sealInside(s *Signer, r Record) sealed {
	header, _, signed, sig := s.jws(r.Canonical())
	whole := r.With("signatures", "["+Record{{"protected", text(header)}, {"signature", text(b64u(sig))}}.Compact()+"]")
	return sealed{Proof: Proof{Text: whole.Compact()}, bytes: signed, signature: sig, signed: r}
}

func sealDetached(s *Signer, r Record) sealed {
	header, _, signed, sig := s.jws([]byte(r.Compact()))
	return sealed{Proof: Proof{Text: r.Compact(), Signature: header + ".." + b64u(sig)}, bytes: signed, signature: sig,
		signed: r}
}

// sealMinisign signs as minisign -l does, the file itself.
func sealMinisign(s *Signer, r Record) sealed {
	file := []byte(r.JSON(", ", ": ") + "\n")
	sig := s.sign(file)
	const comment = "timestamp:1795000000 file:record.json"
	second := s.sign(append(append([]byte{}, sig...), comment...))
	line := b64(append(append([]byte("Ed"), s.number()...), sig...))
	return sealed{
		Proof: Proof{Text: string(file), Signature: "untrusted comment: signature\n" + line + "\ntrusted comment: " +
			comment + "\n" + b64(second) + "\n"},
		bytes: file, signature: sig, signed: r, number: true,
	}
}

func sealSignify(s *Signer, r Record) sealed {
	file := []byte(r.Compact() + "\n")
	sig := s.sign(file)
	line := b64(append(append([]byte("Ed"), s.number()...), sig...))
	return sealed{Proof: Proof{Text: string(file), Signature: "untrusted comment: verify with key.pub\n" + line + "\n"},
		bytes: file, signature: sig, signed: r, number: true}
}

// sshStrings joins strings as RFC 4251 writes them.
func sshStrings(parts ...string) string {
	var b []byte
	for _, part := range parts {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(part))), part...)
	}
	return string(b)
}

// ScoreNamespace is the namespace of scores in SSHSIG.
const ScoreNamespace = "score@arena"

func sealSSH(s *Signer, r Record) sealed {
	file := r.Compact() + "\n"
	sum := sha512.Sum512([]byte(file))
	signed := []byte("SSHSIG" + sshStrings(ScoreNamespace, "", "sha512", string(sum[:])))
	sig := s.sign(signed)
	blob := "SSHSIG\x00\x00\x00\x01" + sshStrings(sshStrings("ssh-ed25519", string(s.Public)), ScoreNamespace, "",
		"sha512", sshStrings("ssh-ed25519", string(sig)))
	return sealed{Proof: Proof{Text: file, Signature: armour("SSH SIGNATURE", []byte(blob))}, bytes: signed,
		signature: sig, signed: r, namespace: ScoreNamespace}
}

func armour(label string, data []byte) string {
	body := b64(data)
	var b strings.Builder
	b.WriteString("-----BEGIN " + label + "-----\n")
	for len(body) > 70 {
		b.WriteString(body[:70] + "\n")
		body = body[70:]
	}
	b.WriteString(body + "\n-----END " + label + "-----\n")
	return b.String()
}

const noteName = "arena.example/scores"

func noteLine(s *Signer, name string, signed []byte) (string, []byte) {
	sig := s.sign(signed)
	return "— " + name + " " + b64(append(noteHash(name, s.Public), sig...)) + "\n", sig
}

func sealNote(s *Signer, r Record) sealed {
	signed := []byte(r.Compact() + "\n")
	line, sig := noteLine(s, noteName, signed)
	return sealed{Proof: Proof{Text: string(signed) + "\n" + line}, bytes: signed, signature: sig, signed: r}
}

func leaf(data []byte) [32]byte { return sha256.Sum256(append([]byte{0}, data...)) }

func parent(a, b [32]byte) [32]byte {
	return sha256.Sum256(bytes.Join([][]byte{{1}, a[:], b[:]}, nil))
}

// sealTlog logs the record as the second of four leaves.
func sealTlog(s *Signer, r Record) sealed {
	record := []byte(r.Compact())
	left, right := leaf([]byte("first")), parent(leaf([]byte("third")), leaf([]byte("fourth")))
	root := parent(parent(left, leaf(record)), right)
	checkpoint := []byte(noteName + "\n4\n" + b64(root[:]) + "\n")
	line, sig := noteLine(s, noteName, checkpoint)
	proof := "c2sp.org/tlog-proof@v1\nindex 1\n" + b64(left[:]) + "\n" + b64(right[:]) + "\n\n" + string(checkpoint) +
		"\n" + line
	return sealed{Proof: Proof{Text: string(record), Signature: proof}, bytes: checkpoint, signature: sig, signed: r}
}

func sealRaw(s *Signer, r Record) sealed {
	signed := []byte(r.Compact())
	sig := s.sign(signed)
	return sealed{Proof: Proof{Text: string(signed), Signature: hex.EncodeToString(sig)}, bytes: signed, signature: sig,
		signed: r}
}

// sealFlat signs a record without a version by a layout. With own the record
// carries its key.
func sealFlat(s *Signer, r Record, l *layout.Layout, own bool) sealed {
	if own {
		r = r.With("evaluator_pubkey", text(s.Hex))
	}
	some := r
	if len(l.Fields) > 0 {
		some = r.Only(l.Fields...)
	}
	signed := lay(some, l)
	sig := s.sign(signed)
	whole := r.With("evaluator_signature", text(b64(sig)))
	return sealed{Proof: Proof{Text: whole.Compact()}, bytes: signed, signature: sig, signed: some}
}

// lay makes the bytes that a layout signs of members.
func lay(r Record, l *layout.Layout) []byte {
	if l.Order == "sorted" {
		r = slices.Clone(r)
		slices.SortFunc(r, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	}
	out := []byte(l.Prefix)
	switch l.Form {
	case "json":
		out = append(out, r.Compact()...)
	case "json-spaced":
		out = append(out, r.JSON(", ", ": ")...)
	case "bytes":
		for _, m := range r {
			data, _ := hex.DecodeString(plain(m.Value))
			out = append(out, data...)
		}
	default: // values, pairs
		for i, m := range r {
			if i > 0 {
				out = append(out, l.Separator...)
			}
			if l.Form == "pairs" {
				out = append(out, m.Name+l.Assign...)
			}
			out = append(out, plain(m.Value)...)
		}
	}
	if l.Newline {
		out = append(out, '\n')
	}
	if l.Hash == "sha256" {
		sum := sha256.Sum256(out)
		out = sum[:]
	}
	if l.Encoding == "hex" {
		out = []byte(hex.EncodeToString(out))
	}
	return out
}

// unbase64 reads base64 of any alphabet, nil if it is none.
func unbase64(text string) []byte {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return data
}
