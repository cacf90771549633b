// Package shrink rewrites a WebAssembly module that Go linked into a smaller one
// that behaves the same.
package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The instructions that Go's compiler writes, with the names of the WebAssembly
// specification.
const (
	opUnreachable   = 0x00
	opNop           = 0x01
	opBlock         = 0x02
	opLoop          = 0x03
	opIf            = 0x04
	opElse          = 0x05
	opEnd           = 0x0b
	opBr            = 0x0c
	opBrIf          = 0x0d
	opBrTable       = 0x0e
	opReturn        = 0x0f
	opCall          = 0x10
	opCallIndirect  = 0x11
	opLocalGet      = 0x20
	opLocalSet      = 0x21
	opLocalTee      = 0x22
	opGlobalGet     = 0x23
	opGlobalSet     = 0x24
	opI64Load       = 0x29
	opI64Store      = 0x37
	opI32Const      = 0x41
	opI64Const      = 0x42
	opI32Eqz        = 0x45
	opI64Eqz        = 0x50
	opI32Add        = 0x6a
	opI64Add        = 0x7c
	opI64Or         = 0x84
	opI32WrapI64    = 0xa7
	opI64ExtendI32U = 0xad

	void     = 0x40
	typeI32  = 0x7f
	typeI64  = 0x7e
	typeFunc = 0x60
)

// instruction is an instruction of a function. A branch refers to the construct
// that it leaves, or the loop that it repeats, not to the number of constructs
// in between.
type instruction struct {
	op    byte
	n     int64    // the first number after op, of those that this package reads or changes
	to    []*label // what a branch goes to; of a block, loop or if: itself
	bytes []byte   // the whole, where it is written as it was
}

// label is a block, loop or if, or the function.
type label struct{ op byte }

func (i instruction) is(op byte, n int64) bool { return i.op == op && i.n == n }

// opens reports whether i starts a construct that ends with an end of its own.
func (i instruction) opens() bool { return i.op == opBlock || i.op == opLoop || i.op == opIf }

// function is a function's body.
type function struct {
	locals []locals
	code   []instruction
}

// locals are some of one type.
type locals struct {
	count uint64
	typ   byte
}

var errUnknown = errors.New("an instruction that Go's compiler did not write in 2026")

func readFunction(body []byte) (*function, error) {
	r := reader{rest: body}
	var f function
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		f.locals = append(f.locals, locals{r.unsigned(), r.byte()})
	}
	open := []*label{{}}
	for len(r.rest) > 0 && r.err == nil {
		if len(open) == 0 {
			return nil, errors.New("code after the end of a function")
		}
		at := r.rest
		i, depths, err := readInstruction(&r)
		if err != nil {
			return nil, err
		}
		i.bytes = at[:len(at)-len(r.rest)]
		for _, d := range depths {
			if d >= uint64(len(open)) {
				return nil, fmt.Errorf("a branch out of %d of %d constructs", d, len(open))
			}
			i.to = append(i.to, open[len(open)-1-int(d)])
		}
		switch {
		case i.opens():
			l := &label{i.op}
			i.to, open = []*label{l}, append(open, l)
		case i.op == opEnd:
			open = open[:len(open)-1]
		}
		f.code = append(f.code, i)
	}
	if r.err == nil && len(open) > 0 {
		r.err = errors.New("a function without an end")
	}
	return &f, r.err
}

