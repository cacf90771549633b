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
	"time"

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
		As:      s.as.words,
		Stale:   s.as.stale,
		Href:    s.address,
		Host:    a.host,
	}
	if !s.counts() { // as a badge, it shows no value then
		return v
	}
	if s.total != "" {
		v.What, v.Total = s.what, s.total
	}
	if k := s.res.Key; k != nil && k.Owner != "" {
		v.By = brief(k.Owner)
	}
	return v
}

// The lines of a card at 240 pixels, its narrowest: characters that surely fit, and
// pixels. The rest is its edges and the total.
const (
	nameLetters, nameLine   = 16, 24
	smallLetters, smallLine = 24, 21
	boldLetters, boldLine   = 20, 24
	cardEdges, cardTotal    = 48, 32
)

// cardHeight is the height that holds a card from 240 pixels on.
func cardHeight(v *stored.CardView) int {
	height := cardEdges + nameLine*lines(v.Name, nameLetters) + boldLine*lines(v.Heading, boldLetters) +
		smallLine*(lines(v.In, smallLetters)+lines(v.As, smallLetters)+lines(v.Check(), smallLetters))
	if v.Total != "" {
		height += cardTotal
	}
	if v.By != "" {
		height += boldLine * lines("· signed by "+v.By, smallLetters)
	}
	return height
}

// lines is how many lines a text takes at most. The letters of East Asia are twice as
// wide.
func lines(text string, letters int) int {
	wide := 0
	for _, c := range text {
		wide++
		if c >= '\u1100' {
			wide++
		}
	}
	return (wide + letters - 1) / letters
}

// iframe is the markup that shows a card. The card has no script.
func (a *App) iframe(s *shown, width, height int) string {
	return snippet.Frame(a.Base+"/embed/card/"+s.ID, s.headline(), width, height, "")
}

// OEmbed is an answer by https://oembed.com, version 1.0.
type OEmbed struct {
	Type         string `json:"type" doc:"Always rich."`
	Version      string `json:"version" doc:"Always 1.0."`
	Title        string `json:"title" doc:"The agent and its result, the challenge, or the rules of a forecast."`
	ProviderName string `json:"provider_name" doc:"Always Tallyproof."`
	ProviderURL  string `json:"provider_url" doc:"The site."`
	CacheAge     int    `json:"cache_age" doc:"Seconds for which the answer may be kept."`
	HTML         string `json:"html" doc:"An <iframe> with the card, the leaderboard or the forecast."`
	Width        int    `json:"width" doc:"Of the frame, in pixels."`
	Height       int    `json:"height" doc:"Of the frame, in pixels."`
	AuthorName   string `json:"author_name,omitempty" doc:"The agent, of a card."`
	AuthorURL    string `json:"author_url,omitempty" doc:"The agent's history, of a card."`
}

// oembed answers what shows a proof, a leaderboard or a forecast with a URL on another site.
func (a *App) oembed(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	query := r.URL.Query()
	if format := query.Get("format"); format != "" && format != "json" {
		return refuse(codeFormat, "format: %s: want json", op.Quote(format))
	}
	at, problem := a.target(query.Get("url"))
	if problem != nil {
		return problem
	}
	var e OEmbed
	switch {
	case at.forecast != nil:
		e, problem = a.oembedForecast(ctx, at.forecast, query)
	case at.arena == "":
		e, problem = a.oembedCard(ctx, at.id, query)
	default:
		e, problem = a.oembedBoard(ctx, at, query)
	}
	if problem != nil {
		return problem
	}
	e.Type, e.Version, e.ProviderName, e.ProviderURL, e.CacheAge = "rich", "1.0", "Tallyproof", a.Base+"/", 60
	return asJSON(w, r, e)
}

func (a *App) oembedCard(ctx context.Context, id string, query url.Values) (OEmbed, *Problem) {
	p, problem := a.found(ctx, id)
	if problem != nil {
		return OEmbed{}, problem
	}
	s, problem := a.show(ctx, p)
	if problem != nil {
		return OEmbed{}, problem
	}
	view := a.cardView(s)
	size, problem := sizeIn(query, cardWidth, cardHeight(&view))
	if problem != nil {
		return OEmbed{}, problem
	}
	return OEmbed{
		Title: s.headline(), HTML: a.iframe(s, size.written, size.height), Width: size.width, Height: size.height,
		AuthorName: named(s.Name), AuthorURL: a.absolute(pathTo("agents", s.Arena, s.Agent)),
	}, nil
}

func (a *App) oembedBoard(ctx context.Context, at target, query url.Values) (OEmbed, *Problem) {
	size, problem := sizeIn(query, snippet.BoardWidth, snippet.BoardHeight+snippet.BoardRow*snippet.UsualRows)
	if problem != nil {
		return OEmbed{}, problem
	}
	l, problem := a.Leaderboard(ctx, at.arena, at.id, "")
	if problem != nil {
		return OEmbed{}, problem
	}
	e := OEmbed{Title: "Leaderboard of " + titleOf(l), Width: size.width}
	e.HTML, e.Height = a.boardFrame(l, size.written, size.height)
	return e, nil
}

func (a *App) oembedForecast(ctx context.Context, at *url.URL, query url.Values) (OEmbed, *Problem) {
	v, problem := a.forecast(ctx, at)
	if problem != nil {
		return OEmbed{}, problem
	}
	size, problem := sizeIn(query, snippet.ForecastWidth, snippet.ForecastHeight(v.Inputs, len(v.Targets)))
	if problem != nil {
		return OEmbed{}, problem
	}
	return OEmbed{Title: v.Title, HTML: snippet.Frame(v.At, v.Title, size.written, size.height, ""), Width: size.width, Height: size.height}, nil
}

