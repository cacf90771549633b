// Package signature checks Ed25519 signatures, one or many of one key.
package signature

// Sizes in bytes of RFC 8032.
const (
	KeySize = 32
	Size    = 64
)
