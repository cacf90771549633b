package weights

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain/changes"
	"github.com/tallyproof/tallyproof/core/explain/reading"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/weights"
)

// RulesLive is the module that makes the page of rules live.
const RulesLive = "rules/page.mjs"

// The example: a challenge of the deployed Clawdiators, with other weights and a speed that has
// full marks until half a minute.
const (
	rulesArena     = "clawdiators-live"
	rulesChallenge = "cipher-forge"
	rulesFull      = 30  // seconds
	rulesLimit     = 420 // seconds, as the challenge has it
	rulesPower     = 1.5
)

// rulesWeights are the weights of the example, in percent.
var rulesWeights = []float64{60, 20, 20}

// rulesAgents are the submissions of the example: correctness, methodology and seconds.
var rulesAgents = []struct {
	name                 string
	correct, method, sec float64
}{
	{"Carina", 940, 880, 96}, {"Nova", 910, 850, 60}, {"Atlas", 860, 790, 210}, {"Lyra", 820, 900, 150},
	{"Orion", 780, 700, 180}, {"Vega", 760, 640, 30}, {"Cetus", 730, 810, 240}, {"Draco", 690, 720, 45},
	{"Norma", 600, 640, 330}, {"Pavo", 470, 500, 120}, {"Musca", 410, 380, 20}, {"Indus", 250, 300, 400},
	{"Andromeda", 732, 813, 157}, {"Antlia", 387, 415, 33}, {"Apus", 534, 554, 162}, {"Aquila", 361, 530, 305},
	{"Ara", 323, 417, 409}, {"Aries", 609, 397, 207}, {"Auriga", 611, 522, 49}, {"Bootes", 960, 837, 119},
	{"Caelum", 652, 514, 62}, {"Cepheus", 232, 244, 244}, {"Columba", 227, 201, 57}, {"Corvus", 737, 599, 55},
	{"Crater", 747, 700, 21}, {"Crux", 969, 780, 61}, {"Cygnus", 587, 494, 34}, {"Dorado", 641, 435, 228},
	{"Eridanus", 690, 718, 415}, {"Fornax", 561, 504, 58}, {"Gemini", 854, 640, 26}, {"Grus", 523, 684, 383},
	{"Hydra", 391, 315, 238}, {"Hydrus", 439, 363, 74}, {"Lacerta", 87, 337, 120}, {"Leo", 735, 830, 142},
	{"Lepus", 461, 482, 155}, {"Libra", 299, 295, 246}, {"Lupus", 751, 772, 93}, {"Lynx", 864, 795, 96},
	{"Mensa", 151, 90, 72}, {"Octans", 273, 428, 196}, {"Pegasus", 716, 755, 60}, {"Perseus", 733, 557, 170},
	{"Phoenix", 671, 702, 52}, {"Pictor", 719, 716, 69}, {"Pisces", 747, 790, 46}, {"Puppis", 872, 735, 46},
	{"Pyxis", 715, 673, 69}, {"Sagitta", 985, 844, 33}, {"Scutum", 210, 243, 137}, {"Serpens", 310, 362, 148},
	{"Sextans", 482, 421, 101}, {"Taurus", 302, 471, 214}, {"Tucana", 853, 557, 154}, {"Ursa", 626, 582, 215},
	{"Vela", 513, 596, 88}, {"Virgo", 70, 228, 77}, {"Volans", 733, 723, 300}, {"Altair", 278, 279, 133},
}

