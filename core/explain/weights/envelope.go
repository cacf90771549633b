package weights

import "github.com/tallyproof/tallyproof/core/ranking/live"

// sweptWay is the way of a weight from 0 to its end, in hundredths of a percent. A score
// there is a straight line.
type sweptWay struct {
	*field
	low, high []float64 // the score of each row at both ends
	end, now  float64
	from, to  float64 // the part of the way, 0 to 1, on which the weights satisfy the conditions
	turns     []turn
}

// turn is a place on the way from which on a row is first.
type turn struct {
	at  float64 // 0 to 1
	row int
}

// wayOf makes the lines of all rows. The others keep their exact proportions.
func (f *field) wayOf(k int) *sweptWay {
	others, sum, free := f.proportions(k)
	w := &sweptWay{field: f, end: free, now: f.hundredths(k), to: 1}
	if from, to, ok := f.straightWay(k); ok {
		w.from, w.to = from/free, to/free
	}
	for _, row := range f.rows {
		locked, unlocked := 0.0, 0.0
		for c, weight := range others {
			switch {
			case c == k:
			case f.list[c].Locked:
				locked += float64(weight * row[c])
			default:
				unlocked += float64(weight * row[c])
			}
		}
		if sum > 0 {
			unlocked = float64(unlocked*free) / sum
		} else { // nothing gives way: the weight stays
			unlocked = float64(free * row[k])
		}
		w.low = append(w.low, (locked+unlocked)/live.Whole)
		w.high = append(w.high, (locked+float64(free*row[k]))/live.Whole)
	}
	return w
}

// at returns the score of a row at a part of the way.
func (w *sweptWay) at(row int, part float64) float64 {
	return w.low[row] + float64(part*(w.high[row]-w.low[row]))
}

// climb follows the highest score from the left to the right. It reports whether there are
// few enough turns.
func (w *sweptWay) climb() bool {
	slack := float64(w.scale * 1e-11)
	first := 0
	for i := range w.low {
		if d := w.low[i] - w.low[first]; d > slack || d > -slack && w.rise(i) > w.rise(first)+slack {
			first = i
		}
	}
	w.turns = []turn{{0, first}}
	for at := 0.0; ; {
		next, best := 2.0, -1
		for i := range w.low {
			steeper := w.rise(i) - w.rise(first)
			if steeper <= slack {
				continue
			}
			t := max(at, (w.low[first]-w.low[i])/steeper)
			if t < next-1e-12 || best >= 0 && t < next+1e-12 && w.rise(i) > w.rise(best) {
				next, best = min(t, next), i
			}
		}
		if best < 0 || next >= 1-1e-12 {
			return true
		}
		if at, first = next, best; len(w.turns) == mostWinners {
			return false
		}
		if last := len(w.turns) - 1; at-w.turns[last].at < 1e-12 {
			w.turns[last].row = first // at one point
			continue
		}
		w.turns = append(w.turns, turn{at, first})
	}
}

// limit keeps the turns on the part of the way on which the weights satisfy the conditions.
func (w *sweptWay) limit() {
	kept := w.turns[:0]
	for n, t := range w.turns {
		end := 1.0
		if n+1 < len(w.turns) {
			end = w.turns[n+1].at
		}
		if t.at = max(t.at, w.from); t.at < min(end, w.to) || len(kept) == 0 && n == len(w.turns)-1 {
			kept = append(kept, t)
		}
	}
	w.turns = kept
}

// part returns where the present weight is on the way.
func (w *sweptWay) part() float64 {
	if w.end == 0 {
		return 0
	}
	return min(1, float64(w.now/w.end))
}

func (w *sweptWay) rise(row int) float64 { return w.high[row] - w.low[row] }

// leads returns which of the turns the present weight is in.
func (w *sweptWay) leads() int {
	part, found := w.part(), 0
	for n, t := range w.turns {
		if t.at < part-1e-9 || t.at < part+1e-9 && t.row == 0 {
			found = n
		}
	}
	return found
}
