package weights

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/weights"
)

// member is the path of an element of a list in an answer.
func member(list string, i int, inside string) string {
	return list + "/" + strconv.Itoa(i) + inside
}

// placeOf is the name of a column of the heat map, "" if it has fewer.
func placeOf(s weights.SureResponse, i int) string {
	if i < len(s.Places) {
		return s.Places[i]
	}
	return ""
}

// cellOf is a cell of the heat map, an empty one if the row has fewer.
func cellOf(r weights.HeatRow, i int) weights.HeatCell {
	if i < len(r.Cells) {
		return r.Cells[i]
	}
	return weights.HeatCell{}
}
