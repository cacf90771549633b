package record

import "testing"

// A proof that signs no record, and shows none, has no score and no text.
func TestNothingInIt(t *testing.T) {
	r, p := Read(nil, "", nil)
	if p != nil {
		t.Fatal(p)
	}
	if name, x, ok := r.Score(); name != "" || x != 0 || ok {
		t.Errorf("score %s %v %t", name, x, ok)
	}
	if name, said := r.TextOf(CodeNames); name != "" || said != "" {
		t.Errorf("text %s %q", name, said)
	}
}
