package weights

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// wantWeights says which texts hold weights.
const wantWeights = "want weights as they are copied here: dims(), JSON, YAML or Go"

// readWeights reads the forms that [Export] writes, also with other spaces. The weights are
// fractions that sum to 1, or percents that sum to 100.
func readWeights(text string) (map[string]float64, *op.Error) {
	body, ok := inside(strings.TrimSpace(text))
	if !ok {
		return nil, op.Refuse("/said", "this is not one of its forms: "+wantWeights)
	}
	weights, sum := map[string]float64{}, 0.0
	for _, member := range strings.FieldsFunc(body, func(c rune) bool { return c == ',' || c == '\n' }) {
		if member = strings.TrimSpace(member); member == "" {
			continue
		}
		at := strings.LastIndexByte(member, ':')
		if at < 0 {
			return nil, op.Refuse("/said", "%s is no weight: "+wantWeights, op.Quote(member))
		}
		key := strings.Trim(strings.TrimSpace(member[:at]), `"'`)
		x, err := strconv.ParseFloat(strings.TrimSpace(member[at+1:]), 64)
		if _, twice := weights[key]; err != nil || !(x >= 0 && x <= 100) || key == "" || twice || len(weights) == mostDims {
			return nil, op.Refuse("/said", "%s is no weight: "+wantWeights, op.Quote(member))
		}
		weights[key] = x
		sum += x
	}
	whole := 1.0
	if sum > 2 {
		whole = 100
	}
	if math.Abs(sum-whole) > float64(whole*1e-3) {
		return nil, op.Refuse("/said", "the weights sum to %s: want 1", op.Show(sum))
	}
	for key := range weights {
		weights[key] /= sum
	}
	return weights, nil
}

// inside returns what stands between the begin and the end of one of the forms.
func inside(text string) (string, bool) {
	for _, f := range []struct{ begin, end string }{
		{"dims(", ")"}, {"map[string]float64", ""}, {"weights:", ""}, {"{", ""},
	} {
		rest, ok := strings.CutPrefix(text, f.begin)
		if !ok {
			continue
		}
		if f.begin == "weights:" {
			return rest, true
		}
		if f.begin == "{" {
			rest = text
		}
		rest = strings.TrimSpace(strings.TrimSuffix(rest, f.end))
		if rest, ok = strings.CutPrefix(rest, "{"); !ok {
			return "", false
		}
		return strings.CutSuffix(strings.TrimRight(rest, ", \t\r\n"), "}")
	}
	return "", false
}
