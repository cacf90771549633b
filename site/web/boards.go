package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// pageSize is the number of proofs on a page: each is verified when it is shown.
const pageSize = 50

// Entry is a proof in a list.
type Entry struct {
	Rank        int      `json:"rank,omitempty" doc:"Its place in the challenge; 1 is best, and equal ranks leave a gap after them."`
	ID          string   `json:"id" doc:"The proof's id."`
	URL         string   `json:"url" doc:"Its page."`
	Challenge   string   `json:"challenge,omitempty" doc:"The challenge, in an agent's history."`
	Title       string   `json:"title,omitempty" doc:"The challenge's name for readers, cut after 200 characters."`
	Agent       string   `json:"agent,omitempty" doc:"The agent's id."`
	Name        string   `json:"name,omitempty" doc:"The agent's name, cut after 200 characters."`
	Total       *float64 `json:"total,omitempty" doc:"The signed total."`
	Rating      *float64 `json:"rating,omitempty" doc:"The signed rating, if the record has one."`
	Parts       []Points `json:"parts,omitempty" doc:"The points of each dimension in the total, in the order of its rules, if the record has the weights of its challenge and the signed total is the recomputed one; for a proof in apart, none."`
	SubmittedAt string   `json:"submitted_at,omitempty" doc:"When it was handed in, as it is signed."`
	EvaluatedAt string   `json:"evaluated_at,omitempty" doc:"When it was evaluated, as it is signed."`
	Verdict     string   `json:"verdict" doc:"What proof.verify answers now."`
	Heading     string   `json:"heading" doc:"The verdict in words; for a proof in apart, the reason."`
	State       string   `json:"state,omitempty" op:"enum=withdrawn|replaced|differs" doc:"withdrawn or replaced, if its owner did that; differs, if the store says something else than its proof."`
	Note        string   `json:"note,omitempty" doc:"A warning if the name or id has letters of several scripts and may imitate another."`

	placed bool // whether its rank is signed
}

// Points is the share of a dimension in a total.
type Points struct {
	Key    string  `json:"key" doc:"The dimension's id."`
	Label  string  `json:"label" doc:"Its name, for people."`
	Points float64 `json:"points" doc:"Its score times its weight, as the total was recomputed."`
}

// List is a leaderboard or a history.
type List struct {
	Arena     string  `json:"arena" doc:"The arena."`
	Challenge string  `json:"challenge,omitempty" doc:"The challenge, of a leaderboard."`
	Agent     string  `json:"agent,omitempty" doc:"The agent, of a history."`
	URL       string  `json:"url" doc:"Its page."`
	Count     int     `json:"count" doc:"How many proofs are authentic now, and neither withdrawn nor replaced."`
	Entries   []Entry `json:"entries" doc:"Those proofs: of a challenge best first, of an agent the latest first and those without a time last."`
	Next      string  `json:"next,omitempty" doc:"Address of the next page of the list, if there is one."`
	Apart     []Entry `json:"apart,omitempty" doc:"Proofs that do not count now, each with the reason: of a challenge by total, of an agent the latest first and those without a time last; on the first page only."`
	Others    int     `json:"others,omitempty" doc:"How many of them there are in all."`
	Differing int     `json:"differing,omitempty" doc:"How many of them are known to differ from their proofs: the store says something else than what was signed."`
	NextApart string  `json:"next_apart,omitempty" doc:"Address of their next page, if there is one."`

	Log *LogHead `json:"log,omitempty" doc:"The checkpoint of the transparency log that a leaderboard was computed from, if this host signs one."`

	tied int // how many proofs share the rank of the first entry, on all pages; of a leaderboard
}

// totals are the rules by which signed totals rank: a rulebook of core/score
// with one dimension, the total.
var totals = func() rulebook.Ref {
	whole := 1.0
	return rulebook.Custom(rulebook.Rulebook{
		ID: "signed-totals", Name: "Signed totals", Source: "Proofs are ranked by their signed totals. If totals are equal, the earlier proof comes first.",
		Arithmetic: rulebook.Exact, Scale: mostTotal, Ties: rulebook.TiesByTime,
		Dimensions: []rulebook.Dimension{{Key: "total", Label: "Total", Weight: &whole, Measure: "direct"}},
		Composite:  rulebook.Composite{Rounding: rulebook.RoundNone},
	})
}()

