package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/forecasts"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// cardWidth is the width of a card, in pixels, for who asks for a number.
const cardWidth = 480

// card answers with a card, which other sites frame.
func (a *App) card(id string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		p, problem := a.found(ctx, id)
		if problem != nil {
			return problem
		}
		s, problem := a.show(ctx, p)
		if problem != nil {
			return problem
		}
		v := a.cardView(s)
		if v.Theme, problem = themeIn(r.URL.Query()); problem != nil {
			return problem
		}
		return page(ctx, w, r, stored.Card(v))
	}
}

func (a *App) cardView(s *shown) stored.CardView {
	state, heading := s.verdict()
	v := stored.CardView{
		Title:   s.headline(),
		Name:    s.name,
		In:      s.title,
		Verdict: state,
		Heading: heading,
		On:      s.as.on(),
		Old:     s.as.old,
		Href:    s.address,
		Host:    a.host,
		Link:    "See why",
	}
	if !s.counts() { // as a badge, it shows no value then
		return v
	}
	v.Verdict, v.Heading, v.Link = "unchecked", "Not checked yet", "Check it" // which takes a script, and a card has none
	if s.total != "" {
		v.What, v.Total, v.Parts = "claims", s.total, barOf(&s.res).Parts
		if s.what != "Score" {
			v.What += " " + strings.ToLower(s.what)
		} else if s.res.Shown.Score != "" {
			v.Total = s.res.Shown.Score
		}
	}
	if k := s.res.Key; k != nil && k.Owner != "" {
		v.By = named(k.Owner)
	}
	return v
}

// iframe returns the markup that shows a card. The card has no script.
func (a *App) iframe(s *shown, width, height int) string {
	return snippet.Frame(a.Base+"/embed/card/"+s.own(), s.headline(), width, height, "")
}

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
		path := pathTo("challenges", arena, id)
		v, last, problem := lasting(ctx, a, "frame "+path, func() (stored.BoardView, *Problem) {
			l, entries, problem := a.boardFrom(ctx, arena, id, "")
			if problem != nil {
				return stored.BoardView{}, problem
			}
			v := a.framedView(l, pageSize)
			for i, s := range entries {
				v.Rows[i].Bar = barOf(&s.res).Parts
			}
			return v, nil
		})
		if problem != nil {
			return problem
		}
		v.Rows = v.Rows[:min(rows, len(v.Rows))]
		v.Theme, v.Said = theme, last
		return pageOrText(ctx, w, r, cachingOf(last), "", twin.Page{}, stored.Board(v))
	}
}

func (a *App) framedView(l *List, rows int) stored.BoardView {
	title := titleOf(l)
	v := stored.BoardView{
		Title: "Leaderboard of " + title, Name: title, In: named(l.Arena), Caption: "Proofs of " + title + " in " +
			named(l.Arena),
		Rows:    rowsOf(l, l.Entries[:min(rows, len(l.Entries))]),
		Verdict: "unchecked", Heading: "Not checked yet",
		Href: a.Base + pathTo("challenges", l.Arena, l.Challenge),
		Link: fmt.Sprintf("All %d", l.Count), Host: a.host,
	}
	for i := range v.Rows {
		v.Rows[i].Href = a.Base + v.Rows[i].Href
	}
	if l.Count == 0 {
		v.Verdict, v.Heading, v.Link = "qualified", none(l), "See why"
	}
	return v
}

// boardFrom returns the part of a leaderboard that follows a proof, or its first part, and its
// entries as they were verified.
func (a *App) boardFrom(ctx context.Context, arena, id, after string) (*List, []*shown, *Problem) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/?"+url.Values{"after": {after}}.Encode(), nil)
	if err != nil {
		return nil, nil, fault()
	}
	return a.board(ctx, r, arena, id)
}

// Leaderboard returns the part of a leaderboard that follows a proof, or its first part.
func (a *App) Leaderboard(ctx context.Context, arena, id, after string) (*List, *Problem) {
	l, _, problem := a.boardFrom(ctx, arena, id, after)
	return l, problem
}

// titleOf returns the name of a leaderboard's challenge.
func titleOf(l *List) string { return named(cmp.Or(first(l).Title, l.Challenge)) }

