package rules

import "fmt"

// span is some epochs in which nothing changes, and the decay by two curves.
type span struct {
	Epochs              string
	Linear, Exponential map[string]any
}

// timeline returns the epochs of two answers of reward.decay as rows of a table: the
// first four changes, every fifth, the one that reaches the maximum, and the last.
func timeline(linear, exponential []any) []span {
	kept := func(list []any, epoch int) any { return list[epoch].(map[string]any)["kept_percent"] }
	last := len(linear) - 1
	var rows []span
	for from, n := 0, 0; from <= last; n++ {
		to := from
		for to < last && kept(linear, to+1) == kept(linear, from) && kept(exponential, to+1) == kept(exponential, from) {
			to++
		}
		reached := from > 0 && kept(linear, from) == kept(linear, last) && kept(linear, from-1) != kept(linear, last)
		if n < 4 || n%5 == 0 || reached || to == last {
			rows = append(rows, span{
				Epochs:      epochs(from, to, last),
				Linear:      linear[from].(map[string]any),
				Exponential: exponential[from].(map[string]any),
			})
		}
		from = to + 1
	}
	return rows
}

// epochs names a span; the last one goes on.
func epochs(from, to, last int) string {
	switch {
	case to == last:
		return fmt.Sprintf("%d and later", from)
	case from == to:
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}
