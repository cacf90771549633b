package adversary

import (
	"flag"
	"maps"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"
)

var (
	seedFlag  = flag.Uint64("adversary.seed", 0, "seed of the run; 0 draws one")
	countFlag = flag.Int("adversary.n", 1_000_000, "how many cases a run has")
)

func load(t testing.TB) []*Setting {
	t.Helper()
	settings, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	return settings
}

// What every signer made is authentic in front of a viewer who trusts them, if
// the bytes say what is what; so the generator begins at what holds.
func TestOriginalsAreAuthentic(t *testing.T) {
	for _, set := range load(t) {
		for _, o := range set.Originals {
			c := Plain(set, o)
			c.Options.Limit = 400
			a, all := c.Verify()
			e := set.Trust.Entry(o.Key)
			want := "authentic"
			if a.Verdict != want {
				t.Logf("%s, %s: %s, loose %v layout %v", set.Name, o.Name, a.Verdict, o.Ambiguous, e.Layout != nil)
			}
			for _, f := range all {
				t.Errorf("%s, %s: %s", set.Name, o.Name, f)
			}
		}
	}
}

// Whatever a stranger makes of what signers made, no surface shows more than they
// signed.
func TestAdversary(t *testing.T) {
	n, seed := *countFlag, *seedFlag
	if testing.Short() {
		n /= 250 // verifiers without one rule are found out within 4,000
	}
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	settings := load(t)
	parts := runtime.GOMAXPROCS(0)
	reports := make([]*Report, parts)
	t.Run("parts", func(t *testing.T) {
		for i := range parts {
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				reports[i] = NewMaker(settings, seed+uint64(i)).Run(n / parts)
			})
		}
	})
	report := newReport()
	for _, one := range reports {
		report.Add(one)
	}
	t.Logf("%d cases of %d inputs, %d with a signature that holds", report.Cases, report.Made, report.Valid)
	if len(report.Found) > 0 {
		t.Errorf("seed %d:\n%s", seed, report)
	}
	if !testing.Short() { // among few inputs some sorts are missing by chance
		covers(t, report)
	}
}

// covers fails if the generator no longer exercises what it should: a fifth of
// its inputs reach a signature that holds, and every move, envelope and surface
// has its share of them.
func covers(t *testing.T, r *Report) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(r.By)) {
		t.Logf("%7d %s", r.By[name], name)
	}
	least := func(name string, of int) {
		mean := float64(r.Made) / float64(of)
		want := mean - 1.5*math.Sqrt(mean) // by chance few have fewer, or none where hardly any is wanted
		if got := float64(r.By[name]); got < math.Floor(want) {
			t.Errorf("%s: %d, want at least %.0f of %d", name, r.By[name], want, r.Made)
		}
	}
	if r.Valid*5 < r.Made {
		t.Errorf("%d of %d inputs have a signature that holds: want a fifth", r.Valid, r.Made)
	}
	for _, name := range MoveNames() {
		least("move "+name, 5_000)
		least("reached "+name, 60_000)
	}
	for _, name := range Envelopes {
		least("valid "+name, 5_000)
	}
	for _, name := range []string{"flat-json", "flat-json-spaced", "flat-values", "flat-pairs", "flat-bytes"} {
		least("valid "+name, 2_000)
	}
	for _, name := range []string{"verify", "batch", "badge"} {
		least("surface "+name, 100)
	}
	for _, name := range Formats {
		least("format "+name, 50)
	}
}

// Every move, of texts and of options, leaves some signature that holds. Only
// cases with a move that is still missing are verified: seldom moves take long to
// come up among all.
func TestEveryMoveReachesASignature(t *testing.T) {
	const most = 200_000
	m, missing := NewMaker(load(t), 1), map[string]bool{}
	for _, name := range MoveNames() {
		missing[name] = true
	}
	for range most {
		c := m.Case()
		wanted := func(name string) bool { return missing[name] }
		if names := slices.Concat(c.Moves, c.Options.Moves); slices.ContainsFunc(names, wanted) {
			if a, _ := c.Verify(); holds(&a) {
				maps.DeleteFunc(missing, func(name string, _ bool) bool { return slices.Contains(names, name) })
			}
		}
		if len(missing) == 0 {
			return
		}
	}
	t.Errorf("no signature holds after %v in %d cases", slices.Sorted(maps.Keys(missing)), most)
}

func TestLinksHaveEveryMoveAndEnvelope(t *testing.T) {
	settings := load(t)
	for seed := range uint64(6) {
		missing := linkNames()
		steps := NewMaker(settings, seed).Script(0, 60)
		if len(steps) != 60 {
			t.Fatalf("seed %d: %d links", seed, len(steps))
		}
		for i := range steps {
			for _, name := range steps[i].brings(missing) {
				delete(missing, name)
			}
		}
		if len(missing) > 0 {
			t.Errorf("seed %d: no link has %v", seed, slices.Sorted(maps.Keys(missing)))
		}
	}
}
