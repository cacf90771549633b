package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/weights"
)

// member returns the path of an element of a list in an answer.
func member(list string, i int, inside string) string {
	return list + "/" + strconv.Itoa(i) + inside
}

// placeOf returns the name of a column of the heat map, "" if it has fewer.
func placeOf(s weights.SureResponse, i int) string {
	if i < len(s.Places) {
		return s.Places[i]
	}
	return ""
}

// cellOf returns a cell of the heat map, an empty one if the row has fewer.
func cellOf(r weights.HeatRow, i int) weights.HeatCell {
	if i < len(r.Cells) {
		return r.Cells[i]
	}
	return weights.HeatCell{}
}

// rankRowOf returns the ranks of the i-th row, which has the i-th place.
func rankRowOf(r weights.RanksResponse, i int) weights.RankRow {
	if i < len(r.Rows) {
		return r.Rows[i]
	}
	return weights.RankRow{}
}

// letter returns the name of a weighting: A is the pinned one.
func letter(i int) string { return string(rune('A' + i)) }

// letterOf returns the letter of a weighting, "" if there are fewer.
func letterOf(r weights.OthersResponse, i int) string {
	if i < len(r.Weightings) {
		return r.Weightings[i].Letter
	}
	return ""
}

// rankOf returns the rank under a weighting, "" if there are fewer.
func rankOf(r weights.OtherRow, i int) string {
	if i < len(r.Ranks) {
		return r.Ranks[i]
	}
	return ""
}

// converts reports whether scores are other numbers than those of the table.
func converts(r weights.Response) bool { return len(r.Rows) > 0 && len(r.Rows[0].Cells) > 0 }

// given writes a member that an answer leaves out if it is not true.
func given(is bool) string {
	if is {
		return "true"
	}
	return ""
}
