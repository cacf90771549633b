package ranking

// places counts the ranks of each row in bins of equal width, which begin at a rank of its
// own. They are one rank wide until a row needs more: then twice as wide.
type places struct {
	bins  int
	count []uint16 // bins of each row, one row after another
	from  []int32  // of each row: the rank at which its first bin begins, counted from 0
	width []uint8  // of each row: the logarithm of the width of its bins
	drawn int
}

const (
	mostBins    = 256       // of a row: even, and more than a picture shows
	mostCounts  = 8_000_000 // bins of all rows
	mostSamples = 65_535    // that bins can count
)

func newPlaces(rows int) *places {
	bins := mostBins
	for bins > 32 && rows*bins > mostCounts {
		bins /= 2
	}
	return &places{bins: bins, count: make([]uint16, rows*bins), from: make([]int32, rows), width: make([]uint8, rows)}
}

// add counts one rank of each row.
func (p *places) add(ranks []int32) {
	if p.drawn == 0 && len(ranks) > p.bins {
		for i, rank := range ranks {
			p.from[i] = max(0, rank-1-int32(p.bins/2))
		}
	}
	p.drawn++
	bins, count, width := uint32(p.bins), p.count, p.width[:len(ranks)]
	at := 0
	for i, from := range p.from[:len(ranks)] {
		bin := uint32((ranks[i] - 1 - from) >> width[i])
		if bin >= bins {
			bin = p.widen(i, ranks[i]-1)
		}
		count[at+int(bin)]++
		at += int(bins)
	}
}

// widen makes the bins of a row twice as wide until one of them has a rank. It returns
// that one.
func (p *places) widen(i int, rank int32) uint32 {
	row, half := p.count[i*p.bins:(i+1)*p.bins], p.bins/2
	for {
		if bin := (rank - p.from[i]) >> p.width[i]; uint32(bin) < uint32(p.bins) {
			return uint32(bin)
		}
		merged := make([]uint16, p.bins)
		to := merged
		if rank < p.from[i] {
			to = merged[half:]
			p.from[i] -= int32(p.bins) << p.width[i]
		}
		for k := range half {
			to[k] = row[2*k] + row[2*k+1]
		}
		copy(row, merged)
		p.width[i]++
	}
}

// quantiles returns the lowest ranks, from 1, that each of the levels does not exceed: in
// wider bins their first rank, and their last.
func (p *places) quantiles(i int) (first, last [len(levels)]int) {
	sum, at := 0, 0
	for k, n := range p.count[i*p.bins : (i+1)*p.bins] {
		sum += int(n)
		for at < len(levels) && n > 0 && float64(sum) >= float64(levels[at]*float64(p.drawn)) {
			rank := int(p.from[i]) + k<<p.width[i] + 1
			first[at], last[at] = max(1, rank), rank+1<<p.width[i]-1
			at++
		}
	}
	return first, last
}
