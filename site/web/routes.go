package web

import (
	"cmp"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/serve"
	"github.com/tallyproof/tallyproof/site/twin"
)

// Route is an address of stored proofs. [App] answers it, the documentation and
// the OpenAPI document list it, and hosts send it here ([Handles], [EdgePattern]).
type Route struct {
	Pattern string // as http.ServeMux reads it, without a method: "/p/{id}"
	JSON    string // the same for programs, "/p/{id}.json", or ""
	Ending  string // of the id in the address, ".png", or ""

	Shows string // what it shows, for people; "" if the documentation does not list it
	Query string // what the documentation adds to the address

	ID         string            // operationId in OpenAPI, "" if it is not there
	Doc        string            // what it answers, in OpenAPI
	Parameters []Parameter       // in OpenAPI
	Response   func() *op.Schema // of its JSON

	Computed bool   // it needs no store, so that the Worker leaves it to the engine
	Drawn    string // those of them that the engine cannot draw, as a regular expression

	whole bool // its whole query counts: it refuses what it does not know

	methods string                     // "" for GET and HEAD
	answer  func(*App, address) answer // nil: serve
	serve   func(*App) http.Handler    // answers with headers of its own
}

// Parameter is a part of an address that somebody chooses.
type Parameter struct {
	Name     string // in the pattern or, if it is not there, in the query
	Required bool
	Type     string // of JSON Schema, "" for string
	Doc      string
}

// address is the resource that a request's path names.
type address struct {
	arena, id string
	form      string // the ending of the form that is wanted, as in package twin; "" for the page
}

// Proofs is the path to which proofs are posted.
const Proofs = "/api/v1/proofs"