// themeIn returns the theme that a query asks for.
func themeIn(query url.Values) (string, *Problem) {
	theme := query.Get("theme")
	if !slices.Contains(stored.Themes, theme) {
		return "", parameter("theme", "%s: want light or dark, or no theme for that of the reader", op.Quote(theme))
	}
	return theme, nil
}

// rowsIn returns the number of rows that a query asks for.
func rowsIn(query url.Values) (int, *Problem) {
	text := query.Get("rows")
	if text == "" {
		return snippet.UsualRows, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > pageSize {
		return 0, parameter("rows", "%s: want a whole number from 1 to %d", op.Quote(text), pageSize)
	}
	return n, nil
}

// boardElement returns the markup of a leaderboard that its readers verify.
func (a *App) boardElement(l *List) string {
	return snippet.Board(a.Base+pathTo("challenges", l.Arena, l.Challenge), "Leaderboard of "+titleOf(l)+": "+leads(l),
		a.Base+a.Board.URL, a.Board.Integrity, len(l.Entries))
}

// boardFrame returns the markup that shows a leaderboard, and its height: at most what is
// given, and no more than the rows need.
func (a *App) boardFrame(l *List, width, most int) (markup string, height int) {
	address := a.Base + pathTo("embed/board", l.Arena, l.Challenge)
	rows := 1
	for rows < snippet.UsualRows && a.boardHeight(l, rows+1, width) <= most {
		rows++
	}
	if rows < snippet.UsualRows {
		address += "?rows=" + strconv.Itoa(rows)
	}
	height = min(most, a.boardHeight(l, rows, width))
	return snippet.Frame(address, "Leaderboard of "+titleOf(l), width, height, "allow-scripts "), height
}

// forecastCaching is the Cache-Control of a forecast: it changes with our code alone.
const forecastCaching = "public, max-age=300, must-revalidate"

// framedForecast answers with a forecast, which other sites frame. All that it depends on
// is in its address.
func (a *App) framedForecast(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	v, problem := a.forecast(ctx, r.URL)
	if problem != nil {
		return problem
	}
	var text bytes.Buffer
	if err := stored.Forecast(v).Render(ctx, &text); err != nil {
		return fault()
	}
	sendFor(w, r, forecastCaching, "text/html; charset=utf-8", text.Bytes())
	return nil
}

// forecast returns the forecast of an address.
func (a *App) forecast(ctx context.Context, at *url.URL) (v stored.ForecastView, _ *Problem) {
	id := strings.TrimPrefix(at.EscapedPath(), forecastPath)
	rules := forecasts.Rules(id)
	if rules == nil {
		return v, refuse(codeNotFound, "%s: want the id of a rulebook that has ratings, one of %s", op.Quote(id),
			strings.Join(forecasts.IDs(), ", "))
	}
	query, problem := queryOf(at.RawQuery)
	if problem != nil {
		return v, problem
	}
	theme, problem := themeIn(query)
	if problem != nil {
		return v, problem
	}
	v, refusal := forecasts.View(rules, query, limit.Gate(ctx))
	if refusal != nil {
		return v, refusedForecast(refusal)
	}
	v.Title, v.Theme = "Rating forecast by the rules of "+rules.Name, theme
	v.Page, v.Href, v.Link = a.absolute("/rating/"+rules.Arena+"/"), a.absolute(v.Href), "Change the inputs at "+a.host
	v.At = a.absolute(forecastPath+id) + "?" + query.Encode()
	v.OEmbed = a.absolute(oembedPath) + "?" + url.Values{"url": {v.At}, "format": {"json"}}.Encode()
	return v, nil
}

// refusedForecast returns a refusal of the engine, which names the parameter.
func refusedForecast(refusal *op.Error) *Problem {
	at := strings.TrimPrefix(refusal.Field, "/")
	name, _, _ := strings.Cut(at, "/")
	switch {
	case refusal.Code == codeBusy:
		return refuse(codeBusy, "%s", refusal.Message)
	case refusal.Code == op.Internal:
		return refuse(codeInternal, "the forecast could not be made")
	case name == "":
		return refuse(codeInvalid, "%s", refusal.Message)
	}
	problem := refuse(codeInvalid, "%s: %s", at, refusal.Message)
	problem.Field = name
	return problem
}