// Rules returns the page on which a designer changes the rules of an arena.
func Rules(f *frame.Frame) ([]build.Page, error) {
	presets, err := rulebook.Presets(rulebook.PresetsRequest{})
	if err != nil {
		return nil, err
	}
	base := frame.Resolve(rulesArena)
	for _, p := range presets.Presets {
		if p.Slug == rulesChallenge {
			base.Dimensions = weighed(base, p)
		}
	}
	req := rulesExample(base)
	answer, err := changes.Field(req)
	if err != nil {
		return nil, err
	}
	read, err := reading.Reading(reading.Request{Text: req.Text, Submissions: true,
		Rules: []rulebook.Ref{req.Rulebook, req.Base}})
	if err != nil {
		return nil, err
	}
	mine, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	v := markup.RulesView{
		Page: parts.PageView{
			Layout: f.Layout("/weights/rules/", "How many should win?",
				"Tune the rules of a challenge by eye: say how many should win, drag cut-offs and the ends of the speed curve, "+
					"and see the ratings after a season. Take the rules to other pages, or export them.", RulesLive),
			Tabs: pages.Tabs("/weights/rules/"),
			H1:   "How many should win?",
		},
		Calc: parts.CalcView{ID: "rules", Label: "Rules", Operation: "explain.field", Takes: "rulebook.check"},
		Scale: parts.FieldView{Name: "/rulebook/scale", Label: "Highest score", Key: "scale", Value: frame.Show(base.Scale),
			Step: "1", Least: "1"},
		Name: "My rules", ID: "my-rules", Source: "Changed on a device of its author",
		Roundings: choices(base.Composite.Rounding, "none", "Not rounded", "floor-total", "Total rounded down", "parts",
			"Each part rounded"),
		Sums:    choices(base.Arithmetic, "exact", "Exact decimals", "float64", "As code adds them (float64)"),
		Capped:  base.Composite.Cap,
		Fresh:   markup.RulesDimension{Measures: measures("direct")},
		Text:    req.Text,
		Reading: parts.ReadingView{Form: "rules", Submissions: true, Answer: read},
		Answer:  *answer,
		From:    rulesSource,
		Uses:    rulesUses,
	}
	v.Results = rulesResults(base)
	v.Dimensions = rulesDimensions(mine, answer)
	v.Rating = rulesRating(mine.Rating)
	if err := startsOf(&v, presets.Presets); err != nil {
		return nil, err
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: answer.Sentence, Key: answer.Key,
		Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Rules(v)}}, nil
}

// rulesDimensions returns the rows of the dimensions of the example.
func rulesDimensions(mine *rulebook.Rulebook, answer *changes.FieldResponse) (rows []markup.RulesDimension) {
	for i, d := range mine.Dimensions {
		row := markup.RulesDimension{Key: d.Key, Label: d.Label, Weight: frame.Show(*d.Weight), Dim: answer.Dimensions[i].Dim,
			Formula: answer.Dimensions[i].Formula, Measures: measures(string(d.Measure))}
		if d.Target != nil {
			row.Target, row.Limit, row.Decay = frame.Show(*d.Target), frame.Show(*d.Limit), frame.Show(d.Decay)
		}
		rows = append(rows, row)
	}
	return rows
}

// rulesRating are the controls of the rating: the first K and the start.
func rulesRating(r *rulebook.Rating) []markup.RulesEntry {
	return []markup.RulesEntry{
		{ID: "rating-k", Name: "/rulebook/rating/k/0/k", Label: "K at first", Key: "k", Value: frame.Show(r.K[0].K), Step: "1"},
		{ID: "rating-start", Name: "/rulebook/rating/start", Label: "Start", Key: "start", Value: frame.Show(r.Start), Step: "50"},
	}
}

// rulesUses are pages that answer by the rules.
var rulesUses = []parts.LinkView{{Href: "/audit/", Label: "Audit"}, {Href: "/weights/stress/", Label: "Stress"},
	{Href: "/rating/clawdiators/", Label: "Rating"}, {Href: "/score/clawdiators/", Label: "Score"}}

// rulesExample returns the example as a request.
func rulesExample(base *rulebook.Rulebook) changes.FieldRequest {
	mine := *base
	mine.Dimensions = append([]rulebook.Dimension{}, base.Dimensions...)
	full, limit := float64(rulesFull), float64(rulesLimit)
	for i := range mine.Dimensions {
		d := &mine.Dimensions[i]
		d.Weight = &rulesWeights[i]
		if d.Key == "speed" {
			d.Measure, d.Shape = "target-limit", measure.Shape{Decay: rulesPower, Target: &full, Limit: &limit}
		}
	}
	var text strings.Builder
	text.WriteString("agent,correctness,methodology,speed.used,speed.limit\n")
	for _, a := range rulesAgents {
		text.WriteString(strings.Join([]string{a.name, frame.Show(a.correct), frame.Show(a.method), frame.Show(a.sec),
			strconv.Itoa(rulesLimit)}, ",") + "\n")
	}
	return changes.FieldRequest{RulesRequest: changes.RulesRequest{Rulebook: rulebook.Custom(mine), Base: rulebook.ID(rulesArena),
		Challenge: rulesChallenge, Text: text.String()}}
}

