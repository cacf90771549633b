package proof

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/packed"
)

// UnpackRequest is a proof as an address carries it.
type UnpackRequest struct {
	Packed string `json:"packed" op:"maxlen=16384" doc:"What stands in an address behind d=, or between /badge/d/ and the next slash."`
}

// UnpackResponse is the proof as proof.verify takes it.
type UnpackResponse struct {
	Text string `json:"text" doc:"The proof."`
}

// Unpack returns the proof that an address carries. Nothing of it is checked.
//
// Errors: a text that is not packed, is damaged, or is longer unpacked than 64 KiB.
func Unpack(req UnpackRequest) (UnpackResponse, error) {
	text, wanted := packed.Inflate(req.Packed)
	if wanted != "" {
		return UnpackResponse{}, op.Refuse("/packed", "want %s", wanted)
	}
	return UnpackResponse{Text: text}, nil
}

// unpackCost estimates [Unpack], which may fill its longest answer.
func unpackCost(req UnpackRequest) op.Cost {
	c := op.Reading(packed.MostText, 0)
	c.Answer = packed.MostText
	return c
}