// Routes are the addresses of stored proofs.
var Routes = []Route{
	{
		Pattern: Proofs, methods: "POST, OPTIONS",
		answer: func(a *App, _ address) answer { return a.post },
	},
	{
		Pattern: "/p/{id}", JSON: "/p/{id}.json", Shows: "The current verdict on the proof, its record, and texts to copy",
		ID: "storedProof", Doc: "A stored proof with its current verdict.", Response: op.SchemaOf[Stored],
		Parameters: []Parameter{{Name: "id", Required: true, Doc: "The proof's id."}},
		answer:     func(a *App, at address) answer { return a.proof(at.id, at.form) },
	},
	{
		Pattern: Challenges + "{$}", JSON: Challenges + "index.json", Shows: "The challenges that have proofs",
		ID: "challenges", Doc: "The challenges that have proofs, by arena and id, 50 at a time.", Response: op.SchemaOf[ChallengeList],
		Parameters: []Parameter{{Name: "after", Doc: "Arena and id, {arena}/{id}, of the challenge after which the list continues."}},
		answer:     func(a *App, at address) answer { return a.challenges(at.form) },
	},
	{
		Pattern: "/challenges/{arena}/{id}", JSON: "/challenges/{arena}/{id}.json", Shows: "A challenge’s proofs, best first",
		ID: "leaderboard", Doc: "A challenge's proofs, best first, 50 at a time.", Response: op.SchemaOf[List],
		Parameters: []Parameter{inArena, {Name: "id", Required: true, Doc: "The challenge."}, after, apartFrom},
		answer:     func(a *App, at address) answer { return a.challenge(at.arena, at.id, at.form) },
	},
	{
		Pattern: "/agents/{arena}/{id}", JSON: "/agents/{arena}/{id}.json", Shows: "An agent’s proofs, the latest first",
		ID: "history", Doc: "An agent's proofs, the latest first, 50 at a time.", Response: op.SchemaOf[List],
		Parameters: []Parameter{inArena, {Name: "id", Required: true, Doc: "The agent."}, after, apartFrom},
		answer:     func(a *App, at address) answer { return a.agent(at.arena, at.id, at.form) },
	},
	{
		Pattern: "/embed/card/{id}", Shows: "A card for other sites",
		answer: func(a *App, at address) answer { return a.card(at.id) },
	},
	{
		Pattern: "/embed/board/{arena}/{id}", Shows: "A leaderboard for other sites", Query: "?theme=dark&rows=5",
		answer: func(a *App, at address) answer { return a.framedBoard(at.arena, at.id) },
	},
	{
		Pattern: forecastPath + "{rulebook}", Shows: "A rating’s forecast for other sites", Query: "?rating=1050&matches=9&strength=1150&schedule=even&length=60&targets=1150", whole: true,
		answer: func(a *App, _ address) answer { return a.framedForecast },
	},
	{
		Pattern: sharePath + "{id}", Ending: ".png",
		answer: func(a *App, at address) answer { return a.proofPicture(at.id) },
	},
	{
		Pattern: sharePath + "{arena}/{id}", Ending: ".png",
		answer: func(a *App, at address) answer { return a.boardPicture(at.arena, at.id) },
	},
	{
		Pattern: oembedPath, JSON: oembedPath, Shows: "oEmbed, for sites that show a card for an address", Query: "?url={address of a proof, leaderboard or forecast}",
		ID: "oembed", Doc: "The card of a stored proof, a leaderboard or a forecast for another site (oEmbed 1.0).", Response: op.SchemaOf[OEmbed],
		Parameters: []Parameter{
			{Name: "url", Required: true, Doc: "Address of a proof's or a leaderboard's page on this host, or of its JSON or Markdown, or of a forecast's frame."},
			{Name: "format", Doc: "The format. Only json is supported."},
			{Name: "maxwidth", Type: "integer", Doc: "Maximum width in pixels."},
			{Name: "maxheight", Type: "integer", Doc: "Maximum height in pixels."},
		},
		answer: func(a *App, _ address) answer { return a.oembed },
	},
	{
		Pattern: BadgeIndex, JSON: BadgeIndex, Shows: "The badges of all proofs, with code to copy",
		ID: "badges", Doc: "The badges of stored proofs, with code to copy, 50 proofs at a time.", Response: op.SchemaOf[BadgeList],
		Parameters: []Parameter{after},
		answer:     func(a *App, _ address) answer { return a.badgeIndex },
	},
	{
		Pattern: Log + "{$}", JSON: Log + "index.json", Shows: "The transparency log: every stored proof and change, in order, under a signed checkpoint",
		ID: "log", Doc: "The state of the transparency log.", Response: op.SchemaOf[LogState],
		answer: func(a *App, at address) answer { return a.logPage(at.form) },
	},
	{Pattern: Log + "checkpoint", answer: func(a *App, _ address) answer { return a.checkpoint }},
	{Pattern: Log + "witnessed", methods: "GET, HEAD, OPTIONS", answer: noWitnesses},
	{Pattern: Log + "cosignatures", methods: "POST, OPTIONS", answer: noWitnesses},
	{Pattern: Rollback, methods: "GET, HEAD, POST, OPTIONS", answer: func(a *App, _ address) answer { return a.rollback }},
	{Pattern: Log + "tile/{path...}", answer: func(a *App, _ address) answer { return a.tile }},
	{
		Pattern: Log + "proof/{id}", Ending: ".tlog-proof",
		answer: func(a *App, at address) answer { return a.logProof(at.id) },
	},
	{Pattern: badge.Prefix + "a/", serve: func(a *App) http.Handler { return a.badges }},
	{Pattern: badge.Prefix + "p/", serve: func(a *App) http.Handler { return a.badges }},
	{Pattern: badge.Prefix, Computed: true, Drawn: regexp.QuoteMeta(badge.Prefix) + `.*\.png$`, serve: func(a *App) http.Handler { return a.badges }},
}

const oembedPath = "/oembed"

// forecastPath begins the addresses of forecasts for other sites.
const forecastPath = "/embed/forecast/"

// sharePath begins the addresses of pictures beside links to proofs and
// leaderboards.
const sharePath = "/share/"

var (
	inArena   = Parameter{Name: "arena", Required: true, Doc: "The arena."}
	after     = Parameter{Name: "after", Doc: "Id of the proof after which the list continues."}
	apartFrom = Parameter{Name: "apart", Doc: "Id of the proof after which the list of proofs that do not count continues."}
)

// Path returns the address as people write it.
func (r Route) Path() string { return strings.TrimSuffix(r.Pattern, "{$}") + r.Ending }

// isPage reports whether it answers with a page.
func (r Route) isPage() bool { return r.Shows != "" && r.JSON != r.Pattern }

// hasForms reports whether it is a page that is also there as JSON and Markdown.
func (r Route) hasForms() bool { return r.isPage() && r.JSON != "" }

// inForm returns the path of its JSON with another ending.
func (r Route) inForm(json, form string) string { return strings.TrimSuffix(json, twin.JSON) + form }

