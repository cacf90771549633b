package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

const (
	importSection = 2
	startSection  = 8

	opI32Load  = 0x28
	opI32Store = 0x36
	opI32LtU   = 0x49
	opMemory   = 0xfc // followed by a number
	memoryCopy = 10
)

// restoring is the module's start function: it restores repeats, then columns, the last
// one first.
func restoring(columns []column, repeats []repeat) *function {
	const at, number, place = 0, 1, 2
	code := copying(repeats)
	for _, c := range slices.Backward(columns) {
		next := &label{opLoop}
		code = append(code, constant(0), set(number), constant(c.at), set(at), instruction{op: opLoop, n: void, to: []*label{next}}, get(at))
		if c.behind != 0 {
			code = append(code, access(opI32Load), constant(c.behind), instruction{op: opI32Add})
		}
		code = append(code,
			tee(place), get(place), access(opI32Load), get(number), instruction{op: opI32Add}, tee(number), access(opI32Store),
			get(at), constant(c.stride), instruction{op: opI32Add}, tee(at), constant(c.at+c.stride*c.count), instruction{op: opI32LtU},
			instruction{op: opBrIf, to: []*label{next}}, instruction{op: opEnd})
	}
	return &function{locals: []locals{{place + 1, typeI32}}, code: append(code, instruction{op: opEnd})}
}

func get(local int64) instruction  { return instruction{op: opLocalGet, n: local} }
func set(local int64) instruction  { return instruction{op: opLocalSet, n: local} }
func tee(local int64) instruction  { return instruction{op: opLocalTee, n: local} }
func constant(n int64) instruction { return instruction{op: opI32Const, n: n} }

// access is a load or store of 32 bits.
func access(op byte) instruction {
	const align, offset = 2, 0
	return instruction{op: op, bytes: []byte{op, align, offset}}
}

// starter adds a start function to a module, section by section.
type starter struct {
	code    *function // nil for none
	typ     uint64    // number of its type
	at      uint64    // its own number, behind those that are imported
	written bool
}

// starterOf is the start function that restores columns and repeats, if there are any.
func starterOf(columns []column, repeats []repeat) (s starter) {
	if len(columns)+len(repeats) > 0 {
		s.code = restoring(columns, repeats)
	}
	return s
}

// section is a section with what the start function adds to it.
func (s *starter) section(id byte, body []byte) (more []byte, err error) {
	switch {
	case s.code == nil:
		return body, nil
	case id == typeSection:
		s.typ, more = oneMore(body, []byte{typeFunc, 0, 0})
		return more, nil
	case id == importSection:
		s.at, err = importedFunctions(body)
		return body, err
	case id == functionSection:
		n, more := oneMore(body, binary.AppendUvarint(nil, s.typ))
		s.at += n
		return more, nil
	case id == codeSection:
		f := s.code.write()
		_, more := oneMore(body, append(binary.AppendUvarint(nil, uint64(len(f))), f...))
		return more, nil
	}
	return body, nil
}

// before is the section that names the start function, if it belongs before another.
func (s *starter) before(id byte) []byte {
	if s.code == nil || s.written || id <= startSection {
		return nil
	}
	s.written = true
	n := binary.AppendUvarint(nil, s.at)
	return append([]byte{startSection, byte(len(n))}, n...)
}

// oneMore is a list with one more item, and how many it had.
func oneMore(list, item []byte) (had uint64, more []byte) {
	had, n := binary.Uvarint(list)
	more = binary.AppendUvarint(nil, had+1)
	return had, append(append(more, list[max(n, 0):]...), item...)
}

// importedFunctions counts them. Go's programs import nothing else.
func importedFunctions(body []byte) (n uint64, err error) {
	r := reader{rest: body}
	n = r.unsigned()
	for range n {
		r.bytes(r.unsigned())
		r.bytes(r.unsigned())
		if kind := r.byte(); r.err == nil && kind != 0 {
			return n, errors.New("an import that is not a function")
		}
		r.unsigned()
	}
	return n, r.err
}
