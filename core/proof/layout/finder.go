package layout

import (
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

// A finder tries layouts of a flat record that does not say how it was signed,
// until the signature verifies: selections of members (which, in which order)
// times spellings of them. Every candidate has a position, likeliest first, so
// that a search may stop and go on, and two searches try the same things.
//
// The candidates come in tiers, each all pairs of a range of selections and a
// range of spellings:
//
//  1. the usual selections (every member but the signature, …), then the likely
//     ones (one member more left out, the scores, …), then the short ones (an id,
//     the score and the code's hash in any order), in the usual spellings
//     (canonical JSON, Python's JSON, values joined by : or |)
//  2. the likely and the short selections in the common spellings
//  3. the usual selections in all spellings
//  4. the rest (runs, pairs, triples and quadruples of members) in the usual
//     spellings
//  5. the likely selections in all spellings
//  6. the rest in the common spellings
type finder struct {
	sp     *Speller
	picks  []selection
	usual  int // picks before it are usual,
	likely int // before it likely,
	short  int // before it short; those behind are the rest
	styles []Layout
	common int // styles before it are common
	tiers  []tier
	Total  int // candidates made so far

	seen map[uint64]struct{} // hashes of bytes tried: many candidates spell the same
	text []byte              // reused
}

// selection is some members of the record in an order.
type selection struct {
	order   []int
	kind    string // as Layout.Order
	without bool   // every member but these is meant, and the layout says so
}

// tier is ranges of picks and styles: from pick until before picks, and so on.
// across says that the selections of a spelling follow one another, and not the
// spellings of a selection.
type tier struct {
	pick, picks, style, styles int
	across                     bool
}

// NewFinder readies the usual selections in the usual spellings: most searches
// end there. The others are made when a search gets to them.
func NewFinder(sp *Speller) *finder {
	f := &finder{sp: sp, styles: append([]Layout(nil), usualStyles...), seen: map[uint64]struct{}{}}
	f.usualSelections()
	f.usual = len(f.picks)
	f.tiers = []tier{{0, f.usual, 0, len(f.styles), true}}
	f.Total = f.tiers[0].size()
	return f
}

// Complete adds all tiers behind the first.
func (f *finder) Complete() {
	for f.grow() {
	}
}

// grow adds the tiers of the likely and the short selections, then the tiers of all
// others, the majority. It reports whether some were left to add.
func (f *finder) grow() bool {
	before := len(f.tiers)
	switch before {
	case 1:
		f.selections()
		f.common = f.spellings()
		f.tiers = append(f.tiers,
			tier{f.usual, f.short, 0, len(usualStyles), false},
			tier{f.usual, f.short, len(usualStyles), f.common, false},
			tier{0, f.usual, len(usualStyles), len(f.styles), false},
		)
	case 4:
		f.otherSelections()
		f.tiers = append(f.tiers,
			tier{f.short, len(f.picks), 0, len(usualStyles), false},
			tier{f.usual, f.likely, f.common, len(f.styles), false},
			tier{f.short, len(f.picks), len(usualStyles), f.common, true},
		)
	}
	for _, t := range f.tiers[before:] {
		f.Total += t.size()
	}
	return len(f.tiers) > before
}

func (t tier) size() int { return (t.picks - t.pick) * (t.styles - t.style) }

// at returns the candidate at a position: its members and spelling.
func (f *finder) at(position int) (*selection, *Layout) {
	for _, t := range f.tiers {
		if size := t.size(); position >= size {
			position -= size
			continue
		}
		if t.across {
			return &f.picks[t.pick+position%(t.picks-t.pick)], &f.styles[t.style+position/(t.picks-t.pick)]
		}
		return &f.picks[t.pick+position/(t.styles-t.style)], &f.styles[t.style+position%(t.styles-t.style)]
	}
	panic("proof: a candidate beyond the last")
}

// candidate returns the bytes of a candidate, until the next call. ok is false
// if it cannot be spelled, or spells bytes that were tried before.
func (f *finder) candidate(position int) (signed []byte, ok bool) {
	pick, l := f.at(position)
	st := style{form: l.Form, numbers: l.Numbers, escape: l.Escape, sorted: pick.kind == "sorted"}
	f.text, ok = f.sp.join(append(f.text[:0], l.Prefix...), pick.order, st, l.Separator, l.Assign)
	if !ok {
		return nil, false
	}
	signed = f.text
	if l.Newline || l.Hash != "" || l.Encoding != "" {
		signed = l.wrap(nil, f.text)
	}
	hash := fnv(signed)
	if _, again := f.seen[hash]; again {
		return nil, false
	}
	f.seen[hash] = struct{}{}
	return signed, true
}

// layout returns the candidate as a profile that holds for other records, too.
func (f *finder) layout(position int) *Layout {
	pick, style := f.at(position)
	l := *style
	l.Order = pick.kind
	if pick.without {
		inside := make([]bool, len(f.sp.members))
		for _, i := range pick.order {
			inside[i] = true
		}
		for i := range f.sp.members {
			if !inside[i] {
				l.Without = append(l.Without, f.sp.members[i].Key)
			}
		}
	} else {
		for _, i := range pick.order {
			l.Fields = append(l.Fields, f.sp.members[i].Key)
		}
	}
	l.Name = l.Words()
	return &l
}

// found is the result of a search.
type found struct {
	Layout         *Layout // nil if no layout verifies
	Key            int     // which of the keys
	Strict, Zip215 bool
	Tried          int  // candidates looked at
	Next           int  // position of the next
	Cut            bool // the work was done before the candidates
}

// someCandidates is the number of candidates to check singly. For more, the keys' tables
// pay off.
const someCandidates = 16

// MostTables is the number of keys above which their tables cost more than they save.
const MostTables = 8

// Search tries the candidates from a position on, at most limit of them, with
// each of the keys. It takes its checks from work, and ends if that does, but
// not before it has tried one.
func (f *finder) Search(from, limit int, keys []*signature.Prepared, sig []byte, work *int) found {
	end := from + limit
	checks := make([]signature.Searched, len(keys))
	for n, key := range keys {
		checks[n] = signature.Searched{Key: key, Signature: sig}
	}
	tried, cost := 0, signature.Spelled
	for position := from; position < end; position++ {
		for position >= f.Total && f.grow() {
		}
		if position >= f.Total {
			end = f.Total
			break
		}
		if position > from && *work <= 0 {
			return found{Tried: position - from, Next: position, Cut: true}
		}
		signed, ok := f.candidate(position)
		*work -= len(f.text) / signature.SizedWork
		if !ok || text.TaggedFormat(signed) != "" {
			continue
		}
		if tried++; tried == someCandidates && len(keys) <= MostTables {
			cost = 1
			*work -= signature.Tables * len(keys)
			for n := range checks {
				checks[n].Expect(max(1, min(end-position, *work)))
			}
		}
		*work -= (cost + len(signed)/signature.SizedWork) * len(keys)
		for n := range checks {
			if strict, zip215 := checks[n].Holds(signed); zip215 {
				return found{Layout: f.layout(position), Key: n, Strict: strict, Zip215: true, Tried: position + 1 - from,
					Next: position + 1}
			}
		}
	}
	return found{Tried: max(0, end-from), Next: max(end, from)}
}

// Makes reports whether one of the first candidates, at most limit, spells those bytes.
// It takes its work as [finder.Search] does.
func (f *finder) Makes(signed []byte, limit int, work *int) bool {
	for position := 0; position < limit && *work > 0; position++ {
		for position >= f.Total && f.grow() {
		}
		if position >= f.Total {
			return false
		}
		other, ok := f.candidate(position)
		*work -= len(f.text) / signature.SizedWork
		if ok && string(other) == string(signed) {
			return true
		}
	}
	return false
}

// fnv returns the 64-bit FNV-1a hash.
func fnv(data []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range data {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
