package rewards

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/words"
)

// ShareStream is what groups of miners keep over epochs without a gain. Paths have epochs across, and
// percent of all emission down.
type ShareStream struct {
	Groups []ShareGroup `json:"groups" doc:"The miners in groups, best last; few of them each alone."`
	Cursor Cursor       `json:"cursor" doc:"The burn, at the epoch that has it."`
	Stops  []ShareStop  `json:"stops" doc:"The burn at each epoch."`
	Burned StaleMark    `json:"burned" doc:"What is burned at the end; empty if nothing is."`
	Kept   StaleMark    `json:"kept" doc:"What miners keep at the end."`
}

// ShareGroup is a group of miners.
type ShareGroup struct {
	ID   string  `json:"id" doc:"Its place, 0 being the best."`
	Path string  `json:"path" doc:"SVG path around what it keeps."`
	At   float64 `json:"at" doc:"Where it is at first, in percent from the top."`
	Says string  `json:"says" doc:"Its name and its share before the burn; empty if there is no room."`
}

// Sizes of the stream, which is about 166 pixels high.
const (
	streamEpochs = 30
	groupRoom    = 0.0875 // of the height
)

// stream draws the burn over the epochs to come, by the decay of the rules.
func (s *sharing) stream() (Said, ShareStream) {
	burns := s.burns()
	end := burns[streamEpochs]
	most := s.d.Solve(reward.Variant{Strategy: reward.Strategies[s.chosen],
		Burn: &reward.Burn{Percent: end, Mode: s.d.BurnMode()}})
	key := percentOf(most.Final[s.you])
	fall := Said{"Without a gain you fall to " + key + ".", key}
	if alike(most.Final[s.you], s.pay[s.chosen].Share) {
		fall = Said{"Without a gain you keep " + key + ".", key}
	}
	st := ShareStream{}
	kept := make([]float64, len(burns))
	for e, burn := range burns {
		kept[e] = s.keep(burn)
		st.Stops = append(st.Stops, ShareStop{At: round(float64(e) * 100 / streamEpochs), Value: burn})
	}
	st.Groups = s.groups(kept)
	last := kept[streamEpochs]
	st.Kept = StaleMark{At: round(float64(100 * float64(1-float64(last/2)))), Label: "miners " + words.Rate(last)}
	if last < 0.999 {
		st.Burned = StaleMark{At: round(max(13, 100*(1-last)/2)), Label: "burned " + words.Rate(1-last)}
	}
	st.Cursor = s.burnCursor(burns)
	return fall, st
}

// burns is what decays at each epoch, in percent.
func (s *sharing) burns() []float64 {
	every, to, from := int64(1), int64(streamEpochs), int64(0)
	ask := decay.DecayRequest{Rulebook: s.req.Rulebook, From: &from, To: &to, Every: &every}
	got, err := decay.Decay(ask)
	if err == nil && got.Curve == decay.CurveBlock {
		every, to = int64(epochHours*anHour), int64(epochHours*anHour)*streamEpochs
		got, err = decay.Decay(ask)
	}
	if err != nil {
		panic("explain: a short span is never refused: " + err.Error())
	}
	burns := make([]float64, 0, streamEpochs+1)
	for _, row := range got.Epochs {
		burns = append(burns, row.BurnPercent)
	}
	return burns
}

// keep is what miners keep of all emission when so much burns: what no competition pays is burned anyway.
func (s *sharing) keep(burn float64) float64 {
	paid := 0.0
	for _, share := range s.out[s.chosen].Raw {
		paid += share
	}
	part := burn / 100
	switch s.d.BurnMode() {
	case "add":
		return paid / (1 + part)
	case "multiply-only":
		return paid
	}
	return paid * (1 - part)
}

// groups are ten, forty and all other miners, or each of few.
func (s *sharing) groups(kept []float64) []ShareGroup {
	shares := s.ofOrder(s.out[s.chosen].Capped)
	bounds, names := []int{0, 10, min(50, len(shares)), len(shares)}, []string{"top 10", "next 40", ""}
	if len(shares) <= 10 {
		bounds, names = []int{0}, nil
		for n, i := range s.order {
			bounds, names = append(bounds, n+1), append(names, clipped(s.d.IDs[i], 12))
		}
	} else {
		if len(shares) < 50 {
			names[1] = "next " + words.Grouped(int64(len(shares)-10))
		}
		names[2] = "other " + words.Grouped(int64(max(0, len(shares)-50)))
	}
	var groups []ShareGroup
	low := 0.0
	for g, name := range names {
		size := 0.0
		for _, x := range shares[bounds[g]:bounds[g+1]] {
			size += x
		}
		if size < 1e-9 {
			continue
		}
		group := ShareGroup{ID: words.Grouped(int64(min(g, 4))), Path: ribbon(kept, low, low+size),
			At: round(100 * (1 - float64(kept[0]*(low+float64(size/2)))))}
		if size*kept[0] > groupRoom {
			group.Says = name + ": " + words.Rate(size)
		}
		groups, low = append(groups, group), low+size
	}
	return groups
}

// ribbon is around a part of what is kept over time.
func ribbon(kept []float64, low, high float64) string {
	var b strings.Builder
	point := func(letter string, e int, share float64) {
		b.WriteString(letter + chart.Fixed(float64(e), 0) + " " + chart.Fixed(100*(1-float64(share*kept[e])), 2))
	}
	for e := range kept {
		letter := "L"
		if e == 0 {
			letter = "M"
		}
		point(letter, e, high)
	}
	for e := len(kept) - 1; e >= 0; e-- {
		point("L", e, low)
	}
	return b.String() + "Z"
}

// burnCursor is the burn at the first epoch that has it.
func (s *sharing) burnCursor(burns []float64) Cursor {
	burn := 0.0
	if s.req.Burn != nil {
		burn = s.req.Burn.Percent
	}
	at := float64(streamEpochs)
	for e := len(burns) - 1; e > 0; e-- {
		if burns[e-1] < burn && burn <= burns[e] {
			at = float64(e) - float64((burns[e]-burn)/(burns[e]-burns[e-1]))
		} else if burn == 0 && burns[e] > 0 {
			at = float64(e - 1)
		}
	}
	label := "burn " + words.Within(burn, 1) + " %"
	return Cursor{Field: "/burn/percent", At: round(math.Min(at, streamEpochs) * 100 / streamEpochs), Value: burn, High: 100, Step: 5,
		Label: "◂ " + label + " ▸", Says: label + ": you get " + percentOf(s.pay[s.chosen].Share)}.shifted()
}