// ranksOf returns the ranks of a part of a leaderboard. The engine ranks the part,
// and the number of earlier proofs is added.
func ranksOf(b *store.Board, times map[string]string) (map[string]int, error) {
	req := score.RankRequest{Rulebook: totals}
	for _, p := range b.Proofs {
		req.Submissions = append(req.Submissions, score.Submission{ID: p.ID, SubmittedAt: times[p.ID], Dimensions: map[string]float64{"total": *p.Total}})
	}
	res, err := score.Rank(req)
	if err != nil {
		return nil, err
	}
	ranks := map[string]int{}
	for _, s := range res.Standings {
		if ranks[s.ID] = b.Before + s.Rank; s.Rank == 1 {
			ranks[s.ID] = b.Better + 1 // it may share its rank with proofs of the page before
		}
	}
	return ranks, nil
}

// challenge answers with a leaderboard.
func (a *App) challenge(arena, id, form string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		return a.answerList(ctx, w, r, pathTo("challenges", arena, id), form, func() (l *List, entries []*shown, _ *Problem) {
			head, problem := a.fromCheckpoint(ctx, func() (problem *Problem) {
				l, entries, problem = a.board(ctx, r, arena, id)
				return problem
			})
			if problem == nil {
				l.Log = head
			}
			return l, entries, problem
		})
	}
}

// board returns the part of a leaderboard that a request asks for, and its entries as
// they were verified.
func (a *App) board(ctx context.Context, r *http.Request, arena, id string) (*List, []*shown, *Problem) {
	l := &List{Arena: arena, Challenge: id}
	var board store.Board
	shown, problem := a.fill(ctx, r, l, a.boardPart(ctx, l, &board))
	if problem != nil {
		return nil, nil, problem
	}
	if l.Count+l.Others == 0 {
		return nil, nil, refuse(codeNotFound, "no proof of the challenge %s in the arena %s is stored here", op.Quote(id), op.Quote(arena))
	}
	return l, shown, a.rank(l, &board, shown)
}

// boardPart reads a part of a leaderboard, and keeps the proofs that count in b.
func (a *App) boardPart(ctx context.Context, l *List, b *store.Board) part {
	return part{
		count: func(ring store.Ring, after *store.Proof) (found store.History, err error) {
			*b, err = a.store.Challenge(ctx, ring, l.Arena, l.Challenge, after, pageSize)
			return store.History{Count: b.Count, Proofs: b.Proofs, More: b.More}, err
		},
		apart: func(_ store.Ring, after *store.Proof, _, limit int) (store.History, error) {
			return b.Apart(ctx, after, limit)
		},
	}
}

// rank gives the entries of a leaderboard their ranks.
func (a *App) rank(l *List, b *store.Board, entries []*shown) *Problem {
	if len(entries) == 0 {
		return nil
	}
	times := map[string]string{}
	b.Proofs = b.Proofs[:0]
	for _, s := range entries {
		b.Proofs = append(b.Proofs, *s.Proof)
		if s.At != unknownTime {
			times[s.ID] = turn(s.signed)
		}
	}
	ranks, err := ranksOf(b, times)
	if err != nil {
		return a.failed(err)
	}
	l.tied = b.Tied
	for i := range l.Entries {
		l.Entries[i].Rank = ranks[entries[i].ID]
	}
	return nil
}

