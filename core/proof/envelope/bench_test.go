package envelope

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// BenchmarkReadStatements measures reading alone, without verifying, in µs a
// document.
func BenchmarkReadStatements(b *testing.B) {
	for _, file := range []string{"vc-eddsa-jcs-2022.json", "dsse-intoto.json", "jws-compact.txt", "record.note"} {
		text := prooftest.FormatFile(b, file)
		b.Run(file, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, p := Read(string(text)); p != nil {
					b.Fatal(p)
				}
			}
		})
	}
}

// BenchmarkRefusePrivate measures the search for private keys, which every text
// goes through.
func BenchmarkRefusePrivate(b *testing.B) {
	text := string(prooftest.FormatFile(b, "vc-eddsa-jcs-2022.json"))
	for b.Loop() {
		if key.RefusePrivate(text) != nil {
			b.Fatal("refused")
		}
	}
}
