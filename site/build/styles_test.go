package build

import (
	"strings"
	"testing"
)

func TestStyleReferences(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"bare", "a{background:url(a.svg)}", "a.svg"},
		{"quoted", `a{background:url( "./a.svg" ) , url('../b.png')}`, "./a.svg ../b.png"},
		{"fragment and query", "a{mask:url(a.svg#x);b:url(b.svg?x#y)}", "a.svg b.svg"},
		{"import", `@import "a.css"; @import './b.css' layer(x); @import url(c.css);`, "a.css ./b.css c.css"},
		{"upper case", "a{b:URL(a.svg)}", "a.svg"},
		{"elsewhere", "a{b:url(/a.svg);c:url(https://a.test/);d:url(data:image/svg+xml,%3Csvg/%3E);e:url(#f);g:url()}", ""},
		{"other strings", `a{content:"./a.svg"} @charset "a.css";`, ""},
		{"comment", "/* url(a.svg) */ a{}", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			found, err := styleReferences(source{"s.css", "s.css", []byte(row.text)})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(inText(t, row.text, found), " "); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

func TestMinifyStyle(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"space", "\n a  {\n  color : red ;\n margin:0;\n}\n\n", "a{color : red;margin:0}"},
		{"selectors", "a  b > c , d:is( .e , f ) :hover + g {}", "a b > c,d:is(.e,f) :hover + g{}"},
		{"comment", "/* a */ b /* c */ { /* d */ color: red /* e */ }", "b{color: red}"},
		{"comment that parts", "a/**/.b{}", "a/**/.b{}"},
		{"comment and space that part", "a/* x */ .b{}", "a .b{}"},
		{"sums in nested queries", "a { @media (width > 1px) { width: calc( 1rem + 2px ) } }", "a{@media (width > 1px){width: calc(1rem + 2px)}}"},
		{"conditions", "@media screen and (min-width: 1px) and (not (hover)) { a { b: c } }", "@media screen and (min-width: 1px) and (not (hover)){a{b: c}}"},
		{"strings", `a::before { content: " ; }  /* x */" }`, `a::before{content: " ; }  /* x */"}`},
		{"nothing", "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := minifyStyle([]byte(row.text))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
			again, err := minifyStyle(got)
			if err != nil || string(again) != row.want {
				t.Errorf("again: %s, %v", again, err)
			}
		})
	}
}

// TestMinifySVG: words must stay apart, which the minifier does not grant.
func TestMinifySVG(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"shapes", "<svg>\n <path d=\"M 0 0 L 8 8\"/>\n</svg>", `<svg><path d="M0 0 8 8"/></svg>`},
		{"text in parts", "<svg><text>one <tspan>two</tspan> three</text></svg>", "<svg><text>one <tspan>two</tspan> three</text></svg>"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := minify("a.svg", []byte(row.text))
			if err != nil || string(got) != row.want {
				t.Errorf("got %s, %v; want %s", got, err, row.want)
			}
		})
	}
}
