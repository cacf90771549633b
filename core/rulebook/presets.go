package rulebook

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/words"
)

// Preset is a challenge that an arena runs, with the weights it scores by. It
// holds facts only: of a challenge that is registered but was never opened,
// nothing is known but the weights.
type Preset struct {
	Slug        string             `json:"slug" doc:"The arena's id of the challenge."`
	Name        string             `json:"name,omitempty" doc:"Name for readers; absent if it was never opened."`
	Category    string             `json:"category,omitempty" doc:"Category, which chooses the category rating and the tracks."`
	Difficulty  string             `json:"difficulty,omitempty" doc:"Declared difficulty tier."`
	Opponent    float64            `json:"opponent,omitempty" doc:"Rating of that tier, in Elo points."`
	MatchType   string             `json:"match_type,omitempty" op:"enum=single|multi-checkpoint|long-running" doc:"How a match runs."`
	TimeLimit   int                `json:"time_limit_secs,omitempty" doc:"Time limit of a match, in seconds."`
	MaxScore    float64            `json:"max_score,omitempty" doc:"Highest score."`
	Active      bool               `json:"active,omitempty" doc:"Whether the arena offers it."`
	Environment bool               `json:"environment,omitempty" doc:"Whether a match needs a running environment."`
	Scoring     string             `json:"scoring,omitempty" op:"enum=deterministic|environment" doc:"Who scores: fixed code, or the environment."`
	Weights     map[string]float64 `json:"weights" doc:"Weights by dimension, as fractions; they can go into score.compute as they are."`
	Dimensions  []PresetDimension  `json:"dimensions,omitempty" doc:"Dimensions that are not among the rulebook's, or have another label here."`
	Speed       *PresetSpeed       `json:"speed,omitempty" doc:"What agents are told about the speed dimension; absent if it has no weight, or nothing was found."`
}

// Title returns the name of a challenge, or else its slug in words.
func (p *Preset) Title() string {
	if p.Name == "" {
		return words.Capital(strings.ReplaceAll(p.Slug, "-", " "))
	}
	return p.Name
}

// PresetDimension is a dimension as one challenge speaks of it.
type PresetDimension struct {
	Key   string `json:"key" doc:"Name in weights."`
	Label string `json:"label" doc:"Name for readers."`
	Color string `json:"color" doc:"Colour name of the arena's palette."`
}

// PresetSpeed holds a challenge's published facts about speed.
type PresetSpeed struct {
	Stated   string `json:"stated" doc:"The kind of curve, in our words."`
	OverSecs int    `json:"over_secs,omitempty" doc:"Seconds at which it reaches zero; it may be less than the time limit."`
}

// PresetsRequest narrows the list.
type PresetsRequest struct {
	Slug       string `json:"slug,omitempty" op:"maxlen=200" doc:"Only the challenge of this id."`
	Category   string `json:"category,omitempty" op:"maxlen=200" doc:"Only challenges of this category."`
	Difficulty string `json:"difficulty,omitempty" op:"maxlen=200" doc:"Only challenges declared to be of this tier."`
}

// PresetsResponse lists challenges.
type PresetsResponse struct {
	Rulebook string   `json:"rulebook" doc:"Id of the rulebook that scores them."`
	Source   string   `json:"source" doc:"Where the facts come from."`
	Presets  []Preset `json:"presets" doc:"The challenges, by slug; empty if no challenge meets all conditions."`
}

// preset is a row of presetTable.
type preset struct {
	Preset
	weights []presetWeight
}

type presetWeight struct {
	dimension string
	percent   int8
}

// Presets lists the challenges of the deployed Clawdiators arena that meet
// every condition of the request. What no challenge has is refused: it is a
// misspelling.
func Presets(req PresetsRequest) (*PresetsResponse, error) {
	live := clawdiatorsLive()
	res := &PresetsResponse{Rulebook: live.ID, Source: live.Source}
	asked := []string{req.Slug, req.Category, req.Difficulty}
	var known [3]bool
	for i := range presetTable {
		row := &presetTable[i]
		meets := true
		for n, has := range []string{row.Slug, row.Category, row.Difficulty} {
			fits := asked[n] == "" || asked[n] == has
			known[n] = known[n] || fits
			meets = meets && fits
		}
		if meets {
			res.Presets = append(res.Presets, row.Preset)
			row.fill(&res.Presets[len(res.Presets)-1], live)
		}
	}
	for n, member := range []string{"slug", "category", "difficulty"} {
		if !known[n] {
			return nil, op.Refuse("/"+member, "%s: want the %s of a preset, as listed without this field", op.Quote(asked[n]),
				member)
		}
	}
	return res, nil
}

// DeclaredDifficulty returns the difficulty of a challenge that the rulebook's arena
// runs; empty if it is not known.
func (rb *Rulebook) DeclaredDifficulty(slug string) string {
	if rb.Arena != presetArena || slug == "" {
		return ""
	}
	for i := range presetTable {
		if row := &presetTable[i]; row.Slug == slug {
			return row.Difficulty
		}
	}
	return ""
}

// presetArena is the arena of presetTable.
const presetArena = "clawdiators"

// fill adds what the table leaves out: what nearly all challenges share, and
// what the rulebook says.
func (row *preset) fill(p *Preset, live *Rulebook) {
	p.Weights = map[string]float64{}
	for _, w := range row.weights {
		p.Weights[w.dimension] = float64(w.percent) / 100
	}
	if p.Name == "" {
		return
	}
	p.Active, p.MaxScore = true, live.Scale
	if p.MatchType == "" {
		p.MatchType = "single"
	}
	if p.Scoring == "" {
		p.Scoring = "deterministic"
	}
	for _, o := range live.Rating.Opponents {
		if o.Difficulty == p.Difficulty {
			p.Opponent = o.Rating
		}
	}
}
