package schema

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/contract/internal/schematest"
)

// Types of the operations under test.
type (
	limits struct {
		Any     op.Raw             `json:"any"`
		Bool    *bool              `json:"bool,omitempty" doc:"Whether it is."`
		Count   int                `json:"count"`
		Small   int                `json:"small" op:"min=0 max=5"`
		Number  float64            `json:"number"`
		Share   *float64           `json:"share,omitempty" op:"min=0 max=1.5" doc:"As a fraction."`
		Text    string             `json:"text"`
		Short   string             `json:"short" op:"maxlen=60" doc:"Its name, <b>."`
		Word    string             `json:"word" op:"enum=win|no-show"`
		List    []string           `json:"list" op:"min=1 max=5; maxlen=9"`
		ByName  map[string]float64 `json:"by_name"`
		Either  either             `json:"either"`
		Nothing struct{}           `json:"nothing"`
		Hidden  bool               `json:"-"`
	}
	either struct{ shape any }
	tree   struct {
		Children []tree `json:"children,omitempty"`
	}
)

func (*either) OpShapes() []any { return []any{new(string), new(tree)} }

func (e *either) OpTake(shape any) { e.shape = shape }

func (e either) OpShape() any { return e.shape }

// Most types differ only in what reading limits: answers are not read.
type answered struct {
	Count  int                `json:"count"`
	Text   string             `json:"text"`
	Short  string             `json:"short" op:"maxlen=60"`
	ByName map[string]float64 `json:"by_name"`
	Tree   tree               `json:"tree"`
}

func TestTypes(t *testing.T) {
	for _, row := range []struct{ name, typ, want string }{
		{"of a request", "Limits", `{"type":"object","properties":{` +
			`"any":{},` +
			`"bool":{"description":"Whether it is.","type":"boolean"},` +
			`"count":{"type":"integer","minimum":-9007199254740992,"maximum":9007199254740992},` +
			`"small":{"type":"integer","minimum":0,"maximum":5},` +
			`"number":{"type":"number"},` +
			`"share":{"description":"As a fraction.","type":"number","minimum":0,"maximum":1.5},` +
			`"text":{"type":"string","maxLength":4096},` +
			`"short":{"description":"Its name, <b>. At most 60 bytes of UTF-8.","type":"string","maxLength":60},` +
			`"word":{"type":"string","enum":["win","no-show"]},` +
			`"list":{"type":"array","minItems":1,"maxItems":5,"items":{"description":"At most 9 bytes of UTF-8.","type":"string","maxLength":9}},` +
			`"by_name":{"type":"object","propertyNames":{"maxLength":4096},"additionalProperties":{"type":"number"}},` +
			`"either":{"$ref":"#Either"},` +
			`"nothing":{"type":"object","additionalProperties":false}},` +
			`"required":["any","count","small","number","text","short","word","list","by_name","either","nothing"],` +
			`"additionalProperties":false}`},
		{"one of two shapes", "Either", `{"anyOf":[{"type":"string","maxLength":4096},{"$ref":"#Tree"}]}`},
		{"recursive", "Tree", `{"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#Tree"}}},"additionalProperties":false}`},
		{"another name", "PlainOneResponse", `{"$ref":"#Answered"}`},
		{"of an answer alone", "Answered", `{"type":"object","properties":{` +
			`"count":{"type":"integer"},` +
			`"text":{"type":"string"},` +
			`"short":{"description":"At most 60 bytes of UTF-8.","type":"string","maxLength":60},` +
			`"by_name":{"type":"object","additionalProperties":{"type":"number"}},` +
			`"tree":{"$ref":"#Tree"}},` +
			`"required":["count","text","short","by_name","tree"],"additionalProperties":false}`},
		{"list of answers", "PlainTwoResponse", `{"type":"array","items":{"$ref":"#Answered"}}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			types := NewTypes([]op.Op{schematest.Define[limits, answered]("plain.one"), schematest.Define[struct{}, []answered]("plain.two")}, func(name string) string { return "#" + name })
			for _, d := range types.Names.Declared {
				if d.Name != row.typ {
					continue
				}
				got, err := Encode(types.Definition(d))
				if err != nil || string(got) != row.want {
					t.Errorf("%v\n got %s\nwant %s", err, got, row.want)
				}
				return
			}
			t.Errorf("there is no type %q", row.typ)
		})
	}
}

func TestDocument(t *testing.T) {
	catalogue := []op.Op{schematest.Define[limits, answered]("plain.one"), schematest.Define[tree, []tree]("plain.two")}
	for _, row := range []struct{ name, typ, want string }{
		{"with what it refers to", "Answered", `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "/schema/it.json",
  "title": "It",
  "description": "What it is.",
  "type": "object",
  "properties": {
    "count": {
      "type": "integer"
    },
    "text": {
      "type": "string"
    },
    "short": {
      "description": "At most 60 bytes of UTF-8.",
      "type": "string",
      "maxLength": 60
    },
    "by_name": {
      "type": "object",
      "additionalProperties": {
        "type": "number"
      }
    },
    "tree": {
      "$ref": "#/$defs/Tree"
    }
  },
  "required": [
    "count",
    "text",
    "short",
    "by_name",
    "tree"
  ],
  "additionalProperties": false,
  "$defs": {
    "Tree": {
      "type": "object",
      "properties": {
        "children": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Tree"
          }
        }
      },
      "additionalProperties": false
    }
  }
}
`},
		{"that refers to itself", "Tree", `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "/schema/it.json",
  "title": "It",
  "description": "What it is.",
  "type": "object",
  "properties": {
    "children": {
      "type": "array",
      "items": {
        "$ref": "#"
      }
    }
  },
  "additionalProperties": false
}
`},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := Document(catalogue, row.typ, Head{"/schema/it.json", "It", "What it is."})
			if err != nil || string(got) != row.want {
				t.Errorf("%v\n got %s\nwant %s", err, got, row.want)
			}
		})
	}
	if _, err := Document(catalogue, "Lost", Head{}); err == nil || err.Error() != `schema: the catalogue has no type "Lost"` {
		t.Errorf("got %v", err)
	}
}
