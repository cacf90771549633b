package schema

import (
	"bytes"
	"encoding/json"
)

// Dialect is the version of JSON Schema.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// Node is a JSON Schema, of the keywords that a catalogue needs.
type Node struct {
	Dialect       string   `json:"$schema,omitempty"`
	ID            string   `json:"$id,omitempty"`
	Ref           string   `json:"$ref,omitempty"`
	Title         string   `json:"title,omitempty"`
	Description   string   `json:"description,omitempty"`
	Type          string   `json:"type,omitempty"`
	Enum          []string `json:"enum,omitempty"`
	Minimum       *float64 `json:"minimum,omitempty"`
	Maximum       *float64 `json:"maximum,omitempty"`
	MaxLength     int      `json:"maxLength,omitempty"`
	MinItems      *float64 `json:"minItems,omitempty"`
	MaxItems      *float64 `json:"maxItems,omitempty"`
	Items         *Node    `json:"items,omitempty"`
	Properties    Members  `json:"properties,omitempty"`
	Required      []string `json:"required,omitempty"`
	PropertyNames *Node    `json:"propertyNames,omitempty"`
	Additional    any      `json:"additionalProperties,omitempty"` // false, or the *node of every member
	AnyOf         []*Node  `json:"anyOf,omitempty"`
	Defs          Members  `json:"$defs,omitempty"`
}

// Members are those of a JSON object, in an order of their own.
type Members []member

// member is a name and its value. It is an array so that literals of other
// packages stay short.
type member [2]any

// Add appends a member.
func (m *Members) Add(name string, value any) { *m = append(*m, member{name, value}) }

// MarshalJSON keeps the order.
func (m Members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, v := range m {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		b.WriteByte(separator)
		if err := v.write(&b); err != nil {
			return nil, err
		}
	}
	if len(m) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// write writes "name":value.
func (v member) write(b *bytes.Buffer) error {
	name, err := Encode(v[0])
	if err != nil {
		return err
	}
	value, err := Encode(v[1])
	if err != nil {
		return err
	}
	b.Write(name)
	b.WriteByte(':')
	b.Write(value)
	return nil
}

// Encode is json.Marshal without escapes for HTML.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
