package schema

import (
	"bytes"
	"encoding/json"
)

const dialect = "https://json-schema.org/draft/2020-12/schema"

// node is a JSON Schema, of the keywords that a catalogue needs.
type node struct {
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
	Items         *node    `json:"items,omitempty"`
	Properties    members  `json:"properties,omitempty"`
	Required      []string `json:"required,omitempty"`
	PropertyNames *node    `json:"propertyNames,omitempty"`
	Additional    any      `json:"additionalProperties,omitempty"` // false, or the *node of every member
	AnyOf         []*node  `json:"anyOf,omitempty"`
	Defs          members  `json:"$defs,omitempty"`
}

// members are those of a JSON object, in an order of their own.
type members []member

type member struct {
	name  string
	value any
}

func (m *members) add(name string, value any) { *m = append(*m, member{name, value}) }

func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, v := range m {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		name, err := encode(v.name)
		if err != nil {
			return nil, err
		}
		value, err := encode(v.value)
		if err != nil {
			return nil, err
		}
		b.WriteByte(separator)
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	if len(m) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode is json.Marshal without escapes for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
