package shrink

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Module returns a module that behaves the same, with shorter code, with its
// data in few segments and without names; and, if it had names, its functions.
//
// Go's linker starts a new segment at every run of eight zero bytes or so: tens
// of thousands, each with an offset that hardly compresses. Here segments are
// joined across up to 4,096 zeros, which compress to nothing. Columns of rising numbers,
// such numbers in records, and what repeats are restored by a start function. Memory holds the same bytes after instantiation.
func Module(module []byte) (small []byte, functions []Function, err error) {
	const magic = "\x00asm\x01\x00\x00\x00"
	if len(module) < len(magic) || string(module[:len(magic)]) != magic {
		return nil, nil, errors.New("not a WebAssembly module of version 1")
	}
	w := writer{out: append([]byte{}, magic...)}
	sections, err := w.read(module[len(magic):])
	if err != nil {
		return nil, nil, err
	}
	for _, s := range sections {
		if err := w.section(s.id, s.body); err != nil {
			return nil, nil, fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	functions, err = named(w.names, w.sizes)
	return w.out, functions, err
}

// section is a part of a module.
type section struct {
	id   byte
	body []byte
}

// writer writes the shortened module, section by section.
type writer struct {
	out   []byte
	types types
	sizes []int     // of functions, in bytes
	names []string  // of functions
	data  []segment // of memory
	start starter
}

// read reads the sections, and the data first of all: the start function follows
// from it. A module that has one is left with its tables.
func (w *writer) read(module []byte) (sections []section, err error) {
	started := false
	for r := (reader{rest: module}); len(r.rest) > 0; {
		s := section{r.byte(), r.bytes(r.unsigned())}
		if r.err != nil {
			return nil, r.err
		}
		sections = append(sections, s)
		started = started || s.id == startSection
		if s.id == dataSection {
			err = w.readMemory(s.body, !started)
		}
		if err != nil {
			return nil, fmt.Errorf("section %d: %w", s.id, err)
		}
	}
	return sections, nil
}

// readMemory reads the data of memory, without what a start function restores if
// the module may have one.
func (w *writer) readMemory(body []byte, restored bool) error {
	segments, err := readData(body)
	if err != nil {
		return err
	}
	memory, err := joined(segments)
	if err != nil {
		return err
	}
	if restored {
		columns := append(takeRecords(memory), takeColumns(memory)...)
		w.start = starterOf(columns, takeRepeats(memory))
	}
	w.data = parted(memory)
	return nil
}

func (w *writer) section(id byte, body []byte) (err error) {
	switch {
	case id == customSection && isNames(body):
		w.names, err = readNames(body)
		return err
	case id == typeSection, id == functionSection:
		err = w.types.read(id, body)
	case id == codeSection:
		body, w.sizes, err = shortenCode(body, w.types)
	case id == dataSection:
		body = writeData(w.data)
	}
	if err != nil {
		return err
	}
	if body, err = w.start.section(id, body); err != nil {
		return err
	}
	w.out = append(append(w.out, w.start.before(id)...), id)
	w.out = append(binary.AppendUvarint(w.out, uint64(len(body))), body...)
	return nil
}

const (
	customSection   = 0
	typeSection     = 1
	functionSection = 3
	codeSection     = 10
	dataSection     = 11

	// small is the size of a gap that is filled, with zeros. If differences of columns
	// were parted there, Brotli would take most of the module for text: 17 KB more.
	small = 4096
	most  = 1 << 28 // bytes of data
)

// segment is an active data segment of memory 0.
type segment struct {
	at   int64
	data []byte
}

func writeData(segments []segment) []byte {
	out := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		out = appendSigned(append(out, 0, opI32Const), s.at)
		out = binary.AppendUvarint(append(out, opEnd), uint64(len(s.data)))
		out = append(out, s.data...)
	}
	return out
}

// joined returns the same memory in one piece, from the first byte that is set
// to the last.
func joined(segments []segment) (memory segment, err error) {
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	for i, s := range segments {
		if i == 0 {
			memory.at = s.at
		}
		gap := s.at - memory.at - int64(len(memory.data))
		if gap < 0 {
			return memory, errors.New("segments that overlap")
		}
		if gap > most-int64(len(memory.data)) {
			return memory, fmt.Errorf("more than %d bytes from the first segment to the last", most)
		}
		memory.data = append(append(memory.data, make([]byte, gap)...), s.data...)
	}
	return memory, nil
}

// parted returns the same memory without zeros at its ends, and without runs of
// zeros that are longer than a gap that is filled.
func parted(memory segment) (parts []segment) {
	from, last := -1, -1 // of a part: where it starts, and its last byte that is not 0
	part := func() {
		if from >= 0 {
			parts = append(parts, segment{memory.at + int64(from), memory.data[from : last+1]})
		}
	}
	for i, b := range memory.data {
		if b == 0 {
			continue
		}
		if from < 0 || i-last-1 > small {
			part()
			from = i
		}
		last = i
	}
	part()
	return parts
}

func readData(body []byte) ([]segment, error) {
	r := reader{rest: body}
	var segments []segment
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		if kind, op := r.unsigned(), r.byte(); kind != 0 || op != opI32Const {
			return nil, fmt.Errorf("a segment of kind %d, offset by instruction %#x: want active ones at constants", kind, op)
		}
		at := r.signed()
		if r.byte() != opEnd {
			return nil, errors.New("an offset of more than one instruction")
		}
		segments = append(segments, segment{at, r.bytes(r.unsigned())})
	}
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%d bytes after the last segment", len(r.rest))
	}
	return segments, r.err
}

// reader reads the parts of a module. After the first error it reads zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) byte() byte {
	b := r.bytes(1)
	if r.err != nil {
		return 0
	}
	return b[0]
}

func (r *reader) bytes(n uint64) []byte {
	if r.err == nil && n > uint64(len(r.rest)) {
		r.err = fmt.Errorf("%d bytes expected, %d left", n, len(r.rest))
	}
	if r.err != nil {
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// unsigned is a number in LEB128.
func (r *reader) unsigned() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 && r.err == nil {
		r.err = errors.New("a number is cut off")
	}
	r.bytes(uint64(max(n, 0)))
	return x
}

// signed is a number in signed LEB128.
func (r *reader) signed() int64 {
	x, shift := int64(0), 0
	for {
		b := r.byte()
		x |= int64(b&0x7f) << shift
		shift += 7
		if b < 0x80 {
			if shift < 64 && b&0x40 != 0 {
				x |= -1 << shift
			}
			return x
		}
	}
}

func appendSigned(dst []byte, x int64) []byte {
	for {
		b := byte(x & 0x7f)
		x >>= 7
		if x == 0 && b&0x40 == 0 || x == -1 && b&0x40 != 0 {
			return append(dst, b)
		}
		dst = append(dst, b|0x80)
	}
}
