package signature

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Ed25519Request is one signature under one key.
type Ed25519Request struct {
	PublicKey string `json:"public_key" op:"maxlen=64" doc:"32 bytes in base64."`
	Message   string `json:"message" op:"maxlen=1398104" doc:"The signed bytes in base64, at most 1 MiB."`
	Signature string `json:"signature" op:"maxlen=128" doc:"64 bytes in base64."`
}

// Ed25519Response holds the results of both rules, and the properties of the key.
type Ed25519Response struct {
	Strict bool          `json:"strict" doc:"Whether the strict rule accepts it: then every verifier accepts it."`
	ZIP215 bool          `json:"zip215" doc:"Whether the loosest rule in use, ZIP-215, accepts it."`
	Key    KeyProperties `json:"key" doc:"Properties of the key."`
}

// KeyProperties describes an Ed25519 public key as a point of the curve.
type KeyProperties struct {
	Canonical  bool `json:"canonical" doc:"Whether it is the canonical encoding of its point."`
	SmallOrder bool `json:"small_order" doc:"Whether its point is one of the eight of small order, under which some verifiers accept signatures of anything."`
	PrimeOrder bool `json:"prime_order" doc:"Whether its point lies in the prime-order subgroup, as every honestly made key's does."`
}

// Ed25519 checks one signature by the strict rule and by ZIP-215.
//
// Errors: members that are not base64, or of another length than a key and a
// signature have.
func Ed25519(req Ed25519Request) (Ed25519Response, error) {
	key, refusal := Base64Of("/public_key", req.PublicKey, KeySize)
	if refusal != nil {
		return Ed25519Response{}, refusal
	}
	text, refusal := Base64Of("/message", req.Message, -1)
	if refusal != nil {
		return Ed25519Response{}, refusal
	}
	signature, refusal := Base64Of("/signature", req.Signature, Size)
	if refusal != nil {
		return Ed25519Response{}, refusal
	}
	k := Prepare(key)
	strict, zip215 := k.Verify(text, signature)
	return Ed25519Response{strict, zip215, k.Properties()}, nil
}

// Base64Of decodes a member of a request; size is the wanted number of bytes, or −1.
func Base64Of(field, str string, size int) ([]byte, *op.Error) {
	data, ok := text.DecodeBase64(str)
	if !ok {
		return nil, op.Refuse(field, "%s: want base64", op.Quote(str))
	}
	if size >= 0 && len(data) != size {
		return nil, op.Refuse(field, "%d bytes: want %d", len(data), size)
	}
	return data, nil
}
