package forecast

// tally adds up in the order given and keeps what each step rounds away (D. E.
// Knuth, TAOCP 4.2.2, theorem B; A. Neumaier 1974).
type tally struct{ sum, lost float64 }

func (t *tally) add(v float64) {
	s := t.sum + v
	w := s - t.sum
	t.lost += (t.sum - (s - w)) + (v - w)
	t.sum = s
}

func (t *tally) value() float64 { return t.sum + t.lost }

// total adds up a slice.
func total(list []float64) float64 {
	var t tally
	for _, v := range list {
		t.add(v)
	}
	return t.value()
}

// balancer keeps a hundred thousand matches from gaining or losing
// probability: win + draw + loss of three float64 is 1 only within 2^-53, which
// a long plan would raise to its power. The difference goes to the likeliest
// outcome, rounded to what float64 can carry, and what that leaves is carried
// to the entry's next match. The odds used differ from those given by less
// than 2^-52, and their average does not.
type balancer struct {
	given odds
	rest  float64 // 1 − win − draw − loss, exactly
	carry float64
}

func newBalancer(o odds) *balancer {
	var sum tally
	sum.add(o.win)
	sum.add(o.draw)
	sum.add(o.loss)
	return &balancer{given: o, rest: (1 - sum.sum) - sum.lost}
}

func (b *balancer) next() odds {
	o := b.given
	big := o.likeliest()
	given := *big
	want := b.rest + b.carry
	*big = given + want
	b.carry = want - (*big - given)
	return o
}
