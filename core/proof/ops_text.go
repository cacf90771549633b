package proof

import (
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

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
	field, str := "/text", []byte(req.Text)
	if req.Data != "" {
		if req.Text != "" {
			return CanonicalizeResponse{}, op.Invalidf("/data", "given beside text: want one of them")
		}
		var refusal *op.Error
		if str, refusal = signature.Base64Of("/data", req.Data, -1); refusal != nil {
			return CanonicalizeResponse{}, refusal
		}
		field = "/data"
	}
	canonical, err := jcs.Canonicalize(str)
	if err != nil {
		return CanonicalizeResponse{}, op.Invalidf(field, "%s", text.OfJSON(err).Where())
	}
	sum := text.SHA256(canonical)
	return CanonicalizeResponse{string(canonical), text.HexOf(sum[:])}, nil
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
	data, refusal := signature.Base64Of("/data", req.Data, -1)
	if refusal != nil {
		return HashResponse{}, refusal
	}
	sum := text.SHA256(data)
	return HashResponse{text.HexOf(sum[:])}, nil
}
