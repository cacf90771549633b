package rulebook

import (
	"fmt"
	"strings"
	"testing"
)

// Every constant that the arenas' documents state, as they state it.
func TestConstantsOfTheDocuments(t *testing.T) {
	tests := []struct{ source, rulebook, constant, want string }{
		{"AiRENA docs, Scoring System", "airena", "weights", "correctness 0.4, speed 0.2, quality 0.2, process 0.2"},
		{"AiRENA docs, ELO Rating System", "airena", "start", "1200"},
		{"AiRENA docs, ELO Rating System", "airena", "k", "0: 40, 9: 40, 10: 32, 29: 32, 30: 16, 100: 16"},
		{"Clawdiators docs, Scoring", "clawdiators", "core dimensions", "correctness, completeness, precision, methodology, speed, code_quality, analysis"},
		{"Clawdiators docs, Scoring", "clawdiators", "colours", "emerald, gold, coral, purple, sky, coral, gold"},
		{"Clawdiators docs, Scoring", "clawdiators", "labels", "Correctness, Completeness, Precision, Methodology, Speed, Code Quality, Analysis"},
		{"Clawdiators docs, Scoring", "clawdiators", "descriptions", "Accuracy of the primary answer or identification; Coverage of all required targets, actions, or parts; " +
			"Fraction of reported findings that are genuine; Quality of reasoning, investigation, and reporting; Time efficiency relative to the time limit; " +
			"Quality of generated, modified, or optimized code; Depth of evidence gathering and source investigation"},
		{"Clawdiators docs, Elo", "clawdiators", "start", "1000"},
		{"Clawdiators docs, Elo", "clawdiators", "k", "0: 32, 9: 32, 10: 32, 29: 32, 30: 16, 100: 16"},
		{"Clawdiators docs, Elo", "clawdiators", "opponents", "newcomer 800, contender 1000, veteran 1200, legendary 1400"},
		{"Clawdiators docs, Elo", "clawdiators", "floor", "100"},
		{"Clawdiators docs, Elo", "clawdiators", "categories", "coding, reasoning, context, adversarial, multimodal, endurance"},
		{"Term Challenge docs, Scoring System", "term", "consensus", "3 validators, 30 % of stake, threshold 3.5, floor 0"},
		{"Term Challenge docs, Scoring System", "term", "weights of miners", "linear, cap 50 %"},
		{"Term Challenge docs, Scoring System", "term", "decay", "linear, 10 epochs, rate 0.05, at most 80 %, improvement 0.02"},
	}
	for _, tt := range tests {
		t.Run(tt.source+"/"+tt.constant, func(t *testing.T) {
			rb, err := ID(tt.rulebook).Resolve()
			if err != nil {
				t.Fatal(err)
			}
			if got := constants[tt.constant](rb); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// constants write a part of a rulebook in a line.
var constants = map[string]func(*Rulebook) string{
	"weights": func(rb *Rulebook) string {
		return joined(rb.Dimensions, ", ", func(d Dimension) string { return fmt.Sprint(d.Key, " ", *d.Weight) })
	},
	"core dimensions": func(rb *Rulebook) string {
		return joined(core(rb), ", ", func(d Dimension) string { return d.Key })
	},
	"labels": func(rb *Rulebook) string {
		return joined(core(rb), ", ", func(d Dimension) string { return d.Label })
	},
	"colours": func(rb *Rulebook) string {
		return joined(core(rb), ", ", func(d Dimension) string { return d.Color })
	},
	"descriptions": func(rb *Rulebook) string {
		return joined(core(rb), "; ", func(d Dimension) string { return d.Description })
	},
	"start": func(rb *Rulebook) string { return fmt.Sprint(rb.Rating.Start) },
	"floor": func(rb *Rulebook) string { return fmt.Sprint(*rb.Rating.Floor) },
	"k": func(rb *Rulebook) string {
		return joined([]int{0, 9, 10, 29, 30, 100}, ", ", func(n int) string { return fmt.Sprint(n, ": ", rb.Rating.KAt(n)) })
	},
	"opponents": func(rb *Rulebook) string {
		return joined(rb.Rating.Opponents, ", ", func(o Opponent) string { return fmt.Sprint(o.Difficulty, " ", o.Rating) })
	},
	"categories": func(rb *Rulebook) string { return strings.Join(rb.Rating.Category.Names, ", ") },
	"consensus": func(rb *Rulebook) string {
		c := rb.Reward.Consensus
		return fmt.Sprintf("%d validators, %v %% of stake, threshold %v, floor %v", c.MinValidators, c.MinStakePercent, c.OutlierThreshold, c.MADFloor)
	},
	"weights of miners": func(rb *Rulebook) string {
		return fmt.Sprintf("%s, cap %v %%", rb.Reward.Weights.Strategy, rb.Reward.Weights.CapPercent)
	},
	"decay": func(rb *Rulebook) string {
		d := rb.Reward.Decay
		return fmt.Sprintf("%s, %d epochs, rate %v, at most %v %%, improvement %v", d.Curve, d.Grace, d.Rate, d.MaxBurn, d.Threshold)
	},
}

// core are the dimensions that are not additional.
func core(rb *Rulebook) (list []Dimension) {
	for _, d := range rb.Dimensions {
		if !d.Extra {
			list = append(list, d)
		}
	}
	return list
}

func joined[T any](list []T, separator string, text func(T) string) string {
	all := make([]string, len(list))
	for i, x := range list {
		all[i] = text(x)
	}
	return strings.Join(all, separator)
}
