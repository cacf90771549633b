package shrink

import "bytes"

// repeat is a part of memory in which every period bytes are the same. Go's linker
// writes a long one: which function is at each 4,096 addresses of code, of which a
// function has 65,536. Once that is told as differences (columns.go), it says one more
// for each function. The module holds the beginning, and its start function the rest,
// by copying: a fifth of the engine less to load, to unpack and to keep.
type repeat struct {
	at, size int64 // where it begins, and its bytes
}

const (
	period = 16 * 20
	// kept is how much of a repeat the module holds. Brotli takes a module for text if
	// three quarters of it could be UTF-8, as code could and zeros could not. Then its
	// contexts are those of text: 13 KB more.
	kept        = 512 * period
	leastCopied = 1 << 16 // bytes of a repeat that are worth copying
)

var zeros = make([]byte, period) // they are parted from the rest in any case

// takeRepeats finds repeats and clears what their beginning tells.
func takeRepeats(memory segment) (repeats []repeat) {
	m := memory.data
	for at := 0; at+period < len(m); {
		end := at + period
		for end < len(m) && m[end] == m[end-period] {
			end++
		}
		if end-at >= kept+leastCopied && !bytes.Equal(m[at:at+period], zeros) {
			clear(m[at+kept : end])
			repeats = append(repeats, repeat{memory.at + int64(at), int64(end - at)})
		}
		at = end - period + 1
	}
	return repeats
}

// copying is code that restores repeats. What it has copied it copies again, so that
// each time as much again is whole.
func copying(repeats []repeat) (code []instruction) {
	for _, r := range repeats {
		for whole := int64(kept); whole < r.size; whole *= 2 {
			code = append(code, constant(r.at+whole), constant(r.at), constant(min(whole, r.size-whole)), instruction{op: opMemory, n: memoryCopy, bytes: copyMemory})
		}
	}
	return code
}

var copyMemory = []byte{opMemory, memoryCopy, 0, 0}
