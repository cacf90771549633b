package op

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

type inner struct {
	Score float64 `json:"score" op:"min=0 max=10" doc:"A score."`
	Note  string  `json:"note,omitempty" op:"maxlen=5" doc:"A note."`
}

type idOrList struct {
	id   string
	list []float64
}

func (*idOrList) OpShapes() []any { return []any{new(string), new([]float64)} }
func (u idOrList) OpShape() any {
	if u.list != nil {
		return u.list
	}
	return u.id
}
func (u *idOrList) OpTake(shape any) {
	switch s := shape.(type) {
	case *string:
		u.id = *s
	case *[]float64:
		u.list = *s
	}
}

type request struct {
	Count  int              `json:"count" op:"min=1" doc:"A count."`
	Kind   string           `json:"kind,omitempty" op:"enum=a|b" doc:"A kind."`
	Flag   bool             `json:"flag,omitempty" doc:"A flag."`
	Ratio  *float64         `json:"ratio,omitempty" op:"max=1" doc:"A ratio."`
	Rows   []inner          `json:"rows,omitempty" op:"max=2" doc:"Rows."`
	Items  []float64        `json:"items,omitempty" op:"min=2 max=2; min=0 max=20" doc:"Two items."`
	ByName map[string]inner `json:"by_name,omitempty" doc:"By name."`
	Union  idOrList         `json:"union,omitzero" doc:"An id or numbers."`
	Share  float64          `json:"share,omitempty" op:"min=0 max=1000 percent" doc:"A share, in percent."`
	Raw    Raw              `json:"raw,omitempty" doc:"Anything."`
	hidden int              //lint:ignore U1000 unexported members are not part of the contract
}

