// Package fmath computes exp, log, pow and the normal quantile with the same
// bits on every machine.
//
// A score that is checked in a browser, signed by a server and recomputed by
// an auditor must come out the same three times. Package math does not promise
// that: its Exp has hand-written assembly on some architectures, and the
// compiler may fuse x*y + z into one instruction that rounds once instead of
// twice. Over 200,000 inputs math.Exp differed between amd64 and wasm on 16 %,
// math.Pow on 14 %.
//
// Use this package for every transcendental function in core. [math.Sqrt],
// [math.Floor], [math.Abs] and [math.Trunc] need no replacement: IEEE 754
// leaves them one answer.
//
// # What is promised
//
// The same bits: for the same arguments, the same result on amd64 (any
// GOAMD64), arm64, wasm and every other IEEE 754 target of Go, where any NaN
// counts as the same NaN. testdata/bits.golden pins a hash over a million
// results of each function; natively and as wasm the same file must match. A
// result that changes is a change of rules: it belongs in the change log.
//
// Accuracy: within 1 ULP of the true value over the whole domain, subnormal
// results included. Measured against a 280-bit oracle the worst is below
// 0.54 ULP, where 0.5 is the best any function can do; per function the
// limits are in TestAccuracy. It follows that wherever the true value is a
// float64, it is the result: Exp10(3) is 1000 and Pow(3, 5) is 243. The functions are not promised to
// be correctly rounded,
// nor monotonic across neighbouring arguments.
//
// Special values follow the documentation of package math.
//
// # How
//
// Only operations that IEEE 754 defines exactly are used: + − × ÷, square
// root, floor, comparison, and bits. Every product is written float64(x*y),
// which the language defines as a rounding that may not be fused away;
// TestNotFused of core/engine looks for fused instructions in what is compiled. Tables
// are in tables.go; `go test ./core/fmath -run TestTables -update` computes
// them again from their definitions, and the test fails if they differ.
//
// A kernel works in pairs: "hi, lo" stands for the exact sum hi + lo, with lo
// at most about half a unit in the last place of hi. Rounding that sum is the
// last step of each function and its only significant error.
//
// The algorithms are after Szabolcs Nagy's exp, log and pow in ARM's Optimized
// Routines (also in musl and glibc ≥ 2.28), T. J. Dekker's double-length
// arithmetic (1971), M. M. Shepherd and J. G. Laframboise's scaled error
// function (1981) and M. J. Wichura's normal quantile AS 241 (1988). The code
// is our own, and so are the coefficients, except those of AS 241.
//
// Nothing here keeps state, so all functions are safe for concurrent use.
// None panics and none allocates.
package fmath
