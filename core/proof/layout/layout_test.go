package layout

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/proof/text"
)

// Python 3.12, repr of the float.
func TestPythonFloat(t *testing.T) {
	tests := []struct {
		x    float64
		want string
	}{
		{0, "0.0"}, {80, "80.0"}, {85.5, "85.5"}, {-1.25, "-1.25"}, {0.1, "0.1"}, {1e-4, "0.0001"}, {1e-5, "1e-05"}, {1.5e-7, "1.5e-07"},
		{1e15, "1000000000000000.0"}, {1e16, "1e+16"}, {1.5e300, "1.5e+300"}, {123456789.123, "123456789.123"},
	}
	for _, c := range tests {
		if got := string(pythonFloat(nil, c.x)); got != c.want {
			t.Errorf("%g: %s, want %s", c.x, got, c.want)
		}
	}
}

// Python 3.12, json.dumps; Go 1.26, json.Marshal.
func TestQuoted(t *testing.T) {
	tests := []struct{ text, escape, want string }{
		{"Zoë", "", `"Zoë"`},
		{"Zoë", "ascii", `"Zo\u00eb"`},
		{"€", "ascii", `"\u20ac"`},
		{"\U0001F600", "ascii", `"\ud83d\ude00"`},
		{"\U00010000", "ascii", `"\ud800\udc00"`},
		{"\uffff\U0010ffff", "ascii", `"\uffff\udbff\udfff"`},
		{"~", "ascii", `"~"`},
		{"a\u007f", "ascii", `"a\u007f"`},
		{"a\n\"\\\x01", "ascii", `"a\n\"\\\u0001"`},
		{"<b> & ë", "html", `"\u003cb\u003e \u0026 ë"`},
		{"\u2028", "html", `"\u2028"`},
	}
	for _, c := range tests {
		if got := string(quoted(nil, c.text, c.escape)); got != c.want {
			t.Errorf("%q as %q: %s, want %s", c.text, c.escape, got, c.want)
		}
	}
}

// Layouts make the bytes they say.
func TestLayoutBytes(t *testing.T) {
	record := `{"b": 2.50, "score": 80, "a": "x", "h": "00ff", "o": {"z": 1.0, "y": [true, null, []]}, "big": 1e21}`
	tests := []struct {
		name   string
		layout Layout
		want   string
	}{
		{"canonical", Layout{Form: "json", Order: "sorted", Without: []string{"h"}}, `{"a":"x","b":2.5,"big":1e+21,"o":{"y":[true,null,[]],"z":1},"score":80}`},
		{"document", Layout{Form: "json", Order: "document", Fields: []string{"a", "b"}}, `{"b":2.5,"a":"x"}`},
		{"listed", Layout{Form: "json", Order: "listed", Fields: []string{"a", "b"}}, `{"a":"x","b":2.5}`},
		{"as written", Layout{Form: "json-spaced", Order: "document", Numbers: "as-written", Fields: []string{"b", "o"}}, `{"b": 2.50, "o": {"z": 1.0, "y": [true, null, []]}}`},
		{"python", Layout{Form: "json-spaced", Order: "document", Numbers: "python", Fields: []string{"b", "score", "big"}}, `{"b": 2.5, "score": 80, "big": 1e+21}`},
		{"python, scores", Layout{Form: "values", Separator: ":", Order: "document", Numbers: "python-scores", Fields: []string{"b", "score"}}, `2.5:80.0`},
		{"decimals", Layout{Form: "values", Separator: ":", Order: "document", Numbers: "fixed-2", Fields: []string{"b", "score"}}, `2.50:80.00`},
		{"indented", Layout{Form: "json-indented", Order: "sorted", Fields: []string{"o", "a"}}, "{\n  \"a\": \"x\",\n  \"o\": {\n    \"y\": [\n      true,\n      null,\n      []\n    ],\n    \"z\": 1\n  }\n}"},
		{"pairs", Layout{Form: "pairs", Separator: "&", Assign: "=", Order: "sorted", Fields: []string{"score", "a", "o"}}, `a=x&o={"y":[true,null,[]],"z":1}&score=80`},
		{"bytes", Layout{Form: "bytes", Order: "listed", Fields: []string{"h"}}, "\x00\xff"},
		{"prefix, line feed", Layout{Form: "values", Order: "listed", Fields: []string{"a"}, Prefix: "v1:", Newline: true}, "v1:x\n"},
		{"hash in hex", Layout{Form: "values", Order: "listed", Fields: []string{"a"}, Hash: "sha256", Encoding: "hex"}, "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}, // sha256sum of x
		{"base64", Layout{Form: "values", Order: "listed", Fields: []string{"h"}, Encoding: "base64"}, "MDBmZg=="},
	}
	root, p := text.ParseJSON(record)
	if p != nil {
		t.Fatal(p)
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			got, missing := c.layout.Bytes(NewSpeller(record, &root))
			if missing != "" || string(got) != c.want {
				t.Errorf("%q, missing %q: want %q", got, missing, c.want)
			}
		})
	}
	for name, l := range map[string]Layout{
		"missing":        {Form: "json", Order: "listed", Fields: []string{"a", "no"}},
		"not hex":        {Form: "bytes", Order: "listed", Fields: []string{"a"}},
		"empty name":     {Form: "json", Order: "listed", Fields: []string{""}},
		"none of it hex": {Form: "bytes", Order: "sorted", Without: []string{"h"}},
	} {
		if _, missing := l.Bytes(NewSpeller(record, &root)); missing == "" {
			t.Errorf("%s: want a missing member", name)
		}
	}
}
