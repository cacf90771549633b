package rulebook

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
	ID         string   `json:"id" op:"maxlen=60" doc:"Track id."`
	Name       string   `json:"name" op:"maxlen=200" doc:"Name for readers."`
	Challenges []string `json:"challenges,omitempty" op:"max=1000; maxlen=200" doc:"Ids of its challenges; by default those of its categories."`
	Categories []string `json:"categories,omitempty" op:"max=64; maxlen=200" doc:"Categories whose active challenges it takes, if it names no challenges; every active challenge by default."`
	Method     string   `json:"method" op:"enum=sum|average|min" doc:"How best scores add up, over attempted challenges only."`
}

// Tracks returns the tracks of the rulebook a request names.
func (r Ref) Tracks() ([]Track, error) {
	rb, err := r.Resolve()
	if err != nil {
		return nil, err
	}
	if len(rb.Tracks) == 0 {
		return nil, rb.lacks("tracks", "clawdiators-live")
	}
	return rb.Tracks, nil
}

// clawdiatorsTracks returns the tracks of the deployed arena
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
