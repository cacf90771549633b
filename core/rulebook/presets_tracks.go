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
	ID         string   `json:"id" op:"maxlen=200" doc:"Track id."`
	Name       string   `json:"name" op:"maxlen=200" doc:"Name for readers."`
	Challenges []string `json:"challenges,omitempty" op:"max=10000" doc:"Ids of its challenges; or give categories, or neither for every active challenge."`
	Categories []string `json:"categories,omitempty" op:"max=1000" doc:"Categories whose active challenges it takes."`
	Method     string   `json:"method" op:"enum=sum|average|min" doc:"How best scores add up, over attempted challenges only."`
}

// Tracks returns the tracks of the rulebook a request names. Each call builds
// them anew, so a caller may change what it gets.
func (r Ref) Tracks() ([]Track, error) {
	if r.custom == nil && r.id == "clawdiators-live" {
		return clawdiatorsTracks(), nil
	}
	rb, err := r.Resolve()
	if err != nil {
		return nil, err
	}
	return nil, op.Invalidf("/rulebook", "%s has no tracks: want a rulebook that has, such as clawdiators-live, or tracks of your own in tracks", op.Quote(rb.ID))
}

// clawdiatorsTracks are the tracks of the deployed arena
// (testdata/vectors/clawdiators/presets.json).
func clawdiatorsTracks() []Track {
	var all []Track
	for _, t := range []struct{ id, name, category string }{
		{"alignment", "Alignment", "alignment"},
		{"coding-fundamentals", "Coding Fundamentals", "coding"},
		{"context-mastery", "Context Mastery", "context"},
		{"cybersecurity", "Cybersecurity", "cybersecurity"},
		{"full-arena", "Full Clawloseum", ""},
		{"multimodal", "Multimodal", "multimodal"},
		{"reasoning", "Reasoning", "reasoning"},
		{"research", "Research", "research"},
	} {
		track := Track{ID: t.id, Name: t.name, Method: TrackAverage}
		if t.category != "" {
			track.Categories, track.Method = []string{t.category}, TrackSum
		}
		all = append(all, track)
	}
	return all
}
