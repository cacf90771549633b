// Package op defines an operation of the engine: a named, pure function
// from a typed request to a typed response, bound once with [Define].
//
// The types carry everything else. From a request type the package derives a
// [Schema], and from the schema come strict decoding with a JSON Pointer for
// every refusal, the TypeScript types, the OpenAPI document and the docs page.
// Struct tags state what Go types cannot:
//
//		Rating float64 `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the match, in Elo points."`
//
//	  - json names the member; omitempty (or omitzero) makes it optional, and
//	    optional members that have no zero meaning are pointers; members of an
//	    embedded struct are members of the struct around it;
//	  - op holds min, max (numbers, or items of an array), maxlen (bytes of a
//	    string) and enum (alternatives separated by |);
//	  - doc is one sentence of documentation, units included.
//
// Input is refused, never repaired: unknown members, members that differ only
// in case, numbers out of range, null if a value is wanted.
package op
