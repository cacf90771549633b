package web

import (
	"cmp"
	"context"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// Challenges is the path of the list of challenges with proofs.
const Challenges = "/challenges/"

// BadgeIndex is the path of the list of badges of stored proofs, with code to paste.
const BadgeIndex = badge.Prefix + "index.json"

// ChallengeEntry is a challenge that has proofs.
type ChallengeEntry struct {
	Arena     string  `json:"arena" doc:"The arena."`
	Challenge string  `json:"challenge" doc:"The challenge's id."`
	Title     string  `json:"title" doc:"Its name for readers, as signed in its best proof; else its id."`
	URL       string  `json:"url" doc:"Its leaderboard."`
	Count     int     `json:"count" doc:"How many proofs its leaderboard ranks: those that are authentic now."`
	Best      float64 `json:"best" doc:"The highest signed total of those."`
}

// ChallengeList is the challenges that have proofs, by arena and id.
type ChallengeList struct {
	URL     string           `json:"url" doc:"Its page."`
	Entries []ChallengeEntry `json:"entries" doc:"The challenges."`
	Next    string           `json:"next,omitempty" doc:"Address of the next page of the list, if there is one."`
}

// challenges answers with the challenges that have proofs.
func (a *App) challenges(form string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		after, problem := afterChallenge(r)
		if problem != nil {
			return problem
		}
		a.rereadIfPossible(ctx)
		ring, problem := a.ring(ctx)
		if problem != nil {
			return problem
		}
		found, more, err := a.bests(ctx, ring, after)
		if err != nil {
			return a.failed(err)
		}
		l := ChallengeList{URL: a.Base + Challenges, Entries: found}
		next := ""
		if more {
			last := found[len(found)-1]
			next = "?" + url.Values{"after": {last.Arena + "/" + last.Challenge}}.Encode()
			l.Next = a.Base + Challenges + "index.json" + next
		}
		if form == twin.JSON {
			return asJSON(w, r, l)
		}
		of := twin.Page{Path: Challenges, Query: partOf(r, "after"), InJSON: Challenges + "index.json"}
		return pageOrText(ctx, w, r, caching, form, of,
			stored.Challenges(a.challengesView(&l, next, after != store.ChallengeID{})))
	}
}

// bests are challenges, each with a best proof that is authentic.
func (a *App) bests(ctx context.Context, ring store.Ring,
	after store.ChallengeID) (all []ChallengeEntry, more bool, err error) {
	for range mostRounds {
		var found []store.Challenge
		if found, more, err = a.store.Challenges(ctx, ring, after, pageSize); err != nil {
			return nil, false, err
		}
		all = []ChallengeEntry{}
		for _, c := range found {
			entry, err := a.challengeEntry(ctx, &c)
			if err != nil {
				return nil, false, err
			}
			if entry != nil {
				all = append(all, *entry)
			}
		}
		if len(all) == len(found) {
			break
		}
	}
	return all, more && len(all) > 0, nil
}

// challengeEntry returns a challenge in a list, nil if its best proof is not authentic
// now, which the store records.
func (a *App) challengeEntry(ctx context.Context, c *store.Challenge) (*ChallengeEntry, error) {
	res, err := a.verify(c.Best.Text)
	if err != nil {
		return nil, err
	}
	s := a.judged(&c.Best, res)
	if good := s.good(); good != store.Authentic || s.Arena == "" || s.Challenge == "" || s.Total == nil {
		return nil, a.store.SetGood(ctx, good, c.Best.ID)
	}
	return &ChallengeEntry{
		Arena: s.Arena, Challenge: s.Challenge, Title: cmp.Or(signedText(s.signed, proofrecord.MeansTitle), s.Challenge),
		URL: a.Base + pathTo("challenges", s.Arena, s.Challenge), Count: c.Count, Best: *s.Total,
	}, nil
}

// afterChallenge returns the challenge that the query's after names: the list goes on
// behind it.
func afterChallenge(r *http.Request) (c store.ChallengeID, _ *Problem) {
	text := r.URL.Query().Get("after")
	if text == "" {
		return c, nil
	}
	c.Arena, c.Challenge, _ = strings.Cut(text, "/")
	if refuseID(c.Arena) != "" || refuseID(c.Challenge) != "" {
		return c, parameter("after", "%s: want an arena and a challenge, {arena}/{id}", op.Quote(text))
	}
	return c, nil
}

func (a *App) challengesView(l *ChallengeList, next string, follows bool) stored.ChallengesView {
	v := stored.ChallengesView{
		Layout: a.layout(Challenges, "Challenges with proofs",
			"The challenges whose proofs are stored here, with the number of proofs of each."),
		JSON: Challenges + "index.json",
	}
	v.Sentence = howMany(len(l.Entries), next != "", follows)
	if next != "" {
		v.Next = Challenges + next
	}
	if follows {
		v.First = Challenges
	}
	v.Rows = challengeRows(l.Entries)
	v.Layout.Links = append(otherForms(v.JSON, "This list"), layout.HeadLink{Rel: "canonical", Href: l.URL})
	return v
}

