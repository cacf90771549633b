// Package bake puts a proof into a PNG file and takes it out again, as Open Badges
// are baked into pictures: as the text of an iTXt chunk, not compressed. Of the
// picture it believes nothing: what counts is what the proof says.
//
// site/assets/form/baked.mjs reads the same files in a browser, and testdata has
// the cases of both.
package bake

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Keywords of chunks that hold a proof.
const (
	// Keyword is ours, for a proof in any format.
	Keyword = "tallyproof-proof"
	// OpenBadge is that of Open Badges 3.0, for a credential that is one.
	OpenBadge = "openbadgecredential"
)

// Most limits the size in bytes of a proof in a picture.
const Most = text.MaxText

// MostFile limits the size in bytes of a picture that is searched for a proof.
const MostFile = 8 << 20

// signature begins every PNG file, and header is the length of its first chunk with
// everything around it.
const (
	signature = "\x89PNG\r\n\x1a\n"
	header    = 8 + 13 + 4
)

// ErrUnreadable means that a PNG file has no proof that could be meant: it is
// damaged, its proof is compressed, or it has more than one.
var ErrUnreadable = errors.New("the proof in this picture cannot be read: the file is damaged, or the proof is " +
	"compressed, too long, or not the only one")

// errUnfit is a text that no chunk can hold.
var errUnfit = errors.New("bake: want UTF-8 without NUL, at most 1 MiB")

// IsPNG reports whether bytes begin as a PNG file does.
func IsPNG(data []byte) bool { return bytes.HasPrefix(data, []byte(signature)) }

// Put puts a proof into a PNG file that has none, before its pixels.
func Put(picture []byte, keyword, proof string) ([]byte, error) {
	if proof == "" || len(proof) > Most || strings.Contains(proof, "\x00") || !utf8.ValidString(proof) {
		return nil, errUnfit
	}
	at := len(signature) + header
	if !IsPNG(picture) || len(picture) < at {
		return nil, ErrUnreadable
	}
	data := keyword + "\x00\x00\x00\x00\x00" + proof // not compressed, no language, no other keyword
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = append(chunk, "iTXt"+data...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return slices.Insert(bytes.Clone(picture), at, chunk...), nil
}

// Take returns the proof in a PNG file, or "". Nothing is decompressed,
// and nothing behind the end of the picture is read.
func Take(picture []byte) (proof string, err error) {
	if !IsPNG(picture) || len(picture) > MostFile {
		return "", ErrUnreadable
	}
	for rest := picture[len(signature):]; ; {
		c, after, ok := cut(rest)
		if !ok {
			return "", ErrUnreadable
		}
		if rest = after; c.kind == "IEND" {
			return proof, nil
		}
		if c.kind != "iTXt" || !slices.Contains([]string{Keyword, OpenBadge}, c.keyword()) {
			continue
		}
		text, ok := c.text()
		if !ok || proof != "" {
			return "", ErrUnreadable
		}
		proof = text
	}
}

// chunk is a part of a PNG file.
type chunk struct {
	kind  string
	data  []byte
	whole bool // its checksum is that of its bytes
}

// cut reads the chunk that bytes begin with. A length is only compared with what
// there is.
func cut(rest []byte) (c chunk, after []byte, ok bool) {
	const around = 12 // length, kind and checksum
	if len(rest) < around {
		return c, nil, false
	}
	length := uint64(binary.BigEndian.Uint32(rest))
	if length > uint64(len(rest)-around) {
		return c, nil, false
	}
	end := 8 + int(length)
	sum := binary.BigEndian.Uint32(rest[end:])
	return chunk{string(rest[4:8]), rest[8:end], sum == crc32.ChecksumIEEE(rest[4:end])}, rest[end+4:], true
}

// keyword begins the data of a text.
func (c chunk) keyword() string {
	word, _, _ := bytes.Cut(c.data, []byte{0})
	return string(word)
}

// text is the text of an iTXt chunk.
func (c chunk) text() (text string, ok bool) {
	_, rest, ok := bytes.Cut(c.data, []byte{0})
	if !ok || !c.whole || len(rest) < 2 || rest[0] != 0 || rest[1] != 0 {
		return "", false
	}
	parts := bytes.SplitN(rest[2:], []byte{0}, 3) // the language, the keyword in it, the text
	if len(parts) < 3 {
		return "", false
	}
	proof := parts[2]
	return string(proof), len(proof) > 0 && len(proof) <= Most && utf8.Valid(proof)
}
