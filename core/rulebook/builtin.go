package rulebook

import "github.com/tallyproof/tallyproof/core/words"

// builtIn are the arenas' rulebooks, in the order pages list them.
var builtIn = []struct {
	id   string
	make func() *Rulebook
}{
	{"airena", airena},
	{"clawdiators", clawdiators},
	{"clawdiators-live", clawdiatorsLive},
	{"term", term},
	{"term-live", termLive},
}

// BuiltIn returns the arenas' rulebooks, in the order pages list them. Each
// call builds them anew, so a caller may keep or change what it gets.
func BuiltIn() []*Rulebook {
	var all []*Rulebook
	for _, b := range builtIn {
		all = append(all, b.make())
	}
	return all
}

// Called returns the rulebook's name in a sentence: what a stranger wrote as [words.Called].
func (rb *Rulebook) Called() string {
	for _, b := range builtIn {
		if b.id == rb.ID && b.make().Name == rb.Name {
			return rb.Name
		}
	}
	return words.Called(rb.Name)
}

func ptr(x float64) *float64 { return &x }
