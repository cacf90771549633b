package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/site/twin"
)

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
	if _, problem := sizeIn(query, 1, func(int) int { return 1 }); problem != nil { // before anything is read or calculated
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
	size, problem := sizeIn(query, cardWidth, func(width int) int { return cardHeight(&view, width) })
	if problem != nil {
		return OEmbed{}, problem
	}
	return OEmbed{
		Title: s.headline(), HTML: a.iframe(s, size.written, size.height), Width: size.width, Height: size.height,
		AuthorName: named(s.Name), AuthorURL: a.absolute(pathTo("agents", s.Arena, s.Agent)),
	}, nil
}

func (a *App) oembedBoard(ctx context.Context, at target, query url.Values) (OEmbed, *Problem) {
	l, problem := a.Leaderboard(ctx, at.arena, at.id, "")
	if problem != nil {
		return OEmbed{}, problem
	}
	size, problem := sizeIn(query, snippet.BoardWidth, func(width int) int {
		return a.boardHeight(l, snippet.UsualRows, width)
	})
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
	size, problem := sizeIn(query, snippet.ForecastWidth, func(int) int {
		return snippet.ForecastHeight(v.Inputs, len(v.Targets)) // its chart grows as its texts get shorter
	})
	if problem != nil {
		return OEmbed{}, problem
	}
	return OEmbed{Title: v.Title, HTML: snippet.Frame(v.At, v.Title, size.written, size.height, ""), Width: size.width,
		Height: size.height}, nil
}

// size is the size of a frame, in pixels. Written is the width in its markup.
type size struct{ width, height, written int }

// sizeIn returns the size of a frame within what a consumer asks for, as high as it needs to be
// at that width. For one that names no width, the frame is as wide as its place.
func sizeIn(query url.Values, usualWidth int, heightAt func(width int) int) (of size, problem *Problem) {
	if of.width, problem = within(query, "maxwidth", usualWidth); problem != nil {
		return size{}, problem
	}
	if query.Get("maxwidth") != "" {
		of.written = of.width
	}
	of.height, problem = within(query, "maxheight", heightAt(of.written))
	return of, problem
}

// target is a resource that an address of ours shows: a proof, a leaderboard with its arena, or a
// forecast.
type target struct {
	arena, id string
	forecast  *url.URL
}

// target returns the resource that an address of ours shows, in any of its forms.
func (a *App) target(text string) (at target, problem *Problem) {
	want := "want the address of a proof, " + a.Base + "/p/{id}, of a leaderboard, " + a.Base +
		"/challenges/{arena}/{id}, or of a forecast, " + a.Base + forecastPath + "{rulebook}?…"
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
	case ok && len(parts) == 2 && parts[0] == "p" && (isID(parts[1]) || isContent(parts[1])):
		return target{id: parts[1]}, nil
	case ok && len(parts) == 3 && parts[0] == "challenges" && refuseID(parts[1]) == "" && refuseID(parts[2]) == "":
		return target{arena: parts[1], id: parts[2]}, nil
	case strings.HasPrefix(u.EscapedPath(), forecastPath):
		return target{forecast: u}, nil
	}
	return at, refuse(codeNotFound, "%s is not the address of a proof, a leaderboard or a forecast: %s", op.Quote(text),
		want)
}

// within returns a limit that the query sets, or usual where that is less or nothing
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
