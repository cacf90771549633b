package shrink

import (
	"bytes"
	"slices"
	"testing"
)

func TestForward(t *testing.T) {
	const drop = 0x1a
	load := []byte{opLocalGet, 1, opI64Load, 3, 8}
	store := []byte{opI64Store, 3, 16}
	carried := slices.Concat([]byte{opLocalGet, 1}, load, store, []byte{opEnd})
	set, read := slices.Concat(load, []byte{opLocalSet, 4, opLocalGet, 1}), slices.Concat([]byte{opLocalGet, 4}, store)
	again := []byte{opI64Const, 0, opLocalSet, 4, opLocalGet, 4, drop, opLocalGet, 4, drop}
	table := []byte{opLoop, void, opBlock, void, opBlock, void, opLocalGet, 0, opBrTable, 1, 0, 1, opEnd, opLocalGet, 4, drop, opEnd}
	same := func(parts ...[]byte) [2][]byte {
		code := append(slices.Concat(parts...), opEnd)
		return [2][]byte{code, code}
	}
	for _, row := range []struct {
		name string
		code [2][]byte // before, after
	}{
		{"a value that is stored", [2][]byte{slices.Concat(set, read, []byte{opEnd}), carried}},
		{"one that was carried once already", [2][]byte{slices.Concat(load, []byte{opLocalSet, 5, opLocalGet, 5, opLocalSet, 4, opLocalGet, 1}, read, []byte{opEnd}), carried}},
		{"a value that only the stack needs", [2][]byte{slices.Concat([]byte{opLocalGet, 1}, load, []byte{opLocalTee, 4}, store, []byte{opEnd}), carried}},
		{"a local that is set again before it is read", [2][]byte{slices.Concat(set, read, again, []byte{opEnd}), slices.Concat(carried[:len(carried)-1], again, []byte{opEnd})}},
		{"a local that is read again", same(set, read, []byte{opLocalGet, 4, drop})},
		{"a local that is read where a branch leads", same([]byte{opBlock, void}, set, read, []byte{opI32Const, 1, opBrIf, 0, opReturn, opEnd, opLocalGet, 4, drop})},
		{"a local that is read behind an if", same(set, read, []byte{opI32Const, 1, opIf, void, opI64Const, 0, opLocalSet, 4, opEnd, opLocalGet, 4, drop})},
		{"a local that a loop reads at its start", same([]byte{opLoop, void, opLocalGet, 4, drop}, set, read, []byte{opI32Const, 1, opBrIf, 0, opEnd})},
		{"a local that is read where a jump through the table leads", same(
			table, set, read, []byte{opI32Const, 0, opLocalSet, 0, opBr, 0, opEnd, opUnreachable})},
		{"a local that only another place reads", [2][]byte{
			slices.Concat(table, set, read, []byte{opI32Const, 1, opLocalSet, 0, opBr, 0, opEnd, opEnd}),
			slices.Concat(table, carried[:len(carried)-1], []byte{opI32Const, 1, opLocalSet, 0, opBr, 0, opEnd, opEnd})}},
		{"a store in between", same(load, []byte{opLocalSet, 4, opLocalGet, 1, opI64Const, 7}, store, []byte{opLocalGet, 1}, read)},
		{"a local of the value that is set in between", same([]byte{opLocalGet, 5, opLocalSet, 4, opI32Const, 0, opLocalTee, 5}, read, []byte{opLocalGet, 5, drop})},
		{"locals of the function's own code", same(load, []byte{opLocalSet, 3, opLocalGet, 1, opLocalGet, 3}, store)},
		{"an if with another part", same([]byte{opI32Const, 1, opIf, void}, set, read, []byte{opElse, opEnd})},
	} {
		t.Run(row.name, func(t *testing.T) {
			head := []byte{2, 1, typeI32, 8, typeI64}
			f, err := readFunction(append(slices.Clone(head), row.code[0]...))
			if err != nil {
				t.Fatal(err)
			}
			if f.forward(); !bytes.Equal(f.write()[len(head):], row.code[1]) {
				t.Errorf("%x\nwant %x", f.write()[len(head):], row.code[1])
			}
		})
	}
}
