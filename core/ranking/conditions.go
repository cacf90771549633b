package ranking

import (
	"maps"
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
		if kind, at := l.Kind(tag); kind == limits.Proportion {
			field = op.Pointer("ratios", at)
		}
		if text := l.Say(tag, keys); text != "" {
			said = append(said, text)
		}
	}
	return op.Refuse(field, "no weights satisfy all of these: %s", words.Join(said))
}

// bounds returns the lowest and the highest weight of each column.
func (c *conditions) bounds(keys []string) (low, high []float64, refusal *op.Error) {
	low, high = make([]float64, len(keys)), make([]float64, len(keys))
	if refusal := knowsBounds(keys, "least", c.least); refusal != nil {
		return nil, nil, refusal
	}
	if refusal := knowsBounds(keys, "most", c.most); refusal != nil {
		return nil, nil, refusal
	}
	for k, key := range keys {
		if low[k], high[k], refusal = boundsOf(key, c.least, c.most); refusal != nil {
			return nil, nil, refusal
		}
	}
	return low, high, nil
}

// weighedKeys returns the keys of the weighed columns.
func (t *table) weighedKeys() []string {
	keys := make([]string, t.weighed)
	for k := range keys {
		keys[k] = t.dims[k].Key
	}
	return keys
}

// knowsBounds refuses bounds of dimensions that are not weighed.
func knowsBounds(keys []string, member string, bounds map[string]float64) *op.Error {
	for _, key := range slices.Sorted(maps.Keys(bounds)) {
		if !slices.Contains(keys, key) {
			return unknownKey(op.Pointer(member, key), key)
		}
	}
	return nil
}

func unknownKey(field, key string) *op.Error {
	return op.Refuse(field, "no dimension %s is weighed: want only dimensions of the rulebook or of weights", op.Quote(key))
}

// boundsOf returns the lowest and the highest weight of a column.
func boundsOf(key string, least, most map[string]float64) (low, high float64, refusal *op.Error) {
	low = least[key]
	high, capped := most[key]
	if !capped {
		high = 1
	}
	switch {
	case low < 0:
		refusal = refused(op.Pointer("least", key), "%s: want at least 0", low)
	case high < 0:
		refusal = refused(op.Pointer("most", key), "%s: want at least 0", high)
	case low > high:
		refusal = op.Refuse(op.Pointer("least", key), "%s: want at most the highest weight of the dimension, %s",
			words.Percent(low), words.Percent(high))
	}
	return low, high, refusal
}

func refused(field, message string, x float64) *op.Error {
	return op.Refuse(field, message, words.Percent(x))
}