// rulesResults returns the fields of the results.
func rulesResults(rb *rulebook.Rulebook) (list []markup.RulesResult) {
	for _, r := range rb.Results {
		list = append(list, markup.RulesResult{ID: r.ID, Label: frame.Capital(r.ID) + " from", Value: frame.Show(r.Min)})
	}
	return list
}

// weighed returns the dimensions that a challenge weighs, with their weights.
func weighed(rb *rulebook.Rulebook, p rulebook.Preset) (list []rulebook.Dimension) {
	add := func(d rulebook.Dimension) {
		if w, ok := p.Weights[d.Key]; ok {
			d.Weight = &w
			list = append(list, d)
		}
	}
	for _, d := range rb.Dimensions {
		add(d)
	}
	for _, d := range p.Dimensions {
		if _, known := rb.Dimension(d.Key); !known {
			add(rulebook.Dimension{Key: d.Key, Label: d.Label, Measure: "direct"})
		}
	}
	return list
}

func choices(chosen string, pairs ...string) (list []parts.OptionView) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, parts.OptionView{Value: pairs[i], Label: pairs[i+1], Selected: pairs[i] == chosen})
	}
	return list
}

// measures returns the formulas to choose from; decay has a control of its own.
func measures(chosen string) (list []parts.OptionView) {
	for _, m := range measure.All {
		line := m.Rule.Line
		if m.Decay != 0 {
			line = strings.Replace(line, op.Show(float64(m.Decay)), "decay", 1)
		}
		list = append(list, parts.OptionView{Value: string(m.ID), Label: line, Selected: string(m.ID) == chosen})
	}
	return list
}

// rulesStart returns the weights of a challenge in percent, in the order of its dimensions.
func rulesStart(dims []rulebook.Dimension) (string, error) {
	type dimension struct {
		Key    string   `json:"key"`
		Label  string   `json:"label"`
		Weight *float64 `json:"weight"`
	}
	var list []dimension
	for _, d := range dims {
		percent := exact.Of(*d.Weight).Mul(exact.Int(100)).Float()
		list = append(list, dimension{d.Key, d.Label, &percent})
	}
	text, err := json.Marshal(list)
	return string(text), err
}

// startsOf fills in the rulebooks to start from, and the challenges of those that have
// no weights.
func startsOf(v *markup.RulesView, presets []rulebook.Preset) (err error) {
	var weightless []string
	for _, rb := range rulebook.BuiltIn() {
		v.Arenas = append(v.Arenas, parts.OptionView{Value: rb.ID, Label: rb.Name, Selected: rb.ID == rulesArena})
		if _, refusal := rb.Weigh(nil); refusal != nil {
			weightless = append(weightless, rb.ID)
		}
	}
	v.Weightless = strings.Join(weightless, "|")
	v.Challenges, err = frame.ChallengeGroups(presets, func(p rulebook.Preset) (parts.OptionView, error) {
		fill, err := rulesStart(weighed(frame.Resolve(rulesArena), p))
		option := frame.Challenge(p)
		option.Fill, option.Selected = fill, p.Slug == rulesChallenge
		return option, err
	})
	return err
}

// rulesSource states where the example comes from, and what the page does not show.
var rulesSource = parts.SourceView{
	Text: "The example: sixty made-up submissions to a challenge of the deployed Clawdiators. Before: its own weights, and speed " +
		"with the power 1.5 of the time left. The season’s matches are made up too. Equal scores share a rank here.",
	Links: []parts.LinkView{
		{Href: "/weights/", Label: "Tune the weights alone"},
		{Href: "/docs/rulebook/", Label: "What a rulebook may have"},
		{Href: "/docs/operations/explain.field/", Label: "The same for tools"},
	},
	Not: []string{
		"Whether the rules are fair: Stress looks for what is not.",
		"What agents would do under other rules: the submissions stay as they were measured.",
		"An arena’s rules: what you change are your own, whatever their name.",
	},
}
