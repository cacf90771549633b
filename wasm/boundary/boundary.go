//go:build js && wasm

// Package boundary is what JavaScript calls of a js/wasm program: a catalogue of
// operations behind a few exports, which engine.mjs turns into objects and strings.
//
// A call asks tp_input for room, writes the operation's name and the request
// there, one after the other, calls tp_call, reads the answer at tp_output
// and ends with tp_release. A program may have more exports, which read [Input] and
// return the length of an [Answer]. Memory is the export "mem". Any call may grow it,
// which detaches every view: make them anew after each.
//
// No export may block or panic: JavaScript would not notice, and would read
// garbage.
package boundary

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/tallyproof/tallyproof/core/op"
)

// catalogue is what [Serve] serves.
var catalogue op.Catalogue

// Serve lets JavaScript call these operations. It never returns.
func Serve(operations op.Catalogue) {
	catalogue = operations
	select {}
}

// Input returns what JavaScript wrote last.
func Input() []byte { return input }

const (
	maxInput = op.BulkLimit + 1<<10 // bytes of the largest request and its name
	keep     = 1 << 20              // bytes of the largest input kept for the next call
	collect  = 1 << 18              // bytes of input and output after which garbage is collected
)

// input is what JavaScript wrote and output what it reads next. Their
// addresses hold while these refer to them: the collector moves nothing.
var input, output []byte

// tpInput returns the address of n bytes for a name and a request. If that is
// more than any operation accepts, it is nil, and tpCall will refuse.
//
//go:wasmexport tp_input
func tpInput(n uint32) unsafe.Pointer {
	switch {
	case n > maxInput:
		input = nil
	case int(n) > cap(input):
		input = make([]byte, n, max(n, 4096))
	default:
		input = input[:n] // of a larger one before it, which stays in memory
	}
	return unsafe.Pointer(unsafe.SliceData(input))
}

// tpCall runs an operation and returns the length of the answer, the envelope.
//
//go:wasmexport tp_call
func tpCall(name, request uint32) uint32 {
	return Answer(func() []byte {
		if uint64(name)+uint64(request) > uint64(len(input)) {
			return op.Envelope(&op.Error{Code: op.TooLarge, Message: fmt.Sprintf("the request has %d bytes: want at most %d",
				int(request), op.BulkLimit)})
		}
		return catalogue.Call(string(input[:name]), input[name:name+request])
	})
}

// tpAbout answers the version and, in catalogue order, the operations' names:
// a line each.
//
//go:wasmexport tp_about
func tpAbout() uint32 {
	return Answer(func() []byte {
		text := []byte(op.Version)
		for _, o := range catalogue {
			text = append(append(text, '\n'), o.Name...)
		}
		return text
	})
}

// tpOutput returns the address of the last answer, or nil.
//
//go:wasmexport tp_output
func tpOutput() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(output)) }

// tpRelease gives back the memory of the answer, and of a large request. What these
// leave is collected at once: the collector has no time of its own here, and would
// let memory, which never shrinks, grow for the next request, too. New memory takes
// longer than a collection.
//
//go:wasmexport tp_release
func tpRelease() {
	large := len(input)+len(output) > collect
	output = nil
	if cap(input) > keep {
		input = nil
	}
	if large {
		runtime.GC()
	}
}

// Answer makes the result of f the output, and returns its length. A panic in f gives the same answer
// as a panic inside an operation; if f never returns, there is no output.
func Answer(f func() []byte) (n uint32) {
	defer func() {
		if p := recover(); p != nil {
			output = op.Envelope(&op.Error{Code: op.Internal, Message: "the engine failed unexpectedly: " + op.PanicText(p)})
		}
		n = uint32(len(output))
	}()
	output = nil
	output = f()
	return
}