// readInstruction returns the next instruction and the depths of its branches.
func readInstruction(r *reader) (i instruction, depths []uint64, err error) {
	i.op = r.byte()
	switch op := i.op; {
	case op == opBlock, op == opLoop, op == opIf:
		i.n = int64(r.byte())
		if i.n != void && (i.n < 0x7c || i.n > 0x7f) {
			return i, nil, errUnknown
		}
	case op == opBr, op == opBrIf:
		depths = []uint64{r.unsigned()}
	case op == opBrTable:
		for n := r.unsigned() + 1; n > 0 && r.err == nil; n-- {
			depths = append(depths, r.unsigned())
		}
	case op == opCall, op >= opLocalGet && op <= opGlobalSet:
		i.n = int64(r.unsigned())
	case op == opCallIndirect, op >= 0x28 && op <= 0x3e: // loads and stores: alignment, offset
		r.unsigned()
		i.n = int64(r.unsigned())
	case op == 0x3f, op == 0x40: // memory.size, memory.grow
		r.byte()
	case op == opI32Const, op == opI64Const:
		i.n = r.signed()
	case op == 0x43: // f32.const
		r.bytes(4)
	case op == 0x44: // f64.const
		r.bytes(8)
	case op == opMemory:
		switch i.n = int64(r.unsigned()); {
		case i.n < 8: // saturating conversions
		case i.n == memoryCopy:
			r.bytes(2)
		case i.n == 11: // memory.fill
			r.byte()
		default:
			return i, nil, errUnknown
		}
	case op <= 0x01, op == opElse, op == opEnd, op == opReturn, op == 0x1a, op == 0x1b, op >= 0x45 && op <= 0xc4:
		// no operand
	default:
		return i, nil, errUnknown
	}
	return i, depths, r.err
}

// write returns the function's body. It panics if the construct of a branch is
// not open.
func (f *function) write() []byte {
	var out []byte
	out = binary.AppendUvarint(out, uint64(len(f.locals)))
	for _, l := range f.locals {
		out = append(binary.AppendUvarint(out, l.count), l.typ)
	}
	open := []*label{nil}
	depth := func(to *label) uint64 {
		for i := len(open) - 1; i >= 0; i-- {
			if open[i] == to || i == 0 && to.op == 0 {
				return uint64(len(open) - 1 - i)
			}
		}
		panic("shrink: a branch to what is not open")
	}
	for _, i := range f.code {
		switch {
		case i.op == opBr, i.op == opBrIf:
			out = binary.AppendUvarint(append(out, i.op), depth(i.to[0]))
		case i.op == opBrTable:
			out = binary.AppendUvarint(append(out, i.op), uint64(len(i.to)-1))
			for _, to := range i.to {
				out = binary.AppendUvarint(out, depth(to))
			}
		case i.bytes != nil:
			out = append(out, i.bytes...)
		case i.opens():
			out = append(out, i.op, byte(i.n))
		case i.op == opI32Const, i.op == opI64Const:
			out = appendSigned(append(out, i.op), i.n)
		case i.op >= opLocalGet && i.op <= opGlobalSet:
			out = binary.AppendUvarint(append(out, i.op), uint64(i.n))
		default:
			out = append(out, i.op)
		}
		switch {
		case i.opens():
			open = append(open, i.to[0])
		case i.op == opEnd:
			open = open[:len(open)-1]
		}
	}
	return out
}

// types are the sections with the type of each function.
type types struct {
	ordinary []bool // by type: one i32 in, one i32 out
	of       []uint64
}

func (t *types) read(id byte, body []byte) error {
	r := reader{rest: body}
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		if id == functionSection {
			t.of = append(t.of, r.unsigned())
			continue
		}
		if r.byte() != typeFunc {
			return errors.New("a type that is not a function's")
		}
		in := r.bytes(r.unsigned())
		out := r.bytes(r.unsigned())
		t.ordinary = append(t.ordinary, bytes.Equal(in, []byte{typeI32}) && bytes.Equal(out, []byte{typeI32}))
	}
	return r.err
}

// shortenCode rewrites the functions that Go compiled. It does not change other
// functions, or functions in another form than Go's of 2026.
func shortenCode(body []byte, t types) (out []byte, sizes []int, err error) {
	r := reader{rest: body}
	n := r.unsigned()
	out = binary.AppendUvarint(nil, n)
	if r.err == nil && n != uint64(len(t.of)) {
		return nil, nil, fmt.Errorf("%d functions and the types of %d", n, len(t.of))
	}
	for i := uint64(0); i < n && r.err == nil; i++ {
		f := r.bytes(r.unsigned())
		if typ := t.of[i]; typ < uint64(len(t.ordinary)) && t.ordinary[typ] {
			if read, err := readFunction(f); err == nil && read.shorten() {
				read.alike()
				f = read.write()
			}
		}
		out = append(binary.AppendUvarint(out, uint64(len(f))), f...)
		sizes = append(sizes, len(f))
	}
	return out, sizes, r.err
}
