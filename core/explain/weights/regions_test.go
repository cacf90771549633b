package weights

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/ranking/live"
)

// divided calls f with every division of what three columns weigh, in so many steps.
func divided(basis []int32, corners [3]int, steps int, f func([]int32)) {
	free := float64(basis[corners[0]] + basis[corners[1]] + basis[corners[2]])
	for a := range steps {
		for b := range steps - a {
			list := slices.Clone(basis)
			x, y := int32(math.Round(free*(float64(a)+1./3)/float64(steps))), int32(math.Round(free*(float64(b)+1./3)/float64(steps)))
			list[corners[0]], list[corners[1]], list[corners[2]] = x, y, int32(free)-x-y
			f(list)
		}
	}
}

// Shares are those of all divisions in small steps, whose first row is found by adding
// up whole numbers and comparing all rows; and the centres are of whom they are said to be.
func TestRegionsByDivisions(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 33))
	for range 60 {
		text, scores := randomTable(rng, 1+rng.IntN(9), 3+rng.IntN(3))
		columns := len(scores[0])
		basis := randomBasis(rng, columns)
		order := rng.Perm(columns)[:3]
		corners := [3]int(order)
		var names []string
		for _, k := range order {
			names = append(names, "d"+strconv.Itoa(k))
		}
		weights := weightsOf(basis)
		for i, k := range order {
			names[i] = strings.ToUpper(weights[k].Dimension)
		}
		res, err := Regions(RegionsRequest{Text: text, Weights: weights, Corners: strings.Join(names, ", ")})
		if err != nil {
			t.Fatal(err)
		}
		hits, count := map[string]float64{}, 0.0
		divided(basis, corners, 60, func(list []int32) {
			count++
			for _, id := range firsts(scores, list) { // of equal ones, each
				hits[id]++
			}
		})
		sum := 0.0
		for i, row := range res.Rows {
			share, err := strconv.ParseFloat(strings.TrimSuffix(row.Share, " %"), 64)
			if err != nil {
				t.Fatal(err)
			}
			if sum += share; math.Abs(share-100*hits[row.ID]/count) > 3 {
				t.Errorf("%v, %v of %v: %s is first under %s, but %v of %v small steps", scores, corners, basis, row.ID, row.Share, hits[row.ID], count)
			}
			if row.Fill == "" {
				if share > 1 {
					t.Errorf("%s has no weights in the centre of %s", row.ID, row.Share)
				}
				continue
			}
			list := filled(t, row.Fill)
			if !slices.Contains(firsts(scores, list), row.ID) {
				t.Errorf("%v: at %v first are %v, not %s", scores, list, firsts(scores, list), row.ID)
			}
			for k, w := range list {
				if !slices.Contains(order, k) && w != basis[k] {
					t.Errorf("%v became %v, and only %v are divided", basis, list, order)
				}
			}
			if i > 0 && parse(t, res.Rows[i-1].Share) < share {
				t.Errorf("%s comes before %s", res.Rows[i-1].Share, row.Share)
			}
		}
		if len(res.Rows) > 0 && math.Abs(sum-100) > 0.06*float64(len(res.Rows)) {
			t.Errorf("the shares sum to %v %%", sum)
		}
	}
}

func parse(t *testing.T, percent string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.TrimSuffix(percent, " %"), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

const three = "agent,x,y,z,w\na,90,10,10,50\nb,10,90,10,50\nc,10,10,90,50\n"

func TestRegionsOf(t *testing.T) {
	ten, fifty := 10.0, 50.0
	weights := func(x, y, z, w float64) []live.Weight {
		return []live.Weight{{Dimension: "x", Percent: x}, {Dimension: "y", Percent: y}, {Dimension: "z", Percent: z}, {Dimension: "w", Percent: w}}
	}
	locked := weights(20, 20, 30, 30)
	locked[0].Locked = true
	bounded := weights(40, 20, 20, 20)
	bounded[0].Least = &fifty // of 80: the part of x above 5/8
	closed := weights(40, 20, 20, 20)
	closed[0].Most, closed[1].Most, closed[2].Most = &ten, &ten, &ten
	for _, row := range []struct {
		name     string
		req      RegionsRequest
		sentence string
		rows     int
	}{
		{"thirds", RegionsRequest{Text: three, Weights: weights(40, 20, 20, 20)}, "a wins 33.3 % of this map.", 3},
		// a is first where y and z are at most 20 of 80: (1/4)² · 2 = 1/8; b and c share 7/8.
		{"a lock", RegionsRequest{Text: three, Weights: locked}, "c wins 43.8 % of this map.", 3},
		{"a bound", RegionsRequest{Text: three, Weights: bounded}, "a wins 100.0 % of this map.", 1},
		{"bounds that leave nothing", RegionsRequest{Text: three, Weights: closed}, "The bounds leave no weights to these three.", 0},
		{"nothing to divide", RegionsRequest{Text: three, Weights: weights(0, 0, 0, 100)}, "There is nothing to divide: these three weights are 0.", 0},
		{"two dimensions", RegionsRequest{Text: "agent,x,y\na,1,2\nb,2,1\n"}, "A map needs three dimensions.", 0},
		{"equal agents", RegionsRequest{Text: "agent,x,y,z\na,1,2,3\nb,1,2,3\n"}, "a and 1 with the same scores win 100.0 % of this map.", 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			res, err := Regions(row.req)
			if err != nil {
				t.Fatal(err)
			}
			if res.Sentence != row.sentence || len(res.Rows) != row.rows || (len(res.Corners) == 3) != (row.rows > 0) {
				t.Errorf("%q, %d rows: want %q, %d", res.Sentence, len(res.Rows), row.sentence, row.rows)
			}
			if !strings.Contains(res.Sentence, res.Key) || res.Key == "" {
				t.Errorf("key %q", res.Key)
			}
		})
	}
}