// agent answers with a history.
func (a *App) agent(arena, id, form string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		l := &List{Arena: arena, Agent: id}
		part := part{
			count: func(ring store.Ring, after *store.Proof) (store.History, error) {
				return a.store.Agent(ctx, ring, arena, id, after, pageSize)
			},
			apart: func(ring store.Ring, after *store.Proof, counted, limit int) (store.History, error) {
				return a.store.ApartOfAgent(ctx, ring, arena, id, after, counted, limit)
			},
		}
		return a.answerList(ctx, w, r, pathTo("agents", arena, id), form, func() (*List, []*shown, *Problem) {
			entries, problem := a.fill(ctx, r, l, part)
			if problem == nil && l.Count+l.Others == 0 {
				problem = refuse(codeNotFound, "no proof of the agent %s in the arena %s is stored here", op.Quote(id), op.Quote(arena))
			}
			return l, entries, problem
		})
	}
}

// after returns the proof that a parameter of the query names: the list continues
// after it.
func (a *App) after(ctx context.Context, r *http.Request, name string) (*store.Proof, *Problem) {
	id := r.URL.Query().Get(name)
	if id == "" {
		return nil, nil
	}
	p, err := a.store.Get(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, parameter(name, "no proof %s is stored here", op.Quote(id))
	}
	return p, a.failed(err)
}

// answerList answers with a list as a page, as Markdown or as JSON. read reads it, and
// its entries as they were verified.
func (a *App) answerList(ctx context.Context, w http.ResponseWriter, r *http.Request, path, form string, read func() (*List, []*shown, *Problem)) *Problem {
	if form == twin.JSON {
		l, entries, problem := read()
		if problem != nil {
			return problem
		}
		for i, s := range entries {
			l.Entries[i].Parts = pointsOf(&s.res)
		}
		l.URL = a.Base + path
		for _, next := range []*string{&l.Next, &l.NextApart} {
			if *next != "" {
				*next = a.Base + path + ".json" + *next
			}
		}
		return asJSON(w, r, *l)
	}
	of := twin.Page{Path: path, Query: partOf(r, "after", "apart"), InJSON: path + twin.JSON}
	what := "list " + path
	if of.Query != "" {
		what = ""
	}
	v, last, problem := lasting(ctx, a, what, func() (v stored.ProofsView, _ *Problem) {
		l, entries, problem := read()
		if problem != nil {
			return v, problem
		}
		l.URL = a.Base + path
		v = a.listView(l, path)
		if v.Ranked {
			addBars(&v, entries)
		} else {
			addPast(&v, l, entries)
		}
		if of.Query != "" {
			v.First = path
		}
		return v, nil
	})
	if problem != nil {
		return problem
	}
	if last != "" {
		v.Layout.Title = last + " · " + v.Layout.Title
		v.Last = last + ". The proofs of this host cannot be read now."
		v.Lede = strings.Replace(v.Lede, atMaking, "at that time", 1)
	}
	return pageOrText(ctx, w, r, cachingOf(last), form, of, stored.Proofs(v))
}

func (a *App) listView(l *List, path string) stored.ProofsView {
	v := stored.ProofsView{Ranked: l.Challenge != "", JSON: path + ".json", Count: l.Count, Others: l.Others, Differing: differingIn(l)}
	if v.Ranked {
		a.describeBoard(&v, l, path)
	} else {
		a.describeHistory(&v, l, path)
	}
	if l.Count == 0 {
		v.Lede = ""
	} else if len(l.Entries) > 0 {
		e := l.Entries[0]
		if !v.Ranked {
			e, _ = newest(l)
		}
		v.Key = cmp.Or(number(e.Total), number(e.Rating))
		if v.Ranked {
			v.Key = named(e.Name)
		}
	}
	v.Rows, v.Apart = rowsOf(l, l.Entries), rowsOf(l, l.Apart)
	for _, e := range slices.Concat(l.Entries, l.Apart) {
		v.Rated = v.Rated || e.Rating != nil
	}
	if l.Next != "" {
		v.Next = path + l.Next
	}
	if l.NextApart != "" {
		v.NextApart = path + l.NextApart
	}
	v.Layout.Links = append(otherForms(v.JSON, "This list"), layout.HeadLink{Rel: "canonical", Href: l.URL})
	if v.Ranked {
		v.Layout.Links = append(v.Layout.Links, layout.HeadLink{Rel: "alternate", Type: "application/json+oembed", Href: a.Base + oembedPath + "?" + url.Values{"url": {l.URL}, "format": {"json"}}.Encode(), Title: v.Layout.Title})
	}
	return v
}

