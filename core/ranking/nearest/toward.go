package nearest

import "math"

// Toward returns the point of the simplex {v ≥ 0, Σv = 1} nearest to w, itself a
// point of it, at which v·d is at least need. The largest d must be at least
// need, and lead is w·d, at most need: the caller knows it better than a sum of
// rounded products would.
//
// At the nearest point the Karush–Kuhn–Tucker conditions hold: with some λ ≥ 0
// for the half-space and θ for the sum,
//
//	v_k = max(0, w_k + λ·d_k − θ).
//
// Follow that point as λ grows from 0. For each λ, θ is the largest over sets S
// of coordinates of (Σ_S (w + λ·d) − 1)/|S|, hence convex in λ, and
// w_k + λ·d_k − θ is concave: a coordinate that has come down to 0 stays there.
// Let F be the others, m how many, mean the mean of d over F, r_k = d_k − mean,
// and out = Σ w over those that left. From Σv = 1,
//
//	v_k = w_k + λ·r_k + out/m                          for k in F,
//
// and from v·d = need, with Σ_F r·d = Σ_F r²,
//
//	λ = (need − lead + Σ_out w·(d − mean)) / Σ_F r².
//
// If every v_k is still at least 0 there, this is the point. Else the first to
// come down to 0, at λ = (w_k + out/m)/(−r_k), leaves F: at most as many steps
// as there are coordinates.
func Toward(w, d []float64, lead, need float64) []float64 {
	left := make([]bool, len(w))
	for {
		mean, out, m := face(w, d, left)
		squares, short := 0.0, need-lead
		first, limit := -1, math.Inf(1)
		for k, r := range d {
			r -= mean
			if left[k] {
				short += float64(w[k] * r)
				continue
			}
			squares += float64(r * r)
			if at := (w[k] + out/m) / -r; r < 0 && at < limit {
				first, limit = k, at
			}
		}
		lambda := short / squares
		if first >= 0 && lambda > limit {
			left[first] = true
			continue
		}
		if squares == 0 { // every d in F is the largest one: as far as it goes
			lambda = 0
		}
		return along(w, d, left, lambda, mean, out/m)
	}
}

// face returns the mean of d over the coordinates that have not left, the weight of
// those that have, and how many have not.
func face(w, d []float64, left []bool) (mean, out, m float64) {
	for k := range w {
		if left[k] {
			out += w[k]
			continue
		}
		mean += d[k]
		m++
	}
	return mean / m, out, m
}

// along is v for a given λ.
func along(w, d []float64, left []bool, lambda, mean, share float64) []float64 {
	v := make([]float64, len(w))
	for k := range v {
		if !left[k] {
			v[k] = max(0, w[k]+float64(lambda*(d[k]-mean))+share)
		}
	}
	return v
}
