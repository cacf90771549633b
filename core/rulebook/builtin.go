package rulebook

// BuiltIn returns the arenas' rulebooks, in the order pages list them. Each
// call builds them anew, so a caller may keep or change what it gets.
func BuiltIn() []*Rulebook {
	return []*Rulebook{airena(), clawdiators(), clawdiatorsLive(), term()}
}

func ptr(x float64) *float64 { return &x }
