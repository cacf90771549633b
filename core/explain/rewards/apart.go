package rewards

import (
	"cmp"
	"slices"
)

// keepApart moves places apart that are nearer to each other than room, and keeps them between the
// least and the most: names of lines beside a picture.
func keepApart(places []*float64, room, least, most float64) {
	order := slices.Clone(places)
	slices.SortStableFunc(order, func(a, b *float64) int { return cmp.Compare(*a, *b) })
	for range 60 {
		for i := 1; i < len(order); i++ {
			if near := room - (*order[i] - *order[i-1]); near > 0.01 {
				*order[i] += float64(near / 2)
				*order[i-1] -= float64(near / 2)
			}
		}
	}
	for _, at := range order {
		*at = round(max(*at, least))
		least = *at + room
	}
	for _, at := range slices.Backward(order) {
		*at = round(min(*at, most))
		most = *at - room
	}
}