// addresses are those of a list in a form: the one that we name, and the one that
// follows from the page's address as for all pages.
func (r Route) addresses(form string) []string {
	return []string{r.inForm(r.JSON, form), serve.Twin(r.Path(), form)}
}

// exact are paths that a pattern matches as they are, below is the beginning of
// those that it matches otherwise.
func (r Route) paths() (exact []string, below string) {
	fixed, _, wild := strings.Cut(r.Path(), "{")
	switch {
	case wild, r.Path() == r.Pattern && strings.HasSuffix(fixed, "/"):
		return nil, fixed
	case strings.HasSuffix(fixed, "/"):
		return append([]string{fixed, strings.TrimSuffix(fixed, "/")}, slices.Concat(r.addresses(twin.JSON), r.addresses(twin.Markdown))...), ""
	}
	return []string{fixed}, ""
}

// Handles reports whether a path, as it is written in the address, is the app's, for
// hosts that have other paths too.
func Handles(path string) bool {
	return slices.ContainsFunc(Routes, func(r Route) bool {
		exact, below := r.paths()
		return slices.Contains(exact, path) || below != "" && strings.HasPrefix(path, below)
	})
}

// EdgePattern returns a regular expression of the paths that need the store, for
// JavaScript and Go.
func EdgePattern() string {
	var all []string
	for _, r := range Routes {
		if r.Computed {
			if r.Drawn != "" {
				all = append(all, r.Drawn)
			}
			continue
		}
		exact, below := r.paths()
		for _, path := range exact {
			all = append(all, regexp.QuoteMeta(path)+"$")
		}
		if text := regexp.QuoteMeta(below); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return "^(" + strings.Join(all, "|") + ")"
}

// newMux sends requests to the routes of an app. An address with a slash too many
// or too few is redirected.
func newMux(a *App) *http.ServeMux {
	mux := http.NewServeMux()
	for i := range Routes {
		r := &Routes[i]
		if r.serve != nil {
			mux.Handle(r.Pattern, bound{serve: r.serve(a).ServeHTTP})
			continue
		}
		mux.Handle(r.Pattern, bound{a.answered(r, "")})
		if strings.HasSuffix(r.JSON, "/index.json") && r.JSON != r.Pattern {
			for _, form := range []string{twin.JSON, twin.Markdown} {
				for _, path := range r.addresses(form) {
					mux.Handle(path, bound{a.answered(r, form)})
				}
			}
		}
		if r.isPage() || r.Pattern == oembedPath {
			mux.Handle(r.otherSlash(), bound{a.moved(r)})
		}
	}
	return mux
}

// bound is the handler of one of our patterns, as a mux also has handlers of
// its own.
type bound struct{ serve http.HandlerFunc }

func (b bound) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.serve(w, r) }

// otherSlash returns the pattern of the same path with a slash at its end, or without
// the one that it has.
func (r Route) otherSlash() string {
	if path, ok := strings.CutSuffix(r.Pattern, "/{$}"); ok {
		return path
	}
	return r.Pattern + "/{$}"
}

// at reads the path of a request that the pattern matches. ok is false if a
// part of it cannot be an id.
func (rt *Route) at(r *http.Request) (at address, ok bool) {
	at = address{arena: r.PathValue("arena"), id: r.PathValue("id")}
	for _, form := range []string{twin.JSON, twin.Markdown} {
		// As it is written: of an id that ends so itself, pathTo escapes the point.
		written := strings.TrimSuffix(r.URL.EscapedPath(), "/")
		if strings.HasSuffix(rt.JSON, "{id}.json") && strings.HasSuffix(written, form) {
			at.id, at.form = strings.TrimSuffix(at.id, form), form
		}
	}
	if at.id, ok = strings.CutSuffix(at.id, rt.Ending); !ok {
		return at, false
	}
	switch {
	case !strings.Contains(rt.Pattern, "{"): // with an escape it is another one, see [EdgePattern]
		return at, r.URL.EscapedPath() == r.URL.Path
	case !strings.Contains(rt.Pattern, "{id}"):
		return at, true
	case strings.Contains(rt.Pattern, "{arena}"):
		return at, refuseID(at.arena) == "" && refuseID(at.id) == ""
	}
	return at, isID(at.id) || isContent(at.id)
}

