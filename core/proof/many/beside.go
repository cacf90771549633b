package many

import (
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// Cell is a table cell in the same row as a document that repeats one of its claims.
type Cell struct {
	Column, Text string
	means        []string // what its column can mean
	comma        bool     // whether a comma in it may separate decimals
}

// saidBeside lists the meanings in which cells are compared with their document.
var saidBeside = []string{record.MeansAgent, record.MeansName, record.MeansScore, record.MeansRating, record.MeansRank,
	record.MeansChallenge}

// meansOf returns the possible meanings of a column's name. It ignores case, signs and
// brackets, and reads look-alike characters as the letters they resemble.
func meansOf(column string) (means []string) {
	if at := strings.IndexAny(column, "([{"); at > 0 {
		column = column[:at]
	}
	var plain []byte
	for _, c := range []byte(column) {
		if c >= 0x80 || record.IsPlain(string(rune(c))) {
			plain = append(plain, c)
		}
	}
	folded := record.Folded(string(plain))
	if !strings.ContainsFunc(folded, func(r rune) bool { return r < firstOfEast || r > lastOfEast }) {
		return nil
	}
	for _, one := range saidBeside {
		if slices.ContainsFunc(record.Names(one), func(name string) bool { return looksLike(folded, record.Folded(name)) }) {
			means = append(means, one)
		}
	}
	return means
}

// A column with East Asian characters alone looks like no known name. Ligatures and wide
// letters follow behind them.
const (
	firstOfEast = 0x2e80
	lastOfEast  = 0xfaff
)

// looksLike reports whether a column passes for a name, both as [record.Folded]: each
// character outside of ASCII may look like a letter, like two, or like nothing.
func looksLike(column, name string) bool {
	read := uint64(1) // a bit for each beginning of the name that was read
	for _, r := range column {
		next := read | read<<1 | read<<2
		if r < 0x80 {
			next = 0
			for i := range len(name) {
				if name[i] == byte(r) {
					next |= read & (1 << i) << 1
				}
			}
		}
		read = next
	}
	return read>>len(name)&1 != 0
}

// beside returns the cells of a row that are compared with its document.
func (r *Rows) beside(cells []string) (all []Cell) {
	if len(cells) == 0 {
		return nil
	}
	state := r.State()
	if r.means == nil {
		for _, name := range state.Columns {
			r.means = append(r.means, meansOf(name))
		}
	}
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell != "" && len(r.means[i]) > 0 {
			all = append(all, Cell{state.Columns[i], cell, r.means[i], state.DecimalCommas()})
		}
	}
	return all
}

// Unlike reports whether what is signed does not bear a cell out: it says something
// else, or it says no agent or no score and the cell does.
func (c *Cell) Unlike(signed []record.Claim) bool {
	unlike := slices.ContainsFunc(c.means, func(means string) bool {
		return means == record.MeansAgent || means == record.MeansName || means == record.MeansScore
	})
	for i := range signed {
		claim := &signed[i]
		if !claim.Signed || claim.Field != c.Column && !slices.ContainsFunc(claim.Means, c.isMeant) {
			continue
		}
		if c.says(claim) {
			return false
		}
		unlike = true
	}
	return unlike
}

func (c *Cell) isMeant(means string) bool {
	return slices.Contains(c.means, means) || means == record.MeansName && slices.Contains(c.means, record.MeansAgent) ||
		means == record.MeansAgent && slices.Contains(c.means, record.MeansName)
}

// says reports whether the cell has the value of a claim: the same text, or a number
// that is equal, or rounded to the decimals of the cell.
func (c *Cell) says(claim *record.Claim) bool {
	if claim.Kind != "number" || claim.Value == c.Text {
		return claim.Value == c.Text
	}
	text := c.Text
	if c.comma && !words.Thousands(text) {
		text = strings.Replace(text, ",", ".", 1)
	}
	x, err := jcs.ParseString(text)
	y, err2 := jcs.ParseString(claim.Value)
	if err != nil || err2 != nil || x.Kind != jcs.Number || x.End != len(text) {
		return false
	}
	_, decimals, rounded := strings.Cut(text, ".")
	return x.Num == y.Num || rounded && words.AgreesTo(x.Num, y.Num, len(decimals))
}
