// Command issue signs a score record.
//
//	go run issue.go flat key.pem < record.json > proof.json
//	go run issue.go record-1 key.pem < record.json > proof.json
//
// key.pem is a private key as "openssl genpkey -algorithm ed25519" makes it.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"log"
	"maps"
	"math/big"
	"os"
	"slices"
	"time"
	"unicode/utf16"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: issue flat|record-1 key.pem < record.json")
	}
	key, err := readKey(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	var record map[string]any
	if err := json.NewDecoder(os.Stdin).Decode(&record); err != nil {
		log.Fatal("record: ", err)
	}
	switch os.Args[1] {
	case "flat":
		signFlat(record, key)
	case "record-1":
		signRecord(record, key, time.Now())
	default:
		log.Fatalf("form %q: want flat or record-1", os.Args[1])
	}
	fmt.Printf("%s\n", canonical(nil, record))
}

func readKey(file string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New("key: no PEM block")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	if key, ok := key.(ed25519.PrivateKey); ok {
		return key, nil
	}
	return nil, errors.New("key: not an Ed25519 key")
}

// signFlat signs the line tallyproof-score/1 and the record without its
// signature.
func signFlat(record map[string]any, key ed25519.PrivateKey) {
	record["version"] = "tallyproof-score/1"
	record["evaluator_pubkey"] = hex.EncodeToString(key.Public().(ed25519.PublicKey))
	delete(record, "evaluator_signature")
	signed := canonical([]byte("tallyproof-score/1\n"), record)
	record["evaluator_signature"] = hex.EncodeToString(ed25519.Sign(key, signed))
}

// signRecord signs SHA-256 of the proof without its value and SHA-256 of the
// record without its proof (W3C eddsa-jcs-2022).
func signRecord(record map[string]any, key ed25519.PrivateKey, now time.Time) {
	delete(record, "proof")
	name := "z" + base58(append([]byte{0xed, 0x01}, key.Public().(ed25519.PublicKey)...))
	proof := map[string]any{
		"type":               "DataIntegrityProof",
		"cryptosuite":        "eddsa-jcs-2022",
		"created":            now.UTC().Format("2006-01-02T15:04:05Z"),
		"verificationMethod": "did:key:" + name + "#" + name,
		"proofPurpose":       "assertionMethod",
	}
	options, rest := sha256.Sum256(canonical(nil, proof)), sha256.Sum256(canonical(nil, record))
	proof["proofValue"] = "z" + base58(ed25519.Sign(key, append(options[:], rest[:]...)))
	record["proof"] = proof
}

// canonical appends a value as RFC 8785 writes it: no spaces, and members in
// the order of their UTF-16.
func canonical(to []byte, value any) []byte {
	switch v := value.(type) {
	case map[string]any:
		names := slices.SortedFunc(maps.Keys(v), func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		})
		for i, name := range names {
			to = canonical(append(to, "{,"[min(i, 1)]), name)
			to = canonical(append(to, ':'), v[name])
		}
		if len(v) == 0 {
			to = append(to, '{')
		}
		return append(to, '}')
	case []any:
		to = append(to, '[')
		for i, item := range v {
			if i > 0 {
				to = append(to, ',')
			}
			to = canonical(to, item)
		}
		return append(to, ']')
	case string:
		return quote(to, v)
	case float64:
		value = v + 0 // −0 becomes 0
	}
	text, err := json.Marshal(value) // numbers as in JavaScript, true, false, null
	if err != nil {
		log.Fatal(err)
	}
	return append(to, text...)
}

// quote escapes what RFC 8785 does and nothing else.
func quote(to []byte, text string) []byte {
	to = append(to, '"')
	for _, c := range text {
		switch i := bytes.IndexRune([]byte("\b\t\n\f\r\"\\"), c); {
		case i >= 0:
			to = append(to, '\\', `btnfr"\`[i])
		case c < ' ':
			to = fmt.Appendf(to, `\u%04x`, c)
		default:
			to = fmt.Appendf(to, "%c", c)
		}
	}
	return append(to, '"')
}

// base58 spells data as a number in the base 58, with a 1 for each zero byte
// that it begins with.
func base58(data []byte) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	var text []byte
	n, digit := new(big.Int).SetBytes(data), new(big.Int)
	for n.Sign() > 0 {
		n.DivMod(n, big.NewInt(58), digit)
		text = append(text, digits[digit.Int64()])
	}
	for zeros := data; len(zeros) > 0 && zeros[0] == 0; zeros = zeros[1:] {
		text = append(text, '1')
	}
	slices.Reverse(text)
	return string(text)
}
