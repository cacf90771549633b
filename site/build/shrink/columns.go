package shrink

import "encoding/binary"

// column is a list of numbers of 32 bits in memory, at equal distances, in which no
// number is smaller than the one before. Go's linker writes long ones, such as the
// number of each function and where its record is. They hardly compress, but their
// differences do. So Module stores the differences, and the module's start function
// (start.go) makes the numbers again before anything reads them. Whatever memory
// holds is restored byte for byte: what a column means does not matter.
type column struct {
	at     int64 // address of the first number
	stride int64 // bytes from one to the next
	count  int64
	// behind is not 0 if the numbers are in records (records.go): those above say how
	// many bytes behind this address each of the column is.
	behind int64
}

// strides are the distances at which columns are looked for.
var strides = []int{20, 8}

const (
	leastCount = 1 << 10 // numbers of a column
	leastRises = 1 << 9  // numbers that are larger than the one before
	mostRise   = 1 << 20 // of one number to the next
)

// takeColumns finds columns and replaces their numbers by differences, one column
// after the other: the last one has to be restored first.
func takeColumns(memory segment) (columns []column) {
	m := words{data: memory.data}
	aligned := int(-memory.at & 3)
	for _, stride := range strides {
		for offset := 0; offset < stride; offset += 4 {
			for at := aligned + offset; at < len(m.data); {
				count, rises := m.rising(at, stride)
				if count >= leastCount && rises >= leastRises {
					m.difference(at, stride, count)
					columns = append(columns, column{memory.at + int64(at), int64(stride), int64(count), 0})
				}
				at += count * stride
			}
		}
	}
	return columns
}

// words are numbers of 32 bits in memory.
type words struct{ data []byte }

func (w words) has(place int) bool { return place+4 <= len(w.data) }

func (w words) at(place int) uint32 { return binary.LittleEndian.Uint32(w.data[place:]) }

func (w words) put(place int, x uint32) { binary.LittleEndian.PutUint32(w.data[place:], x) }

// rising is how many numbers from a place on do not fall, at least one, and how many
// of them are larger than the one before.
func (w words) rising(place, stride int) (count, rises int) {
	if !w.has(place) {
		return 1, 0
	}
	before := w.at(place)
	for count = 1; w.has(place + count*stride); count++ {
		x := w.at(place + count*stride)
		if x < before || x-before > mostRise {
			break
		}
		if x > before {
			rises++
		}
		before = x
	}
	return count, rises
}

// difference replaces numbers by their differences, from the last one to the second.
func (w words) difference(place, stride, count int) {
	for i := count - 1; i > 0; i-- {
		at := place + i*stride
		w.put(at, w.at(at)-w.at(at-stride))
	}
}
