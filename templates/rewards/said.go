package rewards

import (
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// before is what a text says before its key words.
func before(text, key string) string {
	text, _, _ = strings.Cut(text, key)
	return text
}

// after is what it says after them.
func after(text, key string) string {
	_, rest, _ := strings.Cut(text, key)
	return rest
}

// percentAt is a number at an axis, the highest with its unit.
func percentAt(x float64) string {
	if x == 100 {
		return "100 %"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// along is a cursor that is moved to the places of an answer.
func along(stops string, c parts.CursorView) parts.CursorView {
	c.Stops = stops
	return c
}

// cursorOf is a cursor of an answer.
func cursorOf(name string, c rewards.Cursor) parts.CursorView {
	return parts.CursorView{Name: name, Field: c.Field, Label: c.Label, Says: c.Says, At: c.At, Shift: c.Shift, Value: c.Value,
		Low: c.Low, High: c.High, Step: c.Step}
}
