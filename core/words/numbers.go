package words

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Percent shows a fraction in percent, as short as it is.
func Percent(x float64) string { return Short(100*x) + " %" }

// Short shows at most two decimals and no trailing zeros.
func Short(x float64) string {
	text := Fixed(x, 2)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Fixed shows so many decimals, with a real minus sign.
func Fixed(x float64, decimals int) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if x < 0 && strings.Trim(text, "0.") != "" {
		return "−" + text
	}
	return text
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
func Signed(x float64) string {
	text := Short(x)
	if x > 0 && text != "0" {
		return "+" + text
	}
	return text
}

// Number is a value inside a formula: as it was written.
func Number(x float64) string { return strings.Replace(op.Show(x), "-", "−", 1) }

// SignedNumber is a difference with its sign and all its decimals.
func SignedNumber(x float64) string {
	if x > 0 {
		return "+" + Number(x)
	}
	return Number(x)
}

// Rate shows a fraction in percent with one decimal.
func Rate(x float64) string { return Fixed(100*x, 1) + " %" }

// Read is the number in a text that is 1.5, 1,5 or 50 %.
func Read(text string) (x float64, ok bool) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return x, err == nil && x-x == 0
}
