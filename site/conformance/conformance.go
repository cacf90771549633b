// Package conformance lists the published test vectors of Ed25519 with their
// recorded answers, for a page that compares its engine and its browser with
// them.
package conformance

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/testdata/vectors/proofs"
)

// Vector is a signature and whether two rules accept it. Its bytes are in
// base64, as proof.ed25519 takes them.
type Vector struct {
	Name                           string
	Key, Message, Signature        string
	RecordedStrict, RecordedZIP215 bool
}

// Set is a collection of vectors.
type Set struct {
	Name  string
	Count int
}

// Sets are the collections, in the order of acceptance-matrix.json.
var Sets = []Set{{"Wycheproof", 151}, {"CCTV", 914}, {"ed25519-speccheck", 12}}

// Vectors returns all vectors of all sets, in order.
func Vectors() ([]Vector, error) {
	var all []Vector
	for _, read := range []func() ([]Vector, error){wycheproof, cctv, speccheck} {
		list, err := read()
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	var matrix struct {
		Accept struct{ Strict, ZIP215 string }
	}
	if err := read("acceptance-matrix.json", &matrix); err != nil {
		return nil, err
	}
	strict, zip215 := matrix.Accept.Strict, matrix.Accept.ZIP215
	if len(strict) != len(all) || len(zip215) != len(all) {
		return nil, fmt.Errorf("%d vectors, %d and %d recorded answers: want as many", len(all), len(strict), len(zip215))
	}
	for i := range all {
		all[i].RecordedStrict, all[i].RecordedZIP215 = strict[i] == '1', zip215[i] == '1'
	}
	return all, nil
}

// Answer returns the engine's answer to a vector. Bytes that are not a key or not a
// signature are not accepted.
func (v Vector) Answer() (strict, zip215 bool, err error) {
	r, err := signature.Ed25519(signature.Ed25519Request{PublicKey: v.Key, Message: v.Message, Signature: v.Signature})
	if err != nil && wrongSize(v) {
		return false, false, nil
	}
	return r.Strict, r.ZIP215, err
}

// Count is how the engine answers all vectors by one rule.
type Count struct {
	Accepted int
	Equal    int // answers that are the recorded ones
}

func (c *Count) add(answer, recorded bool) {
	if answer {
		c.Accepted++
	}
	if answer == recorded {
		c.Equal++
	}
}

// Counts are the engine's answers by both rules, and the number of vectors.
type Counts struct {
	Vectors        int
	Strict, ZIP215 Count
}

// Answers has the engine answer every vector. It does so once, however many pages
// show the counts.
var Answers = sync.OnceValues(func() (Counts, error) {
	all, err := Vectors()
	if err != nil {
		return Counts{}, err
	}
	counts := Counts{Vectors: len(all)}
	for _, v := range all {
		strict, zip215, err := v.Answer()
		if err != nil {
			return Counts{}, fmt.Errorf("%s: %w", v.Name, err)
		}
		counts.Strict.add(strict, v.RecordedStrict)
		counts.ZIP215.add(zip215, v.RecordedZIP215)
	}
	return counts, nil
})

func wrongSize(v Vector) bool {
	key, _ := base64.StdEncoding.DecodeString(v.Key)
	signature, _ := base64.StdEncoding.DecodeString(v.Signature)
	return len(key) != 32 || len(signature) != 64
}

// JSON returns the vectors as the page reads them: for each, a row with name, key,
// message, signature, and the recorded answers as digits.
func JSON() ([]byte, error) {
	all, err := Vectors()
	if err != nil {
		return nil, err
	}
	rows := make([][4]string, len(all))
	var strict, zip215 strings.Builder
	for i, v := range all {
		rows[i] = [4]string{v.Name, v.Key, v.Message, v.Signature}
		strict.WriteByte(digit(v.RecordedStrict))
		zip215.WriteByte(digit(v.RecordedZIP215))
	}
	return json.Marshal(struct {
		Vectors [][4]string `json:"vectors"`
		Strict  string      `json:"strict"`
		ZIP215  string      `json:"zip215"`
	}{rows, strict.String(), zip215.String()})
}

func digit(accepted bool) byte {
	if accepted {
		return '1'
	}
	return '0'
}

func wycheproof() (list []Vector, err error) {
	var file struct {
		TestGroups []struct {
			PublicKey struct{ Pk string }
			Tests     []struct {
				TcID              int
				Comment, Msg, Sig string
			}
		}
	}
	err = read("wycheproof/ed25519_test.json", &file)
	for _, g := range file.TestGroups {
		for _, c := range g.Tests {
			v, wrong := vector(fmt.Sprintf("Wycheproof %d %s", c.TcID, c.Comment), g.PublicKey.Pk, c.Msg, c.Sig)
			list, err = append(list, v), errors.Join(err, wrong)
		}
	}
	return list, err
}

func cctv() (list []Vector, err error) {
	var file []struct {
		Number        int
		Key, Sig, Msg string
		Flags         []string
	}
	err = read("cctv/ed25519vectors.json", &file)
	for _, c := range file {
		name := fmt.Sprintf("CCTV %d %s", c.Number, strings.Join(c.Flags, ", "))
		v, wrong := vector(name, c.Key, hex.EncodeToString([]byte(c.Msg)), c.Sig) // its message is text
		list, err = append(list, v), errors.Join(err, wrong)
	}
	return list, err
}

func speccheck() (list []Vector, err error) {
	var file []struct {
		Message, Signature string
		Key                string `json:"pub_key"`
	}
	err = read("speccheck/cases.json", &file)
	for i, c := range file {
		v, wrong := vector(fmt.Sprintf("speccheck %d", i), c.Key, c.Message, c.Signature)
		list, err = append(list, v), errors.Join(err, wrong)
	}
	return list, err
}

// vector returns its bytes in hexadecimal.
func vector(name, key, message, signature string) (Vector, error) {
	var wrong error
	recode := func(text string) string {
		data, err := hex.DecodeString(text)
		wrong = errors.Join(wrong, err)
		return base64.StdEncoding.EncodeToString(data)
	}
	v := Vector{Name: strings.TrimSpace(strings.ReplaceAll(name, "_", " ")), Key: recode(key), Message: recode(message),
		Signature: recode(signature)}
	if wrong != nil {
		return v, fmt.Errorf("%s: %w", name, wrong)
	}
	return v, nil
}

func read(name string, into any) error {
	text, err := proofs.FS.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
