package key

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// Use is the purpose that a signature states.
type Use struct {
	Namespace   string // of an SSH signature; "" for other formats
	PayloadType string // of a DSSE envelope; "" for other formats

	Around []*jcs.Value // signed objects that the record is a part of, which may name the arena, too
}

// Forbids explains why the entry does not allow what the key was used for, in a
// sentence and in a few words, or answers "". Page, list, badge, card, board and
// store all ask here, through the check of the key.
func (k *Listed) Forbids(u Use, signed record.Signed) (said, brief string) {
	arena, other := "", false
	if k.Arena != "" {
		arena, other = signed.OtherArena(k.Arena)
		for i := 0; i < len(u.Around) && !other; i++ {
			arena, other = record.OtherArena(u.Around[i], k.Arena)
		}
	}
	switch {
	case other:
		return fmt.Sprintf("The key %s is listed for the arena %s, and the record is of %s.", Short(k.Bytes),
			words.Called(k.Arena), op.Quote(arena)), "the key is of another arena"
	case len(k.namespaces) > 0 && u.Namespace != "" && !slices.Contains(k.namespaces, u.Namespace):
		return fmt.Sprintf("The key %s is not listed for SSH signatures of the namespace %s.", Short(k.Bytes),
			op.Quote(u.Namespace)), "the key is not for this namespace"
	case len(k.payloadTypes) > 0 && u.PayloadType != "" && !slices.Contains(k.payloadTypes, u.PayloadType):
		return fmt.Sprintf("The key %s is not listed for payloads of the type %s.", Short(k.Bytes), op.Quote(u.PayloadType)),
			"the key is not for this type"
	}
	return "", ""
}
