package proof

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/signature"
)

// Ops are this package's operations, in the order of the documentation.
var Ops = []op.Op{
	op.Define("proof.verify", "What a score proof proves: the signature, the key, the code, the sum, the dates, and what is not signed.", Verify).Bulk().Costs(verifyCost),
	op.Define("proof.verify_batch", "Verdicts on many proofs at once; one bad row never hides the rest.", VerifyBatch).Bulk().Costs(batchCost),
	op.Define("proof.ed25519", "One Ed25519 signature by the strict rule and by ZIP-215, and the properties of its key.", signature.Ed25519),
	op.Define("proof.keyring", "One keyring of several: every key once, spelled alike.", key.Keyring),
	op.Define("proof.find_layout", "Which bytes of a record are signed, when the record does not say.", FindLayout).Costs(findCost),
	op.Define("proof.canonicalize", "A JSON text in its canonical form (RFC 8785), read strictly.", Canonicalize),
	op.Define("proof.hash", "SHA-256 of bytes, such as of a submission's code.", Hash).Bulk(),
	op.Define("proof.statement", "The exact bytes an evaluator signs for a record.", Statement),
}
