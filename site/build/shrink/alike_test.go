package shrink

import (
	"bytes"
	"testing"
)

func TestAlike(t *testing.T) {
	const f64 = 0x7c
	for _, row := range []struct {
		name       string
		have, want []byte
	}{
		{"few locals", []byte{2, 1, typeI32, 3, typeI64, opLocalGet, 4, opEnd}, []byte{2, 1, typeI32, 24, typeI64, opLocalGet, 4, opEnd}},
		{"the common number", []byte{2, 1, typeI32, 24, typeI64, opEnd}, []byte{2, 1, typeI32, 24, typeI64, opEnd}},
		{"many", []byte{2, 1, typeI32, 25, typeI64, opEnd}, []byte{2, 1, typeI32, 25, typeI64, opEnd}},
		{"none of 64 bits", []byte{1, 1, typeI32, opLocalGet, 1, opEnd}, []byte{2, 1, typeI32, 24, typeI64, opLocalGet, 1, opEnd}},
		{"fractions, whose numbers change", []byte{3, 1, typeI32, 2, typeI64, 1, f64, opLocalGet, 3, 0x1a, opLocalGet, 4, opLocalTee, 4, opEnd},
			[]byte{3, 1, typeI32, 24, typeI64, 1, f64, opLocalGet, 3, 0x1a, opLocalGet, 26, opLocalTee, 26, opEnd}},
		{"fractions alone", []byte{2, 1, typeI32, 1, f64, opLocalGet, 1, opLocalSet, 2, opEnd}, []byte{3, 1, typeI32, 24, typeI64, 1, f64, opLocalGet, 1, opLocalSet, 26, opEnd}},
	} {
		t.Run(row.name, func(t *testing.T) {
			f, err := readFunction(row.have)
			if err != nil {
				t.Fatal(err)
			}
			if f.alike(); !bytes.Equal(f.write(), row.want) {
				t.Errorf("%x: want %x", f.write(), row.want)
			}
		})
	}
}