// Every refusal names the member, the value and what was wanted.
func TestDecodeRefuses(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70)
	tests := []struct {
		name, text string
		code       string
		field      string
		message    string // start of it
	}{
		{"not JSON", `{"count":`, Malformed, "", "line 1, column 10: unexpected end of text"},
		{"trailing data", `{"count":1} x`, Malformed, "", "line 1, column 13: "},
		{"duplicate member", `{"count":1,"count":2}`, Malformed, "", "line 1, column 12: "},
		{"duplicate member, escaped", `{"count":1,"\u0063ount":2}`, Malformed, "", "line 1, column 12: "},
		{"too deep", deep, Malformed, "", "line 1, column "},
		{"lone surrogate", `{"count":1,"kind":"\ud800"}`, Malformed, "", "line 1, column "},
		{"infinite number", `{"count":1e400}`, Malformed, "", "line 1, column "},
		{"an array for an object", `[]`, Invalid, "", "an array: want an object"},
		{"null for an object", `null`, Invalid, "", "null: want an object"},
		{"unknown member", `{"count":1,"colour":2}`, Invalid, "/colour", `unknown field "colour": want one of count, kind`},
		{"case twin", `{"Count":1}`, Invalid, "/Count", `unknown field "Count": want "count", spelled exactly so`},
		{"hidden member", `{"count":1,"hidden":2}`, Invalid, "/hidden", "unknown field"},
		{"pointer is escaped", `{"count":1,"a/b~c":2}`, Invalid, "/a~1b~0c", "unknown field"},
		{"missing member", `{}`, Invalid, "/count", "missing: want a whole number of at least 1"},
		{"text for a number", `{"count":"nine"}`, Invalid, "/count", `"nine": want a whole number of at least 1`},
		{"a fraction for a count", `{"count":1.5}`, Invalid, "/count", "1.5: want a whole number of at least 1"},
		{"below the range", `{"count":-3}`, Invalid, "/count", "-3: want a whole number of at least 1"},
		{"beyond exact integers", `{"count":9007199254740994}`, Invalid, "/count", "9007199254740994: want a whole number"},
		{"above the range", `{"count":1,"ratio":1.01}`, Invalid, "/ratio", "1.01: want a number of at most 1"},
		{"with a sign of percent", `{"count":1,"share":"100%"}`, Invalid, "/share", `"100%": want a number of percent from 0 to 100`},
		{"above the range of percent", `{"count":1,"share":1001}`, Invalid, "/share", "1001: want a number of percent from 0 to 100"},
		{"null for an optional", `{"count":1,"ratio":null}`, Invalid, "/ratio", "null: want a number of at most 1"},
		{"number for a flag", `{"count":1,"flag":1}`, Invalid, "/flag", "1: want true or false"},
		{"not in the enum", `{"count":1,"kind":"c"}`, Invalid, "/kind", `"c": want one of a, b`},
		{"number in a row", `{"count":1,"rows":[{"score":1},{"score":"x"}]}`, Invalid, "/rows/1/score", `"x": want a number from 0 to 10`},
		{"too many rows", `{"count":1,"rows":[{"score":1},{"score":1},{"score":1}]}`, Invalid, "/rows", "3 items: want an array of at most 2 items"},
		{"too few items", `{"count":1,"items":[1]}`, Invalid, "/items", "1 items: want an array of 2"},
		{"item out of range", `{"count":1,"items":[1,21]}`, Invalid, "/items/1", "21: want a number from 0 to 20"},
		{"text over its limit", `{"count":1,"rows":[{"score":1,"note":"longer"}]}`, Invalid, "/rows/0/note", "6 bytes of text: want at most 5"},
		{"names that differ in case", `{"count":1,"by_name":{"a":{"score":1},"A":{"score":1}}}`, Invalid, "/by_name/A", `"a" and "A" differ only in case`},
		{"inside a map", `{"count":1,"by_name":{"x/y":{"score":11}}}`, Invalid, "/by_name/x~1y/score", "11: want a number from 0 to 10"},
		{"neither shape of a union", `{"count":1,"union":true}`, Invalid, "/union", "true: want text or an array"},
		{"inside a union", `{"count":1,"union":[1,"x"]}`, Invalid, "/union/1", `"x": want a number`},
		{"long values are shortened", `{"count":"` + strings.Repeat("é", 100) + `"}`, Invalid, "/count", `"` + strings.Repeat("é", 40) + `"…: want`},
	}
	schema := SchemaOf[request]()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r request
			err := schema.Decode([]byte(tt.text), &r)
			if err == nil {
				t.Fatalf("accepted as %+v", r)
			}
			if err.Code != tt.code || err.Field != tt.field || !strings.HasPrefix(err.Message, tt.message) {
				t.Errorf("refused with %q at %q: %s\nwant %q at %q: %s…", err.Code, err.Field, err.Message, tt.code, tt.field, tt.message)
			}
		})
	}
}

