// Package schema writes the shapes of the engine's catalogue for other tools:
// a JSON Schema (draft 2020-12) of one type, and the OpenAPI 3.1 document of
// the HTTP API.
//
// A schema never refuses what the engine accepts. The engine refuses more: it
// counts the bytes of a text where maxLength counts characters, of the shapes
// that begin with the same JSON type it takes the first, and its operations
// check what members have to do with each other. Numbers are IEEE 754 binary64
// when limits are compared.
//
// The same catalogue gives the same bytes.
package schema
