//go:build js && wasm && trap

package main

import (
	"os"
	"runtime"
	"time"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// The build tag "trap" adds operations that kill the engine in every way we
// know of, to test its recovery (e2e/node/recovery.test.mjs).
func init() {
	engine.Catalogue = append(engine.Catalogue,
		trap("trap.memory", func() { hold(make([]byte, 3<<30), make([]byte, 3<<30)) }),
		trap("trap.stack", func() { deeper(0) }),
		trap("trap.exit", func() { os.Exit(3) }),
		trap("trap.goroutine", func() { go panic("a goroutine's panic"); runtime.Gosched() }),
		trap("trap.block", func() { select {} }),
		trap("trap.sleep", func() { time.Sleep(time.Second) }),
		// Failures after which the engine still works:
		trap("trap.panic", func() { panic("an operation's panic") }),
		trap("trap.garbage", func() { // 64 MB for the collector
			for range 64 {
				hold(make([]byte, 1<<20))
			}
		}),
	)
}

func trap(name string, f func()) op.Op {
	return op.Define(name, "", func(struct{}) (struct{}, error) { f(); return struct{}{}, nil })
}

// deeper recurses until a stack ends, the host's or Go's.
func deeper(n int) int {
	if n < 0 {
		return 0
	}
	return deeper(n+1) + n
}

var held [][]byte

func hold(b ...[]byte) { held = b }
