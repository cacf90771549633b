package ranking

import (
	"math"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// The share of one of two agents is the part of the segment of weights on which it is
// ahead: exactly a third with at least 30 % and at most 60 %, where it leads above 50 %.
// Over many seeds the shares differ by the standard error that is answered, so that
// consecutive weights are as good as independent.
func TestBoundedShares(t *testing.T) {
	req := SensitivityRequest{
		Rulebook: rulebook.ID("airena"), Weights: map[string]float64{"correctness": 0.4, "speed": 0.6}, Samples: 400,
		Least: map[string]float64{"correctness": 0.3}, Most: map[string]float64{"correctness": 0.6},
	}
	for id, x := range map[string]float64{"a": 100, "b": 0} {
		req.Submissions = append(req.Submissions, score.Submission{ID: id, Dimensions: map[string]float64{"correctness": x, "speed": 100 - x}})
	}
	const seeds = 400
	mean, square, answered := 0.0, 0.0, 0.0
	for seed := range seeds {
		req.Seed = &seed
		res, err := Sensitivity(req)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range res.Acceptability {
			if a.ID == "a" {
				mean, square, answered = mean+a.First/seeds, square+a.First*a.First/seeds, a.StandardError
			}
		}
	}
	if se := math.Sqrt(2.0 / 9 / 400); math.Abs(mean-1.0/3) > 4*se/math.Sqrt(seeds) || math.Abs(answered-se) > 0.3*se {
		t.Errorf("share %v, standard error %v: want 1/3 and %v", mean, answered, se)
	} else if spread := math.Sqrt(square - mean*mean); spread > 1.2*se {
		t.Errorf("the shares of %d seeds differ by %v: want about %v", seeds, spread, se)
	}
}

// Bounds that say nothing change no number.
func TestBoundsOfEverything(t *testing.T) {
	req := SensitivityRequest{Rulebook: rulebook.ID("airena"), Samples: 1000}
	for i, x := range []float64{90, 70, 80} {
		req.Submissions = append(req.Submissions, score.Submission{ID: string(rune('a' + i)), Dimensions: map[string]float64{"correctness": x, "speed": 150 - x, "quality": float64(60 + 7*i), "process": 50}})
	}
	free, err := Sensitivity(req)
	if err != nil {
		t.Fatal(err)
	}
	req.Least, req.Most = map[string]float64{"speed": 0}, map[string]float64{"quality": 1}
	bounded, err := Sensitivity(req)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range free.Acceptability {
		if b := bounded.Acceptability[i]; a.ID != b.ID || a.First != b.First || a.MeanRank != b.MeanRank {
			t.Errorf("%+v with bounds: want %+v", b, a)
		}
	}
}

func TestBoundsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		least, most map[string]float64
		want        string
	}{
		"too much":    {map[string]float64{"speed": 0.6, "process": 0.5}, nil, "/least: the lowest weights sum to 110 %, so that no weights are left: want at most 100 %"},
		"too little":  {nil, map[string]float64{"speed": 0.3, "process": 0.2, "quality": 0.25, "correctness": 0.125}, "/most: the highest weights sum to 87.5 %, so that no weights are left: want at least 100 %"},
		"crossed":     {map[string]float64{"speed": 0.6}, map[string]float64{"speed": 0.5}, "/least/speed: 60 %: want at most the highest weight of the dimension, 50 %"},
		"over 1":      {map[string]float64{"speed": 1.2}, nil, "/least/speed: 120 %: want at most the highest weight of the dimension, 100 %"},
		"below 0":     {map[string]float64{"speed": -0.1}, nil, "/least/speed: −10 %: want at least 0"},
		"most below":  {nil, map[string]float64{"speed": -0.5}, "/most/speed: −50 %: want at least 0"},
		"no such one": {map[string]float64{"style": 0.1}, nil, `/least/style: no dimension "style" is weighed`},
		"nor above":   {nil, map[string]float64{"sty/le": 0.1}, `/most/sty~1le: no dimension "sty/le" is weighed`},
	} {
		_, err := Sensitivity(SensitivityRequest{Rulebook: rulebook.ID("airena"), Least: tt.least, Most: tt.most,
			Submissions: []score.Submission{{ID: "a", Dimensions: map[string]float64{"correctness": 1, "speed": 2, "quality": 3, "process": 4}}}})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v: want %s", name, err, tt.want)
		}
	}
}
