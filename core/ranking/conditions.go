package ranking

import (
	"fmt"
	"slices"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/limits"
	"github.com/tallyproof/tallyproof/core/ranking/nearest"
	"github.com/tallyproof/tallyproof/core/words"
)

// Ratio is a condition: one dimension weighs at least so many times what another one does.
type Ratio struct {
	Dimension string  `json:"dimension" op:"maxlen=60" doc:"Key of the dimension."`
	Times     float64 `json:"times,omitempty" op:"min=0.001 max=1000" doc:"So many times; 1 by default, which orders the two."`
	Of        string  `json:"of" op:"maxlen=60" doc:"Key of the other one."`
}

// MostRatios is how many there may be.
const MostRatios = 64

// conditions are what weights must satisfy.
type conditions struct {
	least, most map[string]float64
	ratios      []Ratio
}

func (c *conditions) any() bool { return len(c.least)+len(c.most)+len(c.ratios) > 0 }

// limitsOf reads the conditions on the columns with these keys; nil without any. It refuses
// conditions that no weights satisfy.
func limitsOf(keys []string, c conditions) (*limits.Limits, *op.Error) {
	if !c.any() {
		return nil, nil
	}
	low, high, refusal := c.bounds(keys)
	if refusal != nil {
		return nil, refusal
	}
	list := make([]limits.Ratio, len(c.ratios))
	for i, r := range c.ratios {
		above, below := slices.Index(keys, r.Dimension), slices.Index(keys, r.Of)
		switch {
		case above < 0:
			return nil, unknownKey(op.Pointer("ratios", i, "dimension"), r.Dimension)
		case below < 0:
			return nil, unknownKey(op.Pointer("ratios", i, "of"), r.Of)
		case above == below:
			return nil, op.Refuse(op.Pointer("ratios", i, "of"), "%s: want another dimension", op.Quote(r.Of))
		}
		times := r.Times
		if times == 0 {
			times = 1
		}
		list[i] = limits.Ratio{Above: above, Below: below, Times: times}
	}
	l := limits.New(low, high, list)
	if message := l.Sums(); message != "" {
		field := "/least"
		if nearest.Sum(low) <= 1 {
			field = "/most"
		}
		return nil, op.Refuse(field, "%s", message)
	}
	if len(list) == 0 {
		return l, nil // the sums of bounds say whether there are weights
	}
	if tags := l.Conflict(); tags != nil {
		return nil, conflicting(l, tags, keys)
	}
	return l, nil
}

// conflicting names conditions that no weights satisfy together.
func conflicting(l *limits.Limits, tags []int, keys []string) *op.Error {
	field, said := "/ratios", []string{}
	for _, tag := range tags {
		kind, at := l.Kind(tag)
		switch {
		case kind == limits.Proportion:
			said = append(said, limits.Say(l.Ratios[at], keys))
			field = op.Pointer("ratios", at)
		case kind == limits.Highest:
			said = append(said, fmt.Sprintf("%s at most %s", keys[at], words.Percent(l.High[at])))
		case l.Low[at] > 0:
			said = append(said, fmt.Sprintf("%s at least %s", keys[at], words.Percent(l.Low[at])))
		}
	}
	return op.Refuse(field, "no weights satisfy all of these: %s", words.Join(said))
}
