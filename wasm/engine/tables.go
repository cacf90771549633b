//go:build js && wasm

package main

import (
	"encoding/binary"
	"unsafe"

	"github.com/tallyproof/tallyproof/core/explain/audits"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/wasm/boundary"
)

// table is a table that JavaScript has a handle of.
type table struct {
	*live.Table                 // nil for an audit
	board       *weights.Board  // nil if its rows did not come as a text
	audit       *audits.Session // nil for a table
	numbers     []uint64        // of its last step, as keep writes them
}

// tables are those that JavaScript has loaded and not released, by handle. A
// handle is never used twice.
var (
	tables     = map[uint32]*table{}
	lastHandle uint32
)

// loaded is the answer to a table's rows.
type loaded struct {
	Handle     int      `json:"handle"`
	Rows       int      `json:"rows"`
	Dimensions []column `json:"dimensions"`
}

type column struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// tpTableLoad reads a table: a request in JSON, and the bytes of its numbers
// behind it. It returns the length of the answer, the envelope of a [loaded].
//
//go:wasmexport tp_table_load
func tpTableLoad(request, numbers uint32) uint32 {
	return boundary.Answer(func() []byte {
		in := boundary.Input()
		if uint64(request)+uint64(numbers) > uint64(len(in)) {
			return op.Envelope(&op.Error{Code: op.TooLarge, Message: "the rows are too many: want at most 256 MiB"})
		}
		t, err := load(in[:request], in[request:request+numbers])
		if err != nil {
			return op.Envelope(err)
		}
		lastHandle++
		tables[lastHandle] = t
		about := loaded{Handle: int(lastHandle)}
		if t.Table != nil {
			about.Rows = len(t.IDs)
			for _, d := range t.Dims {
				about.Dimensions = append(about.Dimensions, column{Key: d.Key, Label: d.Label})
			}
		}
		return envelope(about, nil)
	})
}

// load reads the rows of a table, or begins an audit of the text in numbers.
func load(request, numbers []byte) (*table, error) {
	req, err := live.ReadLoad(request)
	if err != nil {
		return nil, err
	}
	t := &table{}
	if req.Audit != nil {
		var before *audits.Session
		if last := tables[lastHandle]; last != nil {
			before = last.audit
		}
		t.audit, err = audits.Load(req.Audit, string(numbers), before)
	} else {
		t.Table, t.board, err = weights.Load(&req, numbers)
	}
	return t, err
}

// tpTableStep ranks a table under the weights in the input, four bytes each, and
// returns the length of the answer: the envelope of the texts of so many rows from
// a place on.
//
//go:wasmexport tp_table_step
func tpTableStep(handle, dimensions, from, count uint32) uint32 {
	return boundary.Answer(func() []byte {
		t := tables[handle]
		switch {
		case t == nil:
			return released()
		case t.Table == nil:
			return op.Envelope(op.Refuse("", "it is an audit: want a table"))
		}
		in, w := boundary.Input(), make([]int32, dimensions)
		for k := range w {
			w[k] = int32(binary.LittleEndian.Uint32(in[4*k:]))
		}
		step, refusal := t.Step(w)
		if refusal != nil {
			return op.Envelope(refusal)
		}
		t.keep(step)
		return envelope(weights.Rows(t.Table, step, w, int(from), int(count)), nil)
	})
}

// tpTableView answers the request of so many bytes in the input about an audit or a
// table that came as a text, and returns the length of the answer: the envelope of a
// [audits.View], a [weights.View], [weights.Draws] or [weights.RankDraws].
//
//go:wasmexport tp_table_view
func tpTableView(handle, request uint32) uint32 {
	return boundary.Answer(func() []byte {
		t := tables[handle]
		in := boundary.Input()
		text := in[:min(uint64(request), uint64(len(in)))]
		switch {
		case t == nil:
			return released()
		case t.audit != nil:
			return envelope(t.audit.View(text))
		case t.board == nil:
			return op.Envelope(op.Refuse("", "its rows were not a text: want a table that was loaded from one"))
		}
		return envelope(t.board.View(text))
	})
}

func released() []byte {
	return op.Envelope(&op.Error{Code: op.Expired, Message: "the table was released: load its rows again"})
}

// keep writes a step where JavaScript reads it, in the memory of the step before: the
// row of each place and the rank of each row in four bytes, then the score of each row in
// eight. They are copied whole: compiled for wasm, Go writes bytes one by one.
func (t *table) keep(step *live.Step) {
	n := len(step.Order)
	if t.numbers == nil {
		t.numbers = make([]uint64, 2*n)
	}
	at := unsafe.Pointer(unsafe.SliceData(t.numbers))
	rows, ranks := unsafe.Slice((*uint32)(at), n), unsafe.Slice((*int32)(unsafe.Add(at, 4*n)), n)
	for place, row := range step.Order {
		rows[place] = uint32(row)
	}
	copy(ranks, step.Rank)
	copy(unsafe.Slice((*float64)(unsafe.Add(at, 8*n)), n), step.Score)
}

// tpTableNumbers returns the address of what keep wrote of the last step of a table.
//
//go:wasmexport tp_table_numbers
func tpTableNumbers(handle uint32) unsafe.Pointer {
	if t := tables[handle]; t != nil {
		return unsafe.Pointer(unsafe.SliceData(t.numbers))
	}
	return nil
}

// tpTableRelease gives back the memory of a table.
//
//go:wasmexport tp_table_release
func tpTableRelease(handle uint32) { delete(tables, handle) }

// answers writes what the exports of this file return.
var answers = op.NewEncoder()

func envelope(ok any, err error) []byte {
	var text []byte
	if err == nil {
		text, err = answers.Encode(ok)
	}
	if err != nil {
		return op.Envelope(err)
	}
	return append(append([]byte(`{"ok":`), text...), '}')
}