// answered answers requests for a route.
func (a *App) answered(rt *Route, form string) http.HandlerFunc {
	methods := rt.methods
	if methods == "" {
		methods = "GET, HEAD"
	}
	return func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header(), r.URL.EscapedPath())
		at, ok := rt.at(r)
		at.form = cmp.Or(at.form, form)
		switch {
		case !ok:
			a.notFound(w, r)
		case !slices.Contains(strings.Split(methods, ", "), r.Method):
			w.Header().Set("Allow", methods)
			a.refuse(w, r, refuse(codeWrongMethod, "want one of %s", methods))
		case r.Method == http.MethodOptions:
			w.WriteHeader(http.StatusNoContent)
		default:
			if rt.hasForms() && at.form == "" {
				at.form = rt.negotiated(w, r)
			}
			problem := rt.refuseQuery(r)
			if problem == nil {
				problem = rt.answer(a, at)(r.Context(), w, r)
			}
			if problem != nil {
				a.refuse(w, r, problem)
			}
		}
	}
}

// refuseQuery refuses a query that cannot be read. Of such a query Go leaves out what it
// cannot read or keeps its bytes, and browsers keep it or put other letters in its place,
// and so does the Worker (hosts/worker/cached.mjs). So one host would answer what another
// one refuses. And what cannot be the id of a proof is
// refused as a place of a list before anything is read.
func (rt *Route) refuseQuery(r *http.Request) *Problem {
	given, problem := queryOf(r.URL.RawQuery)
	if problem != nil {
		return problem
	}
	for _, p := range rt.Parameters {
		if id := given.Get(p.Name); (p == after || p == apartFrom) && id != "" && !isID(id) {
			return parameter(p.Name, "%s: want the id of a proof", op.Quote(id))
		}
	}
	return nil
}

// parameters are those of queries that an answer may depend on. The Worker passes on no
// others, and these in this order (PARAMETERS in hosts/worker/cached.mjs). It passes on all
// of a forecast's (WHOLE there).
var parameters = []string{"after", "apart", "format", "maxheight", "maxwidth", "rows", "theme", "url"}

// counting returns the part of a query that an answer may depend on, spelled in one way.
// Headers with addresses have no more of it: so all hosts send the same.
func (rt *Route) counting(r *http.Request) string {
	if rt.whole {
		return r.URL.Query().Encode()
	}
	return strings.TrimPrefix(partOf(r, parameters...), "?")
}

// negotiated returns the form that a client wants at the address of a page, which is
// named as the place of what it gets. As there, programs of other sites may read it.
func (rt *Route) negotiated(w http.ResponseWriter, r *http.Request) (form string) {
	w.Header().Set("Vary", "Accept")
	if form = serve.Ending(r.Header.Values("Accept"), twin.Markdown, twin.JSON); form == "" {
		return ""
	}
	at := url.URL{Path: r.URL.Path + form, RawPath: r.URL.EscapedPath() + form, RawQuery: rt.counting(r)}
	if strings.HasSuffix(r.URL.Path, "/") {
		at.Path, at.RawPath = rt.inForm(rt.JSON, form), ""
	}
	w.Header().Set("Content-Location", at.String())
	setOpen(w.Header())
	return form
}

// moved redirects to the address of a route.
func (a *App) moved(rt *Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header(), r.URL.Path)
		if _, ok := rt.at(r); !ok {
			a.notFound(w, r)
			return
		}
		if problem := rt.refuseQuery(r); problem != nil {
			a.refuse(w, r, problem)
			return
		}
		to := url.URL{Path: r.URL.Path + "/", RawPath: r.URL.EscapedPath() + "/", RawQuery: rt.counting(r)}
		if strings.HasSuffix(r.URL.Path, "/") {
			to.Path, to.RawPath = strings.TrimSuffix(r.URL.Path, "/"), strings.TrimSuffix(r.URL.EscapedPath(), "/")
		}
		http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	}
}

// notFound answers a path that belongs to no route.
func (a *App) notFound(w http.ResponseWriter, r *http.Request) {
	var pages []string
	for _, route := range Routes {
		if route.isPage() {
			pages = append(pages, route.Path())
		}
	}
	last := len(pages) - 1
	a.refuse(w, r, refuse(codeNotFound, "%s: want %s or %s", op.Quote(r.URL.Path), strings.Join(pages[:last], ", "), pages[last]))
}
