package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// The size of a leaderboard on other sites, in pixels: what its frame has beside the
// rows, and a row.
const boardWidth, boardHeight, boardRow = 480, 208, 33

// usualRows is how many proofs such a leaderboard shows.
const usualRows = 10

// framedBoard answers with a leaderboard, which other sites frame.
func (a *App) framedBoard(arena, id string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		query := r.URL.Query()
		theme, problem := themeIn(query)
		if problem != nil {
			return problem
		}
		rows, problem := rowsIn(query)
		if problem != nil {
			return problem
		}
		l, problem := a.Leaderboard(ctx, arena, id, "")
		if problem != nil {
			return problem
		}
		v := a.framedView(l, rows)
		v.Theme = theme
		return page(ctx, w, r, stored.Board(v))
	}
}

func (a *App) framedView(l *List, rows int) stored.BoardView {
	title := titleOf(l)
	v := stored.BoardView{
		Title: "Leaderboard of " + title, Name: title, In: named(l.Arena), Caption: "Proofs of " + title + " in " + named(l.Arena),
		Rows:    rowsOf(l, l.Entries[:min(rows, len(l.Entries))]),
		Verdict: "authentic", Sure: plural(l.Count, "proof") + ", all authentic",
		As:   "as of " + a.Now().UTC().Format(time.DateOnly),
		Href: a.Base + pathTo("challenges", l.Arena, l.Challenge),
		Link: "Check each proof at " + a.host,
	}
	for i := range v.Rows {
		v.Rows[i].Href = a.Base + v.Rows[i].Href
	}
	switch {
	case l.Count == 0:
		v.Verdict, v.Sure = "qualified", none(l)
	case l.Count == 1:
		v.Sure = "1 proof, authentic"
	case l.Count > len(v.Rows):
		v.Sure += fmt.Sprintf(", the first %d here", len(v.Rows))
		v.Link = fmt.Sprintf("See and check all %d at %s", l.Count, a.host)
	}
	return v
}

// titleOf is the name of a leaderboard's challenge.
func titleOf(l *List) string { return named(cmp.Or(first(l).Title, l.Challenge)) }

// themeIn is the theme that a query asks for.
func themeIn(query url.Values) (string, *Problem) {
	theme := query.Get("theme")
	if !slices.Contains(stored.Themes, theme) {
		return "", parameter("theme", "%s: want light or dark, or no theme for that of the reader", op.Quote(theme))
	}
	return theme, nil
}

// rowsIn is how many rows a query asks for.
func rowsIn(query url.Values) (int, *Problem) {
	text := query.Get("rows")
	if text == "" {
		return usualRows, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > pageSize {
		return 0, parameter("rows", "%s: want a whole number from 1 to %d", op.Quote(text), pageSize)
	}
	return n, nil
}

// boardFrame is the markup that shows a leaderboard, and its height: at most what is
// given, and no more than the rows need.
func (a *App) boardFrame(l *List, width, most int) (markup string, height int) {
	address := a.Base + pathTo("embed/board", l.Arena, l.Challenge)
	rows := min(max((most-boardHeight)/boardRow, 1), usualRows)
	if rows < usualRows {
		address += "?rows=" + strconv.Itoa(rows)
	}
	height = min(most, boardHeight+boardRow*min(rows, len(l.Entries)))
	return frame(address, "Leaderboard of "+titleOf(l), width, height, "allow-scripts "), height
}
