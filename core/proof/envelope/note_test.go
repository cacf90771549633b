package envelope

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/prooftest"
	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/proof/key"
)

// TestC2SPNote reads the example of c2sp.org/signed-note.
func TestC2SPNote(t *testing.T) {
	v := vectors.File[struct{ VKey, Note string }](t, "proofs/signed-note/c2sp-example.json")
	key, p := key.Parse(v.VKey)
	if p != nil || key.Name != "example.com/foo" || key.ID != "example.com/foo+530d903a" {
		t.Fatalf("%+v, %+v", key, p)
	}
	for _, text := range []string{v.Note, strings.TrimSuffix(v.Note, "\n")} {
		statements, p := Read(string(text))
		if p != nil || len(statements) != 1 || !holds(&statements[0], key.Bytes) {
			t.Fatalf("%+v, %+v", statements, p)
		}
		s := statements[0]
		if s.KeyID != key.ID || string(s.Message) != "This is an example message.\n" || s.says() != nil {
			t.Errorf("keyID %q, message %q, record %q", s.KeyID, s.Message, s.says())
		}
	}
}

// line is a signature line of that many bytes behind the hash.
func line(name, hash string, bytes int) string {
	return "— " + name + " " + prooftest.StdBase64(hash+strings.Repeat("s", bytes)) + "\n"
}

func TestNote(t *testing.T) {
	k, _ := key.Parse(string(prooftest.FormatFile(t, "note.vkey")))
	text := string(prooftest.FormatFile(t, "record.note"))
	sixteen := text
	for i := range 15 {
		sixteen += line("witness.example/"+string(rune('a'+i)), "hash", 72)
	}
	for _, c := range []struct {
		name, text         string
		statements, unread int
	}{
		{"one signature", text, 1, 0},
		{"another signer", text + line("other.example", "hash", 64), 2, 0},
		{"same name, other hash", text + line("arena.example/scores", "hash", 64), 2, 0},
		{"sixteen signatures, most with times", sixteen, 1, 15},
		{"post-quantum signature", text + line("pq.example", "hash", 2428), 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			statements, p := Read(c.text)
			if p != nil || len(statements) != c.statements || len(statements[0].Unread) != c.unread {
				t.Fatalf("%d statements, %+v", len(statements), p)
			}
			if !holds(&statements[0], k.Bytes) || len(statements) > 1 && holds(&statements[1], k.Bytes) {
				t.Error("not the first statement alone holds")
			}
			sameRecord(t, &statements[0], "record.json")
		})
	}
	changed := bytes.Clone(k.Bytes)
	changed[0] ^= 1
	statements, _ := Read(string(text))
	if fits := statements[0].fits; !fits(k.Known()) || fits(key.Known{Bytes: changed}) {
		t.Error("the key hash fits another key, or not its own")
	}
}

func TestNoteRefused(t *testing.T) {
	text := string(prooftest.FormatFile(t, "record.note"))
	at := strings.Index(text, "—")
	checkRefused(t, []brokenText{
		{"no signature line", text[:at], "", "found JSON without a signature"},
		{"blank signature line", text + "\n", "", "expected a signature line, which begins with an em dash and a space"},
		{"text behind", text + "x\n", "", "expected a signature line"},
		{"hyphen for the dash", text + "- a AAAA\n", "", "expected a signature line"},
		{"carriage returns", text[:at] + strings.ReplaceAll(text[at:], "\n", "\r\n"), "", "without control characters"},
		{"tab in the text", "a\tb\n\n" + text[at:], "", "without control characters"},
		{"not UTF-8", "a\xff\n\n" + text[at:], "", "expected UTF-8 text in a signed note"},
		{"no name", "a\n\n— AAAA\n", "", "expected a key name without spaces"},
		{"plus in the name", "a\n\n— a+b AAAA\n", "", "expected a key name without spaces and plus signs"},
		{"space in the name", "a\n\n— a b AAAA\n", "", "expected a signature in standard base64"},
		{"only the empty line of the text", "\n\n— a AAAA\n", "", "a key hash of 4 bytes and a signature"},
		{"not base64", "a\n\n— a %%%%\n", "", "expected a signature in standard base64"},
		{"base64url", "a\n\n— a ____\n", "", "expected a signature in standard base64"},
		{"no padding", strings.TrimRight(text, "=\n") + "\n", "", "standard base64 with its padding"},
		{"hash alone", "a\n\n— a AAAAAA==\n", "", "a key hash of 4 bytes and a signature"},
		{"signature cut", "a\n\n" + line("a", "hash", 63), "", "expected an Ed25519 signature, found only others"},
		{"only a cosignature", "a\n\n" + line("a", "hash", 72), "", "expected an Ed25519 signature, found only others"},
		{"signature twice", text + text[at:], "", "expected one signature a key, found two"},
		{"too many signatures", text + strings.Repeat(text[at:], 32), "", "at most 32 signatures, found 33"},
		{"record with a duplicate member", "{\"a\":1,\"a\":2}\n\n" + text[at:], "", "in the signed text, line 1, column 8"},
	})
}

