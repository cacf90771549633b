package rulebook

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

func ptr(x float64) *float64 { return &x }
