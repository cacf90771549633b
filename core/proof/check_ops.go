package proof

import (
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
)

// Ed25519Request is one signature under one key.
type Ed25519Request struct {
	PublicKey string `json:"public_key" op:"maxlen=64" doc:"32 bytes in base64."`
	Message   string `json:"message" op:"maxlen=1398104" doc:"The signed bytes in base64, at most 1 MiB."`
	Signature string `json:"signature" op:"maxlen=128" doc:"64 bytes in base64."`
}

// Ed25519Response is what the two rules say, and what the key is.
type Ed25519Response struct {
	Strict bool          `json:"strict" doc:"Whether the strict rule accepts: then every verifier does."`
	ZIP215 bool          `json:"zip215" doc:"Whether the loosest rule in use, ZIP-215, accepts."`
	Key    KeyProperties `json:"key" doc:"Properties of the key."`
}

// KeyProperties are what an Ed25519 public key is as a point of the curve.
type KeyProperties struct {
	Canonical  bool `json:"canonical" doc:"Whether it is the one encoding of its point."`
	SmallOrder bool `json:"small_order" doc:"Whether its point is one of the eight of small order, under which some verifiers accept signatures of anything."`
	PrimeOrder bool `json:"prime_order" doc:"Whether its point lies in the prime-order subgroup, as every honestly made key's does."`
}

// Ed25519 checks one signature by the strict rule and by ZIP-215.
//
// Errors: members that are not base64, or of another length than a key and a
// signature have.
func Ed25519(req Ed25519Request) (Ed25519Response, error) {
	key, refusal := base64Of("/public_key", req.PublicKey, keySize)
	if refusal != nil {
		return Ed25519Response{}, refusal
	}
	text, refusal := base64Of("/message", req.Message, -1)
	if refusal != nil {
		return Ed25519Response{}, refusal
	}
	signature, refusal := base64Of("/signature", req.Signature, signatureSize)
	if refusal != nil {
		return Ed25519Response{}, refusal
	}
	k := prepare(key)
	strict, zip215 := k.verify(text, signature)
	return Ed25519Response{strict, zip215, k.properties()}, nil
}

// base64Of decodes a member of a request; size is how many bytes it wants, or −1.
func base64Of(field, text string, size int) ([]byte, *op.Error) {
	data, ok := decodeBase64(text)
	if !ok {
		return nil, op.Invalidf(field, "%s: want base64", op.Quote(text))
	}
	if size >= 0 && len(data) != size {
		return nil, op.Invalidf(field, "%d bytes: want %d", len(data), size)
	}
	return data, nil
}

// CanonicalizeRequest is a JSON text.
type CanonicalizeRequest struct {
	Text string `json:"text,omitempty" op:"maxlen=1048576" doc:"A JSON text, at most 1 MiB."`
	Data string `json:"data,omitempty" op:"maxlen=1398104" doc:"The text's bytes in base64 instead, since what is not UTF-8 cannot stand in text."`
}

// CanonicalizeResponse is its canonical form.
type CanonicalizeResponse struct {
	Canonical string `json:"canonical" doc:"The canonical form (RFC 8785)."`
	SHA256    string `json:"sha256" doc:"SHA-256 of its UTF-8 bytes, in hexadecimal."`
}

// Canonicalize writes a JSON text in its canonical form (RFC 8785).
//
// Errors: a text that is not strict JSON, with line, column and byte offset of
// what is wrong.
func Canonicalize(req CanonicalizeRequest) (CanonicalizeResponse, error) {
	field, text := "/text", []byte(req.Text)
	if req.Data != "" {
		if req.Text != "" {
			return CanonicalizeResponse{}, op.Invalidf("/data", "given beside text: want one of them")
		}
		var refusal *op.Error
		if text, refusal = base64Of("/data", req.Data, -1); refusal != nil {
			return CanonicalizeResponse{}, refusal
		}
		field = "/data"
	}
	canonical, err := jcs.Canonicalize(text)
	if err != nil {
		return CanonicalizeResponse{}, op.Invalidf(field, "%s", ofJSON(err).where())
	}
	sum := sum256(canonical)
	return CanonicalizeResponse{string(canonical), hexOf(sum[:])}, nil
}

// where is the problem with its place, as refusals say it.
func (p *problem) where() string {
	return message.Sprintf("line %d, column %d (byte %d): %s", p.line, p.column, p.offset, p.message)
}

// HashRequest is any bytes.
type HashRequest struct {
	Data string `json:"data" op:"maxlen=89478488" doc:"The bytes in base64, at most 64 MiB."`
}

// HashResponse is their hash.
type HashResponse struct {
	SHA256 string `json:"sha256" doc:"SHA-256 of the bytes, in hexadecimal."`
}

// Hash is the SHA-256 of bytes, such as of a submission's code.
func Hash(req HashRequest) (HashResponse, error) {
	data, refusal := base64Of("/data", req.Data, -1)
	if refusal != nil {
		return HashResponse{}, refusal
	}
	sum := sum256(data)
	return HashResponse{hexOf(sum[:])}, nil
}

// hexOf is data in lower-case hexadecimal.
func hexOf(data []byte) string { return string(appendHex(nil, data)) }
