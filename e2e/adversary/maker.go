package adversary

import (
	"slices"

	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// Options are what a request says beside the proof, for all proofs of it.
type Options struct {
	Setting    *Setting
	Trust      Trust
	Candidates []Entry // keys that came with a link or a document
	Key        string  // pasted beside the proof
	Layout     *layout.Layout
	Weights    map[string]float64
	Rulebook   string
	At         string
	Limit      int
	Moves      []string

	laid   []laid // records for layouts that the stranger brings
	shared bool   // whether several cases have these options
}

// Case is one hostile proof.
type Case struct {
	*Options
	Proof
	Origs []*Original // whose signatures it may carry; the first is what it began as
	Own   string      // the stranger's key, if the stranger signed something in it
	Moves []string    // that made it from the original
}

// Maker makes cases, all of them told by its seed.
type Maker struct {
	*Rand
	settings []*Setting
	stranger *Signer
	pictures map[string]string // badges that carry originals, see picture
}

// NewMaker returns a maker of a run's cases.
func NewMaker(settings []*Setting, seed uint64) *Maker {
	return &Maker{NewRand(seed), settings, NewSigner("stranger"), map[string]string{}}
}

// Block is up to n cases with the same options.
func (m *Maker) Block(n int) []*Case {
	opts := m.options(m.setting())
	opts.shared = true
	cases := make([]*Case, n)
	for i := range cases {
		cases[i] = m.make(opts)
	}
	return cases
}

// Case is one case with options of its own.
func (m *Maker) Case() *Case { return m.make(m.options(Pick(m.Rand, m.settings))) }

// Text returns a case without a signature or options beside it, for surfaces that take
// a text alone, in front of a viewer whose keys are all the host's.
func (m *Maker) Text(set *Setting) *Case {
	opts := plainOptions(set)
	opts.Trust, opts.shared = Trust{Keys: set.Trust.all()}, true
	for {
		if c := m.make(opts); c.Proof.Signature == "" && c.Message == "" {
			return c
		}
	}
}

// setting is one of the settings for a block; those with layouts, which are many and cost
// most, have an eighth of the cases.
func (m *Maker) setting() *Setting {
	for {
		if set := Pick(m.Rand, m.settings); set.flat == m.One(8) {
			return set
		}
	}
}

func (m *Maker) make(opts *Options) *Case {
	o := Pick(m.Rand, opts.Setting.Originals)
	for opts.shared && o.Proof.Signature != "" && !m.One(16) { // such are no rows
		o = Pick(m.Rand, opts.Setting.Originals)
	}
	c := &Case{Options: opts, Proof: o.Proof, Origs: []*Original{o}}
	if len(opts.Moves) == 0 || !m.One(8) { // else what stands beside it is hostile alone
		m.change(c)
	}
	for m.One(3) {
		m.change(c)
	}
	return c
}

// change applies one move that fits the case.
func (m *Maker) change(c *Case) {
	for range 20 {
		pick := m.N(allWeights)
		for i := range moves {
			if pick -= moves[i].weight; pick < 0 {
				if moves[i].apply(m, c) {
					c.Moves = append(c.Moves, moves[i].name)
					return
				}
				break
			}
		}
	}
}

// move is one way to change a case; apply reports whether it could.
type move struct {
	name   string
	weight int
	apply  func(m *Maker, c *Case) bool
}

var moves = slices.Concat(textMoves, memberMoves, spellingMoves, envelopeMoves, layoutMoves, signerMoves)

var allWeights = func() (sum int) {
	for i := range moves {
		sum += moves[i].weight
	}
	return sum
}()

// MoveNames returns the names of all moves, those of options included.
func MoveNames() (names []string) {
	for i := range moves {
		names = append(names, moves[i].name)
	}
	for i := range optionMoves {
		names = append(names, optionMoves[i].name)
	}
	return names
}

// plainOptions are those of a viewer in front of a proof that nobody changed.
func plainOptions(set *Setting) *Options {
	return &Options{Setting: set, Trust: Trust{slices.Clone(set.Trust.Keys), slices.Clone(set.Trust.Pins)},
		At: "2026-11-25T12:00:00Z", Limit: 4}
}

// Plain returns an original as it is, in front of its own viewer.
func Plain(set *Setting, o *Original) *Case {
	return &Case{Options: plainOptions(set), Proof: o.Proof, Origs: []*Original{o}}
}

// options of a request: some as the viewer has them, some changed by moves.
func (m *Maker) options(set *Setting) *Options {
	opts := plainOptions(set)
	opts.Limit = Pick(m.Rand, []int{1, 1, 1, 1, 1, 3})
	for !m.One(3) && len(opts.Moves) < 3 {
		move := Pick(m.Rand, optionMoves)
		move.apply(m, opts)
		opts.Moves = append(opts.Moves, move.name)
	}
	return opts
}
