package names

import (
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
)

func define[Req, Res any](name string) op.Op {
	return op.Define(name, "Does "+name+".", func(Req) (res Res, err error) { return res, nil })
}

// An entry of one shape, another, and the first again.
func entryA() op.Op {
	type entry struct {
		A string `json:"a"`
	}
	return define[struct {
		E entry `json:"e"`
	}, []entry]("score.one")
}

func entryB(name string) op.Op {
	type entry struct {
		B string `json:"b"`
	}
	return define[struct {
		E entry `json:"e"`
	}, []entry](name)
}

func entryC(name string) op.Op {
	type entry struct {
		C string `json:"c"`
	}
	return define[[]entry, []entry](name)
}

// Recursive shapes that differ only deep down.
func loopA() op.Op {
	type loop struct {
		Next []loop `json:"next"`
	}
	return define[[]loop, []loop]("loop.one")
}

func loopB() op.Op {
	type loop struct {
		Next []loop `json:"next"`
		End  bool   `json:"end,omitempty"`
	}
	return define[[]loop, []loop]("loop.two")
}

// entryA2 has entryA's shape under another operation.
func entryA2() op.Op {
	type entry struct {
		A string `json:"a"`
	}
	return define[[]entry, entry]("rank.two")
}

// entryLong has entryA's shape and another limit.
func entryLong() op.Op {
	type entry struct {
		A string `json:"a" op:"maxlen=9"`
	}
	return define[[]entry, entry]("rank.three")
}

func TestCollisions(t *testing.T) {
	n := Of([]op.Op{entryA(), entryB("score.two"), entryC("score.three"), entryB("rank.one"), entryA2(), loopA(), loopB(), entryLong()})
	var have []string
	for _, d := range n.Declared {
		if name, ok := n.Name(d.Schema); ok && name == d.Name && !strings.HasSuffix(name, "Request") {
			have = append(have, name+" "+members(d.Schema))
		}
	}
	want := []string{"Entry a", "ScoreEntry b", "ScoreThreeEntry c", "Loop next", "LoopLoop next end", "RankEntry a"}
	if !slices.Equal(have, want) {
		t.Errorf("have %q\nwant %q", have, want)
	}
}

func members(s *op.Schema) string {
	var all []string
	for _, f := range s.Fields {
		all = append(all, f.Name)
	}
	return strings.Join(all, " ")
}

func TestRoots(t *testing.T) {
	o := entryA2()
	n := Of([]op.Op{o})
	want := []Declaration{{"RankTwoRequest", o.Request(), false}, {"Entry", o.Request().Elem, false}, {"RankTwoResponse", o.Response(), true}}
	if !slices.Equal(n.Declared, want) {
		t.Errorf("have %v\nwant %v", n.Declared, want)
	}
	if name, ok := n.Name(o.Response()); !ok || name != "Entry" {
		t.Errorf("the answer is called %q", name)
	}
	if name, ok := n.Name(o.Request()); ok {
		t.Errorf("a list is called %q", name)
	}
}
