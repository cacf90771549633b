package live

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// mostWords bounds a number of a column: 70 digits and their range fit.
const mostWords = 4

// shareOf reads a column; ok is false if its numbers have too many digits.
func shareOf(c *Column) (s portion, ok bool) {
	if c.From == c.To { // of no range: all have the whole
		return portion{[][]uint64{filled(len(c.Values), 1)}, big.NewInt(1), nil}, true
	}
	if s, ok = smallShare(c); !ok {
		s, ok = bigShare(c)
	}
	if ok && len(s.words) == 1 {
		s.reduce()
	}
	return s, ok
}

func filled(n int, x uint64) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = x
	}
	return list
}

// smallShare reads a column whose numbers become whole below 2^53 by a power of ten.
func smallShare(c *Column) (s portion, ok bool) {
	for unit := 1.0; unit <= 1e9; unit *= 10 {
		from, fits := wholeAt(c.From, unit)
		to, fitsToo := wholeAt(c.To, unit)
		list := make([]uint64, len(c.Values))
		for i := 0; i < len(list) && fits && fitsToo; i++ {
			var n int64
			n, fits = wholeAt(c.Values[i], unit)
			list[i] = uint64(max(n-from, from-n))
		}
		if fits && fitsToo {
			return portion{[][]uint64{list}, big.NewInt(max(to-from, from-to)), nil}, true
		}
	}
	return s, false
}

// wholeAt returns x·unit if that is whole, and reads as x.
func wholeAt(x, unit float64) (n int64, ok bool) {
	whole := math.Round(float64(x * unit))
	return int64(whole), math.Abs(whole) < mostWhole && whole/unit == x
}

// bigShare reads a column of any decimals.
func bigShare(c *Column) (s portion, ok bool) {
	decimals := max(decimalsOf(c.From), decimalsOf(c.To))
	for _, x := range c.Values {
		decimals = max(decimals, decimalsOf(x))
	}
	if decimals > 330 {
		return s, false
	}
	from := wholeOf(c.From, decimals)
	s.of = new(big.Int).Sub(wholeOf(c.To, decimals), from)
	words := (s.of.BitLen() + 63) / 64
	if words > mostWords {
		return s, false
	}
	s.of.Abs(s.of)
	s.words = make([][]uint64, words)
	for j := range s.words {
		s.words[j] = make([]uint64, len(c.Values))
	}
	for i, x := range c.Values {
		n := wholeOf(x, decimals)
		n.Sub(n, from).Abs(n)
		for j, limb := range limbsOf(n, words) {
			s.words[j][i] = limb
		}
	}
	return s, true
}

// decimalsOf returns the number of decimals of a number's shortest decimal.
func decimalsOf(x float64) int {
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', -1, 64), "e")
	exponent, err := strconv.Atoi(power)
	if err != nil {
		return math.MaxInt // no number
	}
	_, behind, _ := strings.Cut(mantissa, ".")
	return max(0, len(behind)-exponent)
}

// wholeOf returns a number times a power of ten that makes it whole.
func wholeOf(x float64, decimals int) *big.Int {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', -1, 64))
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	return new(big.Int).Quo(ten.Mul(ten, r.Num()), r.Denom())
}

// limbsOf returns the lowest limbs of a number that is not negative.
func limbsOf(n *big.Int, count int) []uint64 {
	list := make([]uint64, count)
	rest, mask := new(big.Int).Set(n), new(big.Int).SetUint64(math.MaxUint64)
	for j := range list {
		list[j] = new(big.Int).And(rest, mask).Uint64()
		rest.Rsh(rest, 64)
	}
	return list
}

// reduce divides all numbers of a column of one word by what they have in common.
func (s *portion) reduce() {
	g := s.of.Uint64()
	for _, n := range s.words[0] {
		if g == 1 {
			return
		}
		for n != 0 {
			g, n = n, g%n
		}
	}
	for i := range s.words[0] {
		s.words[0][i] /= g
	}
	s.of.Quo(s.of, new(big.Int).SetUint64(g))
}

// scores are the numbers of a column as scores, rounded. A column that is as it is keeps
// its numbers.
func (s *portion) scores(c *Column, scale float64) []float64 {
	if c.From == 0 && c.To == scale {
		return c.Values
	}
	list := make([]float64, len(c.Values))
	of, exactly := s.of.Float64()
	small := exactly == big.Exact && float64(of*scale) < mostWhole
	for i := range list {
		if small {
			list[i] = float64(float64(s.words[0][i])*scale) / of
		} else {
			list[i] = nearest(new(big.Int).Mul(s.number(i), big.NewInt(int64(scale))), s.of)
		}
	}
	return list
}
