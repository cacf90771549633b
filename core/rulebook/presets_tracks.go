package rulebook

import "github.com/tallyproof/tallyproof/core/op"

// How a track adds up the best scores of its challenges.
const (
	TrackSum     = "sum"
	TrackAverage = "average"
	TrackMin     = "min"
)

// Track is a set of challenges whose best scores make one standing. It names
// its challenges, or else takes every active challenge of its categories, or
// else, with neither, every active challenge.
type Track struct {
	ID         string
	Name       string
	Challenges []string
	Categories []string
	Method     string // over attempted challenges only
}

// Tracks returns the tracks of the rulebook a request names. Each call builds
// them anew, so a caller may change what it gets.
func (r Ref) Tracks() ([]Track, error) {
	if r.custom == nil && r.id == "clawdiators-live" {
		return clawdiatorsTracks(), nil
	}
	return nil, r.lacks("tracks")
}

// lacks is the refusal of a rulebook without some rules, or of an unknown one.
func (r Ref) lacks(what string) error {
	rb, err := r.Resolve()
	if err != nil {
		return err
	}
	return op.Invalidf("/rulebook", "%s has no %s: want a rulebook that has, such as clawdiators-live", op.Quote(rb.ID), what)
}

// clawdiatorsTracks are the tracks of the deployed arena
// (testdata/vectors/clawdiators/presets.json).
func clawdiatorsTracks() []Track {
	all := []Track{
		{ID: "alignment", Name: "Alignment"},
		{ID: "coding-fundamentals", Name: "Coding Fundamentals", Categories: []string{"coding"}},
		{ID: "context-mastery", Name: "Context Mastery", Categories: []string{"context"}},
		{ID: "cybersecurity", Name: "Cybersecurity"},
		{ID: "full-arena", Name: "Full Clawloseum", Method: TrackAverage},
		{ID: "multimodal", Name: "Multimodal"},
		{ID: "reasoning", Name: "Reasoning"},
		{ID: "research", Name: "Research"},
	}
	for i := range all {
		t := &all[i]
		if t.Method != "" {
			continue
		}
		t.Method = TrackSum
		if t.Categories == nil {
			t.Categories = []string{t.ID} // most are named for their category
		}
	}
	return all
}
