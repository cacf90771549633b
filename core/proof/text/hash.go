package text

import (
	"github.com/tallyproof/tallyproof/core/sha2"
)

// SHA256 is the SHA-256 of the data.
func SHA256(data []byte) [32]byte { return sha2.Sum256(data) }

// SHA512 is the SHA-512 of the data.
func SHA512(data []byte) [64]byte { return sha2.Sum512(data) }