// size is that of a frame, in pixels. Written is the width in its markup.
type size struct{ width, height, written int }

// sizeIn is the size of a frame within what a consumer asks for. For one that names no
// width, the frame is as wide as its place.
func sizeIn(query url.Values, usualWidth, usualHeight int) (of size, problem *Problem) {
	if of.width, problem = within(query, "maxwidth", usualWidth); problem != nil {
		return size{}, problem
	}
	if query.Get("maxwidth") != "" {
		of.written = of.width
	}
	of.height, problem = within(query, "maxheight", usualHeight)
	return of, problem
}

// target is what an address of ours shows: a proof, a leaderboard with its arena, or a
// forecast.
type target struct {
	arena, id string
	forecast  *url.URL
}

// target is what an address of ours shows, in any of its forms.
func (a *App) target(text string) (at target, problem *Problem) {
	want := "want the address of a proof, " + a.Base + "/p/{id}, of a leaderboard, " + a.Base + "/challenges/{arena}/{id}, or of a forecast, " + a.Base + forecastPath + "{rulebook}?…"
	if text == "" {
		return at, parameter("url", "missing: %s", want)
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme+"://"+u.Host != a.Base || u.User != nil {
		return at, parameter("url", "%s is not on this site: %s", op.Quote(text), want)
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	for _, form := range []string{twin.JSON, twin.Markdown} { // as it is written, see [Route.at]
		if stem, ok := strings.CutSuffix(path, form); ok {
			path = stem
			break
		}
	}
	parts, ok := segments(path)
	switch {
	case ok && len(parts) == 2 && parts[0] == "p" && isID(parts[1]):
		return target{id: parts[1]}, nil
	case ok && len(parts) == 3 && parts[0] == "challenges" && refuseID(parts[1]) == "" && refuseID(parts[2]) == "":
		return target{arena: parts[1], id: parts[2]}, nil
	case strings.HasPrefix(u.EscapedPath(), forecastPath):
		return target{forecast: u}, nil
	}
	return at, refuse(codeNotFound, "%s is not the address of a proof, a leaderboard or a forecast: %s", op.Quote(text), want)
}

// within is a limit that the query sets, or usual where that is less or nothing
// is set.
func within(query url.Values, name string, usual int) (int, *Problem) {
	text := query.Get(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return 0, parameter(name, "%s: want a whole number of pixels from 1", op.Quote(text))
	}
	return min(usual, int(n)), nil
}

// parameter refuses a parameter of the query.
func parameter(name, format string, args ...any) *Problem {
	p := refuse(codeInvalid, name+": "+format, args...)
	p.Field = name
	return p
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

// Leaderboard is the part of a leaderboard that follows a proof, or its first part.
func (a *App) Leaderboard(ctx context.Context, arena, id, after string) (*List, *Problem) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "/?"+url.Values{"after": {after}}.Encode(), nil)
	if err != nil {
		return nil, fault()
	}
	l, _, problem := a.board(ctx, r, arena, id)
	return l, problem
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
		return snippet.UsualRows, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > pageSize {
		return 0, parameter("rows", "%s: want a whole number from 1 to %d", op.Quote(text), pageSize)
	}
	return n, nil
}

// boardElement is the markup of a leaderboard that its readers verify.
func (a *App) boardElement(l *List) string {
	return snippet.Board(a.Base+pathTo("challenges", l.Arena, l.Challenge), "Leaderboard of "+titleOf(l)+": "+leads(l), a.Base+a.Board.URL, a.Board.Integrity, len(l.Entries))
}

// boardFrame is the markup that shows a leaderboard, and its height: at most what is
// given, and no more than the rows need.
func (a *App) boardFrame(l *List, width, most int) (markup string, height int) {
	address := a.Base + pathTo("embed/board", l.Arena, l.Challenge)
	rows := min(max((most-snippet.BoardHeight)/snippet.BoardRow, 1), snippet.UsualRows)
	if rows < snippet.UsualRows {
		address += "?rows=" + strconv.Itoa(rows)
	}
	height = min(most, snippet.BoardHeight+snippet.BoardRow*min(rows, len(l.Entries)))
	return snippet.Frame(address, "Leaderboard of "+titleOf(l), width, height, "allow-scripts "), height
}

// forecastCaching is how long a forecast may be kept: it changes with our code alone.
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

// forecast is the forecast of an address.
func (a *App) forecast(ctx context.Context, at *url.URL) (v stored.ForecastView, _ *Problem) {
	id := strings.TrimPrefix(at.EscapedPath(), forecastPath)
	rules := forecasts.Rules(id)
	if rules == nil {
		return v, refuse(codeNotFound, "%s: want the id of a rulebook that has ratings, one of %s", op.Quote(id), strings.Join(forecasts.IDs(), ", "))
	}
	query, problem := queryOf(at.RawQuery)
	if problem != nil {
		return v, problem
	}
	theme, problem := themeIn(query)
	if problem != nil {
		return v, problem
	}
	v, refusal := forecasts.View(rules, query, func(cost op.Cost) *op.Error { return limit.Admit(ctx, cost) })
	if refusal != nil {
		return v, refusedForecast(refusal)
	}
	v.Title, v.Theme = "Rating forecast by the rules of "+rules.Name, theme
	v.Page, v.Href, v.Link = a.absolute("/rating/"+rules.Arena+"/"), a.absolute(v.Href), "Change the inputs at "+a.host
	v.At = a.absolute(forecastPath+id) + "?" + query.Encode()
	v.OEmbed = a.absolute(oembedPath) + "?" + url.Values{"url": {v.At}, "format": {"json"}}.Encode()
	return v, nil
}

// refusedForecast is a refusal of the engine, which names the parameter.
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
