package jcs

import (
	"slices"
)

// Canonicalize returns the canonical form (RFC 8785) of a JSON text, or the
// [*Error] of [Parse]. Canonical bytes of equal data are equal, so they are
// what to hash or sign.
func Canonicalize(text []byte) ([]byte, error) {
	v, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return v.AppendCanonical(make([]byte, 0, len(text))), nil
}

// AppendCanonical appends the canonical form of v: no white space, members
// sorted by the UTF-16 code units of their names, strings and numbers as
// [AppendString] and [AppendNumber] write them. It leaves v as it is. A Value
// from [Parse] never panics; one made by hand must keep Parse's promises.
func (v *Value) AppendCanonical(dst []byte) []byte {
	switch v.Kind {
	case Null:
		return append(dst, "null"...)
	case Bool:
		if v.Bool {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return AppendNumber(dst, v.Num)
	case String:
		return AppendString(dst, v.Str)
	case Array:
		return appendArray(dst, v.Items)
	case Object:
		return appendObject(dst, v.Items)
	}
	panic("jcs: unknown kind of value")
}

func appendArray(dst []byte, elements []Value) []byte {
	dst = append(dst, '[')
	for i := range elements {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = elements[i].AppendCanonical(dst)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, members []Value) []byte {
	if !sorted(members) {
		return appendUnsorted(dst, members)
	}
	dst = append(dst, '{')
	for i := range members {
		dst = appendMember(dst, i, &members[i])
	}
	return append(dst, '}')
}

func appendUnsorted(dst []byte, members []Value) []byte {
	var few [16]int // spares most objects an allocation
	sorted := few[:0]
	for i := range members {
		sorted = append(sorted, i)
	}
	slices.SortFunc(sorted, func(a, b int) int { return CompareUTF16(members[a].Key, members[b].Key) })
	return AppendMembers(dst, members, sorted)
}

// AppendMembers appends an object that has some of the members, in the order of
// their indexes: its canonical form if they are sorted as [CompareUTF16] does.
func AppendMembers(dst []byte, members []Value, sorted []int) []byte {
	dst = append(dst, '{')
	for i, member := range sorted {
		dst = appendMember(dst, i, &members[member])
	}
	return append(dst, '}')
}

func appendMember(dst []byte, i int, member *Value) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	dst = append(AppendString(dst, member.Key), ':')
	return member.AppendCanonical(dst)
}

func sorted(members []Value) bool {
	for i := 1; i < len(members); i++ {
		if CompareUTF16(members[i-1].Key, members[i].Key) > 0 {
			return false
		}
	}
	return true
}

// CompareUTF16 orders UTF-8 strings by their UTF-16 code units (RFC 8785
// section 3.2.3) without converting them. Byte order is code point order, and
// UTF-16 departs from that in one way: characters above U+FFFF are written
// with surrogates, D800 to DFFF, and so come before U+E000 to U+FFFF. In UTF-8
// the former begin with F0 to F4 and the latter with EE or EF.
func CompareUTF16(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int(rank(a[i])) - int(rank(b[i]))
		}
	}
	return len(a) - len(b)
}

// rank moves EE and EF, which only ever begin a character, behind F4.
func rank(c byte) byte {
	if c == 0xEE || c == 0xEF {
		return c + 0x10
	}
	return c
}