func TestRegionsRefuse(t *testing.T) {
	for corners, want := range map[string]string{
		"x,y":      `"x,y": want three columns of the table, each once`,
		"x,y,y":    `"x,y,y": want three columns of the table, each once`,
		"x,y,q":    `"x,y,q": want three columns of the table, each once`,
		"x,y,z, w": `"x,y,z, w": want three columns of the table, each once`,
	} {
		_, err := Regions(RegionsRequest{Text: three, Corners: corners, Weights: weightsNamed("x", 40.0, "y", 20.0, "z", 20.0, "w", 20.0)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", corners, err, want)
		}
	}
}

// A place in the picture has the weights of the mixture that is drawn there.
func TestPlaceInMap(t *testing.T) {
	for _, row := range []struct {
		x, y float64
		want []int32
		says string
	}{
		{184, 20, []int32{8000, 0, 0, 2000}, "a wins."},
		{0, 500, []int32{0, 8000, 0, 2000}, "b wins."},
		{360, 324.8, []int32{0, 0, 8000, 2000}, "c wins."},
		{184, 212.9, []int32{2936, 2532, 2532, 2000}, "a wins."},
	} {
		weights := weightsOf([]int32{4000, 2000, 2000, 2000})
		for k, key := range []string{"x", "y", "z", "w"} {
			weights[k].Dimension = key
		}
		res, err := Regions(RegionsRequest{Text: three, Weights: weights, Pinned: weights, Place: &MapPlace{X: row.x, Y: row.y}})
		if err != nil {
			t.Fatal(err)
		}
		for k, w := range filled(t, res.Fill) {
			if d := w - row.want[k]; d > 2 || d < -2 {
				t.Errorf("%v, %v: %s: want %v", row.x, row.y, res.Fill, row.want)
			}
		}
		if res.Says != row.says || res.Now.X == 0 || res.Now.X != res.Was.X || res.Now.Y != res.Was.Y {
			t.Errorf("%v, %v: says %q: want %q", row.x, row.y, res.Says, row.says)
		}
	}
}

// Long names are cut where they would leave the map or meet.
func TestLongNamesInMap(t *testing.T) {
	for _, long := range []string{strings.Repeat("W", 60), strings.Repeat("智", 60)} {
		text := "agent," + long + "x," + long + "y," + long + "z\n" + long + "a,90,10,10\n" + long + "b,10,90,10\n" + long + "c,10,10,90\n"
		res, err := Regions(RegionsRequest{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Rows) != 3 || len(res.Corners) != 3 {
			t.Fatalf("%d regions and %d corners: want 3", len(res.Rows), len(res.Corners))
		}
		for _, row := range res.Rows {
			width, _ := chart.Width(row.Label)
			half, x := float64(width)*12/200, parse(t, row.X)
			if half > MapWidth/4 || x-half < 0 || x+half > MapWidth || !strings.HasSuffix(row.Label, "…") {
				t.Errorf("%s is from %v to %v", row.Label, x-half, x+half)
			}
		}
		for _, corner := range res.Corners {
			if width, _ := chart.Width(corner); width*13 > 100*MapWidth/2 || !strings.HasSuffix(corner, "… 100 %") {
				t.Errorf("%s is %d wide", corner, width)
			}
		}
	}
}

// Areas as they are drawn, by the shoelace formula, are the shares.
func TestRegionsAsDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 25))
	for range 40 {
		text, scores := randomTable(rng, 2+rng.IntN(9), 3)
		res, err := Regions(RegionsRequest{Text: text, Weights: weightsOf(randomBasis(rng, len(scores[0])))})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range res.Rows {
			var x, y []float64
			for _, point := range strings.Fields(row.Points) {
				at := strings.Split(point, ",")
				x, y = append(x, parse(t, at[0])), append(y, parse(t, at[1]))
			}
			twice := 0.0
			for i := range x {
				j := (i + 1) % len(x)
				twice += x[i]*y[j] - x[j]*y[i]
			}
			whole := mapSide * mapSide * math.Sqrt(3) / 4
			if share := 100 * math.Abs(twice) / 2 / whole; math.Abs(share-parse(t, row.Share)) > 0.3 {
				t.Errorf("%s is drawn with %.1f %%: want %s", row.ID, share, row.Share)
			}
			if x, y := parse(t, row.X), parse(t, row.Y); x < 0 || x > MapWidth || y < 0 || y > MapHeight {
				t.Errorf("the label of %s is at %v, %v", row.ID, x, y)
			}
		}
	}
}
