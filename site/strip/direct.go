package strip

import "bytes"

// Direct returns the file symtab.go of package runtime with a function findfunc
// that calculates where the record of a function is, instead of looking it up
// in an index of 320 bytes for each: in wasm, functions are numbered in the
// order of their records. It tells whether the file has the function as it was
// in Go 1.26; otherwise src is returned.
func Direct(src []byte) ([]byte, bool) {
	const (
		index = "\tffb := (*findfuncbucket)(add(unsafe.Pointer(datap.findfunctab), b*unsafe.Sizeof(findfuncbucket{})))\n" +
			"\tidx := ffb.idx + uint32(ffb.subbuckets[i])\n"
		calculation = "\t_, _ = b, i\n" +
			"\tidx := pcOff - datap.ftab[0].entryoff\n"
	)
	if bytes.Count(src, []byte(index)) != 1 || bytes.Count(src, []byte("findfunctab")) != 2 {
		return src, false
	}
	return bytes.Replace(src, []byte(index), []byte(calculation), 1), true
}
