package prose

import (
	"testing"
)

func TestMarkdown(t *testing.T) {
	tests := []struct{ text, want string }{
		{"one\ntwo\n\nthree", "<p>one two</p><p>three</p>"},
		{"- a\n- b\n  more", "<ul><li>a</li><li>b more</li></ul>"},
		{"1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"},
		{"`a < b`, **bold `code`** or *slanted*, 2 * 3", "<p><code>a &lt; b</code>, <strong>bold <code>code</code></strong> or <em>slanted</em>, 2 * 3</p>"},
		{"[the `x`](/docs/#y)", `<p><a href="/docs/#y">the <code>x</code></a></p>`},
		{"<script>alert(1)</script> & \"quotes\"", "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;</p>"},
		{"- a\n1. b", "<ul><li>a</li></ul><ol><li>b</li></ol>"},
		{"- a\n\n- b\nc", "<ul><li>a</li><li>b c</li></ul>"},
		{"text\n* star", "<p>text</p><ul><li>star</li></ul>"},
		{"S_ij _and_ 5 \\* &amp; $3", "<p>S_ij <em>and</em> 5 * &amp; $3</p>"},
		{"`a$b` $c_i$", `<p><code>a$b</code> <math display="inline" alttext="c_i"><msub><mi>c</mi><mi>i</mi></msub></math></p>`},
		{"[x](https://e.org/?a=1&b=\")", `<p><a href="https://e.org/?a=1&amp;b=&#34;">x</a></p>`},
		{"a $x$ b", `<p>a <math display="inline" alttext="x"><mi>x</mi></math> b</p>`},
	}
	for _, tt := range tests {
		if got, err := HTML(tt.text); err != nil || got != tt.want {
			t.Errorf("%q\n got %s, %v\nwant %s", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{
		"[x](javascript:alert(1))", "[x](//evil.example/)", "[x](data:text/html)", "[x](http://plain.example/)",
		"```\ncode\n```", "> quote", "| a | b |", "    indented", "- a\n  - b", "- a\n\n  b", "---", "a  \nb", "[x](/docs/ \"title\")", "[x](a b)", "$a b$", "![alt](/x.png)", "title\n===",
		"# heading",
	} {
		if got, err := HTML(text); err == nil {
			t.Errorf("%q is accepted as %s", text, got)
		}
	}
}