// tree builds the Merkle tree of RFC 6962 section 2.1 by its definition.
func tree(leaves [][]byte) []byte {
	if len(leaves) == 1 {
		sum := sha256.Sum256(append([]byte{0}, leaves[0]...))
		return sum[:]
	}
	k := split(len(leaves))
	sum := sha256.Sum256(append(append([]byte{1}, tree(leaves[:k])...), tree(leaves[k:])...))
	return sum[:]
}

// path is PATH(m, D[n]) of RFC 6962 section 2.1.1 by its definition.
func path(m int, leaves [][]byte) [][]byte {
	if len(leaves) == 1 {
		return nil
	}
	k := split(len(leaves))
	if m < k {
		return append(path(m, leaves[:k]), tree(leaves[k:]))
	}
	return append(path(m-k, leaves[k:]), tree(leaves[:k]))
}

// split is the largest power of two below n.
func split(n int) int {
	k := 1
	for k*2 < n {
		k *= 2
	}
	return k
}

// TestInclusion holds the walk from leaf to root against the recursive
// definition of RFC 6962, in every tree of up to 40 leaves.
func TestInclusion(t *testing.T) {
	var leaves [][]byte
	for size := 1; size <= 40; size++ {
		leaves = append(leaves, fmt.Appendf(nil, "leaf %d", size))
		root := string(tree(leaves))
		for m := range leaves {
			proof := tlogProof{index: int64(m), hashes: path(m, leaves)}
			if proof.root(leaves[m], int64(size)) != root {
				t.Fatalf("leaf %d of %d does not lead to the root", m, size)
			}
			for other := range size + 2 {
				moved := tlogProof{index: int64(other), hashes: proof.hashes}
				if other != m && moved.root(leaves[m], int64(size)) == root {
					t.Fatalf("leaf %d of %d leads to the root at %d, too", m, size, other)
				}
			}
			if got := (&tlogProof{index: int64(m), hashes: append(proof.hashes, proof.hashes...)}).root(leaves[m], int64(size)); size > 1 && got != "" {
				t.Fatalf("leaf %d of %d: twice the hashes lead somewhere", m, size)
			}
			if n := len(proof.hashes); n > 0 && (&tlogProof{index: int64(m), hashes: proof.hashes[:n-1]}).root(leaves[m], int64(size)) != "" {
				t.Fatalf("leaf %d of %d: a hash less leads somewhere", m, size)
			}
		}
	}
}

