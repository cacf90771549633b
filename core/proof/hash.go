package proof

import "github.com/tallyproof/tallyproof/core/sha2"

// sum256 is the SHA-256 of the data.
func sum256(data []byte) [32]byte { return sha2.Sum256(data) }

// sum512 is the SHA-512 of the data.
func sum512(data []byte) [64]byte { return sha2.Sum512(data) }