func TestDecodeAccepts(t *testing.T) {
	text := `{"count":3e0,"kind":"b","flag":true,"ratio":-0.5,"rows":[{"score":10}],"items":[0,20],
		"by_name":{"é":{"score":0,"note":"ok"}},"union":"id","raw":{"any": [1, null]}}`
	var r request
	if err := SchemaOf[request]().Decode([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Count != 3 || r.Kind != "b" || !r.Flag || *r.Ratio != -0.5 || r.Rows[0].Score != 10 || r.Items[1] != 20 ||
		r.ByName["é"].Note != "ok" || r.Union.id != "id" || string(r.Raw) != `{"any": [1, null]}` {
		t.Errorf("decoded as %+v", r)
	}
}

// Call keeps its promises: an envelope always, never a panic, never a NaN.
func TestCallEnvelope(t *testing.T) {
	type none struct{}
	type answer struct {
		X    float64 `json:"x"`
		Text string  `json:"text"`
	}
	define := func(f func(none) (answer, error)) Op { return Define("test", "A test.", f) }
	tests := []struct {
		name string
		op   Op
		text string
		want string
	}{
		{"answer, markup unescaped", define(func(none) (answer, error) { return answer{0.5, "<b>&"}, nil }), `{}`, `{"ok":{"x":0.5,"text":"<b>&"}}`},
		{"refusal", define(func(none) (answer, error) { return answer{}, Refuse("/x", "no") }), `{}`, `{"error":{"code":"invalid","field":"/x","message":"no"}}`},
		{"panic", define(func(none) (answer, error) { panic("boom") }), `{}`, `{"error":{"code":"internal","field":"","message":"test failed unexpectedly: boom"}}`},
		{"NaN", define(func(none) (answer, error) { return answer{X: math.NaN()}, nil }), `{}`, `{"error":{"code":"internal","field":"","message":"the answer could not be written: x: a number is not finite"}}`},
		{"too large", define(func(none) (answer, error) { return answer{}, nil }), strings.Repeat(" ", SmallLimit+1), `{"error":{"code":"too-large","field":"","message":"the request has 1048577 bytes: want at most 1048576"}}`},
		{"bulk takes more", define(func(none) (answer, error) { return answer{}, nil }).Bulk(), "{" + strings.Repeat(" ", SmallLimit) + "}", `{"ok":{"x":0,"text":""}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.op.Call([]byte(tt.text))
			if string(got) != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
			if !json.Valid(got) {
				t.Errorf("not JSON: %s", got)
			}
		})
	}
}

// A type an operation cannot carry is a programmer's mistake.
func TestSchemaPanics(t *testing.T) {
	type badTag struct {
		X float64 `json:"x" op:"minimum=1"`
	}
	type noName struct{ X float64 }
	type channel struct {
		X chan int `json:"x"`
	}
	for name, f := range map[string]func(){
		"unknown limit": func() { SchemaOf[badTag]() },
		"no json name":  func() { SchemaOf[noName]() },
		"channel":       func() { SchemaOf[channel]() },
		"pointer part":  func() { Pointer(1.5) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"count":3,"kind":"b","rows":[{"score":10}],"by_name":{"a":{"score":0}},"union":[1],"raw":null}`)
	f.Add(`{"count":3,"Count":3}`)
	f.Add(`{"count":1e999}`)
	schema := SchemaOf[request]()
	f.Fuzz(func(t *testing.T, text string) {
		var r request
		err := schema.Decode([]byte(text), &r)
		if err == nil && !json.Valid([]byte(text)) {
			t.Errorf("accepted %q, which is not JSON", text)
		}
		if err == nil && (r.Count < 1 || len(r.Rows) > 2 || r.Kind != "" && r.Kind != "a" && r.Kind != "b") {
			t.Errorf("accepted %q as %+v", text, r)
		}
		if err != nil && err.Message == "" {
			t.Errorf("%q was refused without a message", text)
		}
	})
}

// Encode and Decode are inverse on everything a request can hold.
func TestEncodeRoundTrip(t *testing.T) {
	half := 0.5
	tests := []struct {
		name string
		v    request
		want string
	}{
		{"least", request{Count: 1}, `{"count":1}`},
		{"all", request{Count: 2, Kind: "a", Flag: true, Ratio: &half, Rows: []inner{{Score: 1e-7}, {Score: 3, Note: "é<"}}, Items: []float64{0, 20},
			ByName: map[string]inner{"b": {}, "a": {Score: 1}}, Union: idOrList{list: []float64{1}}, Raw: Raw(`[1,null]`)},
			`{"count":2,"kind":"a","flag":true,"ratio":0.5,"rows":[{"score":1e-7},{"score":3,"note":"é<"}],"items":[0,20],"by_name":{"a":{"score":1},"b":{"score":0}},"union":[1],"raw":[1,null]}`},
		{"the other shape", request{Count: 1, Union: idOrList{id: "x"}}, `{"count":1,"union":"x"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := Encode(tt.v)
			if err != nil {
				t.Fatal(err)
			}
			if string(text) != tt.want {
				t.Errorf("got  %s\nwant %s", text, tt.want)
			}
			var back request
			if err := SchemaOf[request]().Decode(text, &back); err != nil {
				t.Fatal(err)
			}
			if again, err := Encode(back); err != nil || string(again) != string(text) {
				t.Errorf("after a round trip: %s, %v", again, err)
			}
		})
	}
}

// Absent lists are empty ones: a reader need not look for null.
func TestEncodeNil(t *testing.T) {
	type answer struct {
		List []int          `json:"list"`
		Map  map[string]int `json:"map"`
	}
	if got, err := Encode(answer{}); err != nil || string(got) != `{"list":[],"map":{}}` {
		t.Errorf("%s, %v", got, err)
	}
}