func TestTlogProof(t *testing.T) {
	text, record := string(prooftest.FormatFile(t, "record.tlog-proof")), string(prooftest.FormatFile(t, "record.jcs.json"))
	key, _ := key.Parse(string(prooftest.FormatFile(t, "note.vkey")))
	extra := "extra " + base64.StdEncoding.EncodeToString([]byte(record)) + "\n"
	for _, c := range []struct {
		name, text, over string
		included         bool
		unread           int
	}{
		{"record beside", text, record, true, 0},
		{"record changed", text, strings.Replace(record, "85.5", "99.5", 1), false, 0},
		{"not JSON", text, "hello", false, 0},
		{"a duplicate member", text, `{"a":1,"a":2}`, false, 0},
		{"record in the extra data", prooftest.SwapOnce(t, text, "index 5\n", extra+"index 5\n"), "", true, 0},
		{"extra data is not the record", prooftest.SwapOnce(t, text, "index 5\n", "extra aGVsbG8=\nindex 5\n"), record, true, 0},
		{"other index", prooftest.SwapOnce(t, text, "index 5", "index 4"), record, false, 0},
		{"index beyond the tree", prooftest.SwapOnce(t, text, "index 5", "index 13"), record, false, 0},
		{"hash missing", prooftest.SwapOnce(t, text, "wWCdTR4+KB3pKcHFqkav7nbFoIoQpSHI7ohFjDe/RRM=\n", ""), record, false, 0},
		{"cosigned", text + line("witness.example", "hash", 72), record, true, 1},
		{"signed by a stranger, too", text + line("other.example", "hash", 64), record, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var over []byte
			if c.over != "" {
				over = []byte(c.over)
			}
			statements, p := readEither([]byte(c.text), over)
			if p != nil || len(statements) != 1 {
				t.Fatal(len(statements), p)
			}
			s := statements[0]
			if s.Log.Included != c.included || (s.says() != nil) != c.included || holds(&s, key.Bytes) != c.included || len(s.Unread) != c.unread {
				t.Errorf("included %t, inside %q, unread %q", s.Log.Included, s.says(), s.Unread)
			}
			if s.Log.Origin != "arena.example/scores" || s.Log.Size != 13 {
				t.Errorf("log %+v", s.Log)
			}
		})
	}
}

func TestTlogProofRefused(t *testing.T) {
	text, record := string(prooftest.FormatFile(t, "record.tlog-proof")), string(prooftest.FormatFile(t, "record.jcs.json"))
	checkRefused(t, []brokenText{
		{"other version", prooftest.SwapOnce(t, text, "tlog-proof@v1", "tlog-proof@v2"), record, "expected the first line c2sp.org/tlog-proof@v1"},
		{"no index", prooftest.SwapOnce(t, text, "index 5\n", ""), record, `expected a line that begins with "index "`},
		{"nothing after the first line", "c2sp.org/tlog-proof@v1\n\n" + text, record, `expected a line that begins with "index "`},
		{"leading zero", prooftest.SwapOnce(t, text, "index 5", "index 05"), record, "a decimal number without leading zeros"},
		{"negative index", prooftest.SwapOnce(t, text, "index 5", "index -5"), record, "expected the index of a leaf"},
		{"index of 2⁶³", prooftest.SwapOnce(t, text, "index 5", "index 9223372036854775808"), record, "expected the index of a leaf"},
		{"extra is no base64", prooftest.SwapOnce(t, text, "index 5\n", "extra %\nindex 5\n"), record, "expected extra data in standard base64"},
		{"hash cut", prooftest.SwapOnce(t, text, "Z8vzSda05Mr0MKlnUcpTIhRBTC+Mn3xWervD5S8t85E=", "Z8vzSda05Mr0"), record, "expected a hash of 32 bytes"},
		{"hash with bits left over", prooftest.SwapOnce(t, text, "S8t85E=", "S8t85F="), record, "expected a hash of 32 bytes"},
		{"too many hashes", prooftest.SwapOnce(t, text, "index 5\n", "index 5\n"+strings.Repeat("Z8vzSda05Mr0MKlnUcpTIhRBTC+Mn3xWervD5S8t85E=\n", 60)), record, "at most 63 hashes"},
		{"ends in the hashes", text[:100], record, "expected an empty line and a checkpoint"},
		{"ends before the signatures", text[:strings.Index(text, "—")], record, "signature line"},
		{"size with a leading zero", prooftest.SwapOnce(t, text, "\n13\n", "\n013\n"), record, "expected the size of a log"},
		{"root cut", prooftest.SwapOnce(t, text, "kAGC2xQzkmc+D0+wi4BmwLRzdFtOsYd8yEQRl0SmPds=", "kAGC2xQz"), record, "expected a root hash of 32 bytes"},
		{"checkpoint of two lines", prooftest.SwapOnce(t, text, "kAGC2xQzkmc+D0+wi4BmwLRzdFtOsYd8yEQRl0SmPds=\n", ""), record, "expected a checkpoint of at least three lines"},
		{"signed by a stranger", prooftest.SwapOnce(t, text, "— arena.example/scores ", "— other.example "), record, `expected a signature by the log "arena.example/scores"`},
	})
}