// howMany states how many challenges are on a page of their list.
func howMany(n int, more, follows bool) string {
	switch {
	case n > 0 && more:
		return plural(n, "challenge") + " on this page. More pages follow."
	case n > 0 && follows:
		return "The last " + plural(n, "challenge") + "."
	case n > 0:
		return "Proofs of " + plural(n, "challenge") + " are stored here."
	case follows:
		return "There are no more entries."
	}
	return "No proof of a challenge is stored here yet."
}

func challengeRows(entries []ChallengeEntry) []stored.ChallengeRow {
	var rows []stored.ChallengeRow
	for _, c := range entries {
		rows = append(rows, stored.ChallengeRow{
			Href: pathTo("challenges", c.Arena, c.Challenge), Title: brief(c.Title), Arena: brief(c.Arena),
			Note:  noteOf(c.Title, c.Challenge, c.Arena),
			Count: strconv.Itoa(c.Count), Best: op.Show(c.Best),
		})
	}
	decimals.Columns(rows, func(r *stored.ChallengeRow) []*string { return []*string{&r.Best} })
	return rows
}

// noteOf returns a warning if one of the names has letters of several scripts.
func noteOf(names ...string) string {
	if slices.ContainsFunc(names, words.Mixed) {
		return words.MixedNote
	}
	return ""
}

// BadgeList is the badges of stored proofs, in the order of their ids.
type BadgeList struct {
	Count  int        `json:"count" doc:"How many proofs there are in all."`
	Proofs []BadgesOf `json:"proofs" doc:"Proofs and their badges."`
	Next   string     `json:"next,omitempty" doc:"Address of the next page of the list, if there is one."`
}

// BadgesOf are the badges of a proof.
type BadgesOf struct {
	ID      string       `json:"id" doc:"The proof's id."`
	URL     string       `json:"url" doc:"Its page."`
	Title   string       `json:"title" doc:"The agent and its result."`
	Verdict string       `json:"verdict" doc:"What proof.verify answers now."`
	Badges  []BadgeLines `json:"badges" doc:"A badge for each kind of value that the record has, and one that shows only the verdict."`
}

// BadgeLines are the addresses of a badge, and what to paste to show it.
type BadgeLines struct {
	Kind     string `json:"kind" op:"enum=score|rating|verified" doc:"What it shows."`
	SVG      string `json:"svg" doc:"The picture."`
	PNG      string `json:"png" doc:"The picture as PNG, for sharp screens, which carries the proof if it is authentic."`
	Endpoint string `json:"endpoint" doc:"The same for an endpoint badge of shields.io."`
	Markdown string `json:"markdown" doc:"The picture with a link to the proof's page, in Markdown."`
	HTML     string `json:"html" doc:"The same in HTML."`
}

// badgeIndex answers with the badges of stored proofs.
func (a *App) badgeIndex(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
	all, err := a.store.All(ctx, r.URL.Query().Get("after"), pageSize)
	if err != nil {
		return a.failed(err)
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return problem
	}
	l := BadgeList{Count: all.Count, Proofs: []BadgesOf{}}
	shown, problem := a.inList(ctx, ring, all.Proofs)
	if problem != nil {
		return problem
	}
	for _, s := range shown {
		if isID(s.ID) { // else it has no badge
			l.Proofs = append(l.Proofs, a.badgesOf(s))
		}
	}
	if next := continued("?after=", all.Proofs); all.More && next != "" {
		l.Next = a.Base + BadgeIndex + next
	}
	return asJSON(w, r, l)
}

func (a *App) badgesOf(s *shown) BadgesOf {
	of := BadgesOf{ID: s.own(), URL: s.address, Title: s.headline(), Verdict: s.res.Verdict}
	for _, kind := range kindsOf(s) {
		of.Badges = append(of.Badges, a.badgeLines(s, kind))
	}
	return of
}

// kindsOf returns the kinds of badge that have something to show of a proof.
func kindsOf(s *shown) (kinds []string) {
	if s.Total != nil {
		kinds = append(kinds, "score")
	}
	if s.Rating != nil {
		kinds = append(kinds, "rating")
	}
	return append(kinds, "verified")
}

func (a *App) badgeLines(s *shown, kind string) BadgeLines {
	address := a.Base + badge.Prefix + "p/" + s.own() + "/" + kind
	return BadgeLines{
		Kind: kind, SVG: address + ".svg", PNG: address + ".proof@2x.png", Endpoint: address + ".json",
		Markdown: "[![" + markdown.EscapeSentence(s.brief()) + "](" + address + ".svg)](" + s.address + ")",
		HTML: `<a href="` + s.address + `"><img src="` + address + `.svg" alt="` + html.EscapeString(s.headline()) +
			`"></a>`,
	}
}

// brief is the headline without the challenge, for lines that should be short.
func (s *shown) brief() string {
	if !s.counts() || s.total == "" {
		return s.headline()
	}
	return s.name + ": " + s.total
}
