package text

import "slices"

// HexOf is data in lower-case hexadecimal.
func HexOf(data []byte) string { return string(AppendHex(nil, data)) }

const (
	stdDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	urlDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	hexDigits = "0123456789abcdef"
)

// AppendBase64 appends the bytes in standard base64, padded.
func AppendBase64(dst, data []byte) []byte {
	dst = appendDigits(dst, data, stdDigits)
	return append(dst, "=="[:(3-len(data)%3)%3]...)
}

// AppendBase64URL appends the bytes in base64url, not padded.
func AppendBase64URL(dst, data []byte) []byte { return appendDigits(dst, data, urlDigits) }

func appendDigits(dst, data []byte, alphabet string) []byte {
	dst = slices.Grow(dst, (len(data)+2)/3*4)
	for ; len(data) >= 3; data = data[3:] {
		group := uint32(data[0])<<16 | uint32(data[1])<<8 | uint32(data[2])
		dst = append(dst, alphabet[group>>18], alphabet[group>>12&63], alphabet[group>>6&63], alphabet[group&63])
	}
	switch len(data) {
	case 1:
		dst = append(dst, alphabet[data[0]>>2], alphabet[data[0]<<4&63])
	case 2:
		group := uint32(data[0])<<8 | uint32(data[1])
		dst = append(dst, alphabet[group>>10], alphabet[group>>4&63], alphabet[group<<2&63])
	}
	return dst
}

// AppendHex appends the bytes in hexadecimal, in lower case.
func AppendHex(dst, data []byte) []byte {
	for _, b := range data {
		dst = append(dst, hexDigits[b>>4], hexDigits[b&15])
	}
	return dst
}

// Base64Text is data in standard base64, padded.
func Base64Text(data []byte) string { return string(AppendBase64(nil, data)) }
