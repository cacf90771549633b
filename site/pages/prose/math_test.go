package prose

import (
	"strings"
	"testing"
)

func TestFormula(t *testing.T) {
	tests := []struct{ line, want string }{
		{"a + b", "<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>"},
		{"a · b / c", "<mrow><mi>a</mi><mo>⋅</mo><mfrac><mi>b</mi><mi>c</mi></mfrac></mrow>"},
		{"(a + b) / (c)", "<mfrac><mrow><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mrow><mrow><mi>c</mi></mrow></mfrac>"},
		{"−x", `<mrow><mo form="prefix">−</mo><mi>x</mi></mrow>`},
		{"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"},
		{"S_ij", "<msub><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>"},
		{"R_opponent", "<msub><mi>R</mi><mi>opponent</mi></msub>"},
		{`"time used"^1.5`, "<msup><mtext>time used</mtext><mn>1.5</mn></msup>"},
		{"Σ_{i = 1}^5 x_i", "<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mn>5</mn></munderover><msub><mi>x</mi><mi>i</mi></msub></mrow>"},
		{"max(0, x)", `<mrow><mi>max</mi><mo>` + applied + `</mo><mrow><mo form="prefix" fence="true">(</mo><mn>0</mn><mo>,</mo><mi>x</mi><mo form="postfix" fence="true">)</mo></mrow></mrow>`},
		{"⌊x⌋ < 2", `<mrow><mrow><mo form="prefix" fence="true">⌊</mo><mi>x</mi><mo form="postfix" fence="true">⌋</mo></mrow><mo>&lt;</mo><mn>2</mn></mrow>`},
	}
	for _, tt := range tests {
		got, err := mathML(tt.line, "block")
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		_, inner, _ := strings.Cut(got, ">")
		if inner = strings.TrimSuffix(inner, "</math>"); inner != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, inner, tt.want)
		}
	}
	alt, err := mathML(`Σ_{j ≠ i} "a < b"`, "inline")
	if err != nil || !strings.HasPrefix(alt, `<math display="inline" alttext="Σ_j ≠ i a &lt; b">`) {
		t.Errorf("alternative text: %s, %v", alt, err)
	}
	for _, line := range []string{"", "a +", "(a", "a)", "x_{i", "a b", "#", "max(", "⌊x"} {
		if got, err := mathML(line, "block"); err == nil {
			t.Errorf("%q is accepted as %s", line, got)
		}
	}
}
