package words

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Percent shows a fraction in percent, as short as it is; with more than two decimals
// where it would look like nothing or all.
func Percent(x float64) string { return PercentTo(x, Apart(100*x, 100, 2)) }

// PercentTo is [Percent] with at most so many decimals.
func PercentTo(x float64, decimals int) string { return Within(100*x, decimals) + " %" }

// Short shows at most two decimals and no trailing zeros.
func Short(x float64) string { return Within(x, 2) }

// Within shows at most so many decimals, at least one, and no trailing zeros.
func Within(x float64, decimals int) string {
	return strings.TrimSuffix(strings.TrimRight(Fixed(x, decimals), "0"), ".")
}

// Fixed shows so many decimals, with a real minus sign.
func Fixed(x float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if x < 0 && strings.Trim(text, "0.") != "" {
		return "−" + text
	}
	return text
}

// Enough returns the fewest decimals, from so many on, with which a formula of shown
// numbers gives what is shown of its result: of rounded ones a reader computes
// another last digit. They are that many if seven more do not help.
func Enough(decimals int, holds func(decimals int) bool) int {
	for more := range 8 {
		if holds(decimals + more) {
			return decimals + more
		}
	}
	return decimals
}

// Apart returns the fewest decimals, from so many on, with which x looks like 0 or like the
// whole only if it is.
func Apart(x, whole float64, decimals int) int {
	// A product in the caller is rounded first, also if this is inlined.
	x = float64(x)
	if decimals > 0 && math.Abs(x) >= 0.1 && math.Abs(x-whole) >= 0.1 { // as most are
		return decimals
	}
	return Enough(decimals, func(decimals int) bool {
		shown := Shown(x, decimals)
		return (shown == 0) == (x == 0) && (shown == whole) == (x == whole)
	})
}

// Shown returns the number that a reader sees when x is written with decimals.
func Shown(x float64, decimals int) float64 {
	shown, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', decimals, 64), 64) // what is written so can be read
	return shown
}

// Rounds reports whether x rounds to the shown text of y. A near half may round to either
// side.
func Rounds(x, y float64, decimals int) bool {
	step := 1.0
	for range decimals {
		step /= 10
	}
	return math.Abs(x-Shown(y, decimals)) <= float64(step*(0.5+5e-4))
}

// Decimals returns the number of decimals in x as written, at most 12.
func Decimals(x float64) int {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	return min(len(decimals), 12)
}

// Agrees reports whether a value rounds to what is claimed, at the decimals of the claim.
func Agrees(claim, value float64) bool { return AgreesTo(claim, value, Decimals(claim)) }

// AgreesTo is [Agrees] at so many decimals.
func AgreesTo(claim, value float64, decimals int) bool {
	return math.Abs(claim-value) <= float64(0.5*math.Pow10(-decimals))+1e-9
}

// Grouped has commas between thousands.
func Grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// Signed shows a change with its sign and at most two decimals.
func Signed(x float64) string { return SignedTo(x, 2) }

// SignedTo is [Signed] with at most so many decimals.
func SignedTo(x float64, decimals int) string {
	text := Within(x, decimals)
	if x > 0 && text != "0" {
		return "+" + text
	}
	return text
}

// Number returns a value inside a formula: as it was written.
func Number(x float64) string { return strings.Replace(op.Show(x), "-", "−", 1) }

// SignedNumber returns a difference with its sign and all its decimals.
func SignedNumber(x float64) string {
	if x > 0 {
		return "+" + Number(x)
	}
	return Number(x)
}

// Rate shows a fraction in percent with one decimal; with more where it would look like
// nothing or all.
func Rate(x float64) string { return Fixed(100*x, Apart(100*x, 100, 1)) + " %" }

// Read returns the number in a text that is 1.5, 1,5 or 50 %.
func Read(text string) (x float64, ok bool) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return x, err == nil && x-x == 0
}

// Thousands reports whether a comma in a number may separate thousands: 1,500, but not
// 0,500 or 1,5.
func Thousands(number string) bool {
	number = strings.Trim(number, " +-%")
	comma := strings.IndexByte(number, ',')
	return comma > 0 && comma <= 3 && comma == len(number)-len(",000") && number[0] != '0'
}
