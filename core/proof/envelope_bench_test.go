package proof

import "testing"

// BenchmarkReadStatements measures reading alone, without verifying, in µs a
// document.
func BenchmarkReadStatements(b *testing.B) {
	for _, file := range []string{"vc-eddsa-jcs-2022.json", "dsse-intoto.json", "jws-compact.txt", "record.note"} {
		text := formatFile(b, file)
		b.Run(file, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, p := readStatements(text); p != nil {
					b.Fatal(p)
				}
			}
		})
	}
}

// BenchmarkRefusePrivate measures the search for private keys, which every text
// goes through.
func BenchmarkRefusePrivate(b *testing.B) {
	text := string(formatFile(b, "vc-eddsa-jcs-2022.json"))
	for b.Loop() {
		if refusePrivate(text) != nil {
			b.Fatal("refused")
		}
	}
}
