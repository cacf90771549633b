// Package snippet writes the markup that shows cards, leaderboards and forecasts on other
// sites, and what a Content-Security-Policy there must allow for it.
package snippet

import (
	"fmt"
	"html"
	"strconv"
)

// Fluid is the width of a frame that is as wide as its place.
const Fluid = 0

// ProofHeight is the height of the frame of one proof, in pixels: it holds the longest
// verdict from 240 pixels on.
const ProofHeight = 244

// Frame returns the markup that shows an address, of that width in pixels, or [Fluid]. The
// sandbox lets its links open pages of their own, and nothing else but what is allowed,
// "allow-scripts ". A page whose policy allows no style still has a fluid frame without
// a border: attributes say that.
func Frame(address, title string, width, height int, allowed string) string {
	wide, style := "100%", ""
	if width != Fluid {
		wide, style = strconv.Itoa(width), ` style="max-width:100%"`
	}
	return fmt.Sprintf(`<iframe src="%s" title="%s" width="%s" height="%d"%s frameborder="0" loading="lazy" sandbox="%sallow-popups allow-popups-to-escape-sandbox"></iframe>`,
		html.EscapeString(address), html.EscapeString(title), wide, height, style, allowed)
}

// UsualRows is how many proofs a leaderboard on another site shows.
const UsualRows = 10

// The size of a leaderboard’s frame, in pixels: what it has beside the rows at 240 pixels,
// where it has most lines, and a row.
const BoardWidth, BoardHeight, BoardRow = 480, 168, 40

// ForecastWidth is the width of a forecast’s frame, in pixels.
const ForecastWidth = 480

// Parts of its height at 240 pixels, where it is highest: what it always has, a line of
// its inputs and how many bytes are in one at least, and a target.
const forecastHeight, forecastLine, forecastBytes, forecastTarget = 565, 20, 18, 29

// ForecastHeight returns the height that holds a forecast of these inputs and so many targets.
func ForecastHeight(inputs string, targets int) int {
	return forecastHeight + forecastLine*(len(inputs)/forecastBytes) + forecastTarget*targets
}

// The height of <arena-board>, in pixels: what it has beside the rows, and a row.
const elementHeight, elementRow = 168, 40

// Board returns the markup of a leaderboard that its readers verify: a link with its
// result, and the script that replaces it by the rows. The height is that of the rows,
// so that nothing moves when they arrive. Attributes say it, for pages whose policy allows no
// style: that of the element once its script is there, and that of a table until then.
func Board(address, words, script, integrity string, rows int) string {
	height := elementHeight + elementRow*min(UsualRows, rows)
	return fmt.Sprintf(`<arena-board height="%d"><table height="%[1]d" role="presentation"><tr><td valign="top"><a href="%[2]s">%[3]s</a></td></tr></table></arena-board>`+"\n"+`<script type="module" src="%[4]s" integrity="%[5]s" crossorigin="anonymous"></script>`,
		height, html.EscapeString(address), html.EscapeString(words), html.EscapeString(script), integrity)
}

// FramePolicy is what a page with a frame of this site must allow.
func FramePolicy(origin string) string { return "frame-src " + origin }

// ImagePolicy is what a page with a badge of this site must allow.
func ImagePolicy(origin string) string { return "img-src " + origin }

// ElementPolicy is what a page with a card or a leaderboard that its readers verify
// must allow.
func ElementPolicy(origin string) string {
	return fmt.Sprintf("script-src %s 'wasm-unsafe-eval'; connect-src %[1]s; worker-src %[1]s blob:", origin)
}
