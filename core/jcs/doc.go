// Package jcs reads JSON strictly and writes it canonically: RFC 8259 in,
// RFC 8785 (JSON Canonicalization Scheme) out.
//
// Use [Canonicalize] when only the canonical bytes matter, and [Parse] when
// the values matter too. Every [Value] knows which bytes of the text it came
// from, so a record can be checked, quoted and signed without reading it
// twice, and every [Error] points at the byte that was wrong.
//
// The same text must mean the same thing to every reader, so Parse refuses
// what readers are known to disagree about:
//
//   - two members of one object with the same name, after escapes are decoded:
//     "a" and "\u0061" are the same name;
//   - bytes that are not UTF-8, surrogates encoded as UTF-8, a byte order mark,
//     and \u escapes that are half of a surrogate pair;
//   - numbers too large for a double, such as 1e400. Too small ones become 0,
//     as in every reader;
//   - more than [MaxDepth] levels of nesting;
//   - anything RFC 8259 does not allow: 01, +1, .5, 5., NaN, comments,
//     trailing commas, trailing data, raw control characters in strings.
//
// Numbers are doubles, as RFC 8785 asks, so an integer above 2⁵³ is rounded; callers that
// need the exact value can read text[v.Start:v.End].
//
// RFC 8785 builds on I-JSON (RFC 7493), which also bars Unicode noncharacters
// such as U+FFFF from strings. Like the other implementations we let them
// through: they are valid UTF-8 and canonicalize without loss.
//
// Nothing here keeps state, so all functions are safe for concurrent use. Work
// is proportional to the length of the text (times log n to sort n names).
package jcs