// differingIn returns the sentence about rows that differ, "" if none is known.
func differingIn(l *List) string {
	switch l.Differing {
	case 0:
		return ""
	case 1:
		return "1 row of this host’s store differs from its proof."
	}
	return fmt.Sprintf("%d rows of this host’s store differ from their proofs.", l.Differing)
}

// atMaking is when the proofs of a page were verified.
const atMaking = "when this page was made"

// signed states what holds for every proof that counts.
const signed = "all authentic " + atMaking + ": signed by a key that is listed here for this arena and was valid at the time of signing, and neither withdrawn nor replaced."

// describeBoard writes the texts of a leaderboard.
func (a *App) describeBoard(v *stored.ProofsView, l *List, path string) {
	title := titleOf(l)
	v.H1 = "Who leads " + title + "?"
	v.Caption = "Proofs of " + title + " in " + named(l.Arena)
	v.Sentence, v.Sure = claimed(l), proven(l)
	v.Of = stored.OfView{Arena: l.Arena, Challenge: l.Challenge, Title: first(l).Title}
	v.Lede = fmt.Sprintf("%s in all, %s Proofs are ranked by their signed totals. If totals are equal, the earlier proof comes first. If the times are equal too, they share a rank.", plural(l.Count, "proof"), signed)
	if l.Log != nil {
		// The first entry, the first 2 entries.
		v.Lede += " The ranking follows from the first " + strings.TrimPrefix(countOf(l.Log.Size), "1 ") + " of the host’s log, whose root is " + l.Log.Root + "."
	}
	v.Layout = a.layout(path, "Leaderboard of "+title, leads(l))
	v.Layout.Picture = a.absolute(strings.Replace(path, "/challenges/", sharePath, 1) + ".png")
	markup, _ := a.boardFrame(l, snippet.Fluid, a.boardHeight(l, snippet.UsualRows, snippet.Fluid))
	v.Snippets = []stored.SnippetView{{Label: "A leaderboard", For: "in any page", Text: markup}, {Label: "A link", For: "in Markdown", Text: "[" + markdown.EscapeSentence("Leaderboard of "+title) + "](" + l.URL + ")"}}
	if a.Board != (Script{}) {
		v.Snippets = slices.Insert(v.Snippets, 1, stored.SnippetView{
			Label: "A leaderboard that its readers verify", For: "on their own machines", Text: a.boardElement(l),
			Hint: "Without its script it is a link. A browser runs only these exact bytes of the script. They stay at this address when this site publishes newer ones. A page with a Content-Security-Policy needs " + a.Base + " in script-src, connect-src and worker-src, 'wasm-unsafe-eval' in script-src, and blob: in worker-src; if it allows no style attributes, give the height in its style sheet.",
		})
	}
}

// describeHistory writes the texts of an agent's history.
func (a *App) describeHistory(v *stored.ProofsView, l *List, path string) {
	name := named(cmp.Or(first(l).Name, l.Agent))
	v.H1 = "What has " + name + " scored?"
	v.Caption = "Proofs of " + name + " in " + named(l.Arena)
	v.Sentence = latest(l)
	v.Lede = fmt.Sprintf("%s in all, %s", plural(l.Count, "proof"), signed)
	v.Layout = a.layout(path, "Proofs of "+name, v.Sentence)
	v.Follows = "Badges that follow " + name
	v.Snippets = a.badgesThatFollow(l, path)
}

// first returns the list's first entry, or an empty one.
func first(l *List) Entry {
	if len(l.Entries) == 0 {
		return Entry{}
	}
	return l.Entries[0]
}

func number(x *float64) string {
	if x == nil {
		return ""
	}
	return op.Show(*x)
}

// date returns the day of an RFC 3339 time.
func date(text string) string {
	if len(text) < len("2006-01-02") {
		return text
	}
	return text[:len("2006-01-02")]
}
