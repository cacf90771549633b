//go:build js && wasm

// Command engine is the engine as a js/wasm program: core/engine behind the exports of
// wasm/boundary. It also has tp_http, which takes the parts of an HTTP request as tp_call
// takes a name and a request, and the tables of tables.go.
package main

import (
	"math"
	"strconv"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/wasm/boundary"
)

func main() { boundary.Serve(engine.Catalogue) }

// tpHTTP answers an HTTP request, whose parts stand in the input one after the
// other; keyring, at and proof are those of [engine.Host], as failed is, which is
// 0 or 1. now is the time in milliseconds since 1970 if the instance is shared by
// strangers, and 0 if not. The answer is the status, a line for each header, an
// empty line and the body.
//
//go:wasmexport tp_http
func tpHTTP(method, path, ifNoneMatch, body, keyring, at, proof, failed uint32, now float64) uint32 {
	return boundary.Answer(func() []byte {
		rest := boundary.Input()
		next := func(n uint32) []byte {
			part := rest[:n]
			rest = rest[n:]
			return part
		}
		request := engine.Request{
			Method:      string(next(method)),
			Path:        string(next(path)),
			IfNoneMatch: string(next(ifNoneMatch)),
			Body:        next(body),
			Host:        engine.Host{Keyring: next(keyring), At: string(next(at)), Proof: next(proof), Failed: failed != 0},
		}
		if now > 0 {
			request.Admit = func(c op.Cost) *op.Error { return shared.admit(now, c) }
		}
		res := engine.HTTP(request)
		if res.Status == 503 { // only a request that is not light is refused so
			res.Header.Set("Retry-After", strconv.Itoa(int(max(1, math.Ceil((shared.again-now)/1000)))))
		}
		text := strconv.AppendInt(make([]byte, 0, 512+len(res.Body)), int64(res.Status), 10)
		for _, field := range res.Header {
			text = append(append(append(append(text, '\n'), field.Name...), ": "...), field.Value...)
		}
		return append(append(text, "\n\n"...), res.Body...)
	})
}
