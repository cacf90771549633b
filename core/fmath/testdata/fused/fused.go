// Package fused is what fmath must not be: TestNotFused of core/engine builds it to see that
// it would notice.
package fused

// MulAdd returns x·y + z, which the compiler may fuse.
func MulAdd(x, y, z float64) float64 { return x*y + z }
