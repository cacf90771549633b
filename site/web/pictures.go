package web

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/op"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/limit"
	"github.com/tallyproof/tallyproof/site/picture"
)

// proofPicture answers with the picture beside a link to a proof. What is not
// authentic now has no number, and a record that nobody vouches for no name.
func (a *App) proofPicture(id string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		p, problem := a.found(ctx, id)
		if problem != nil {
			return problem
		}
		s, problem := a.show(ctx, p)
		if problem != nil {
			return problem
		}
		return a.sendPicture(ctx, w, r, a.proofCard(s))
	}
}

func (a *App) proofCard(s *shown) picture.Card {
	state, heading := s.verdict()
	v := picture.Verdict{State: state, Heading: heading, Words: s.res.Sentence, Who: "A stored record"}
	if s.res.Verdict == "authentic" {
		v.Who = pictured(s.Name, "An agent")
		if in := pictured(cmp.Or(signedText(s.signed, proofrecord.MeansTitle), s.Challenge), ""); in != "" {
			v.Who += " · " + in
		}
	}
	if s.counts() {
		v.Total = s.total
	}
	return picture.Card{Question: "Is this " + strings.ToLower(s.what) + " authentic?", Verdict: &v,
		Foot: a.host + " · " + s.as.words}
}

// boardPicture answers with the picture beside a link to a leaderboard: the first
// ones with their signed totals.
func (a *App) boardPicture(arena, id string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		l, problem := a.Leaderboard(ctx, arena, id, "")
		if problem != nil {
			return problem
		}
		return a.sendPicture(ctx, w, r, a.boardCard(l))
	}
}

// mostPictured limits the rows in the picture of a leaderboard.
const mostPictured = 6

func (a *App) boardCard(l *List) picture.Card {
	stack := chart.Stack{Parts: []chart.StackPart{{Key: "total", Label: "Total"}}}
	for _, e := range l.Entries[:min(mostPictured, len(l.Entries))] {
		if e.Total == nil {
			continue
		}
		total := number(e.Total)
		stack.Rows = append(stack.Rows, chart.StackRow{Label: pictured(e.Name, "An agent"), Values: []float64{*e.Total},
			Texts: []string{total}, Total: total})
	}
	c := picture.Card{
		Question: "Who leads " + pictured(cmp.Or(first(l).Title, l.Challenge), "this challenge") + "?",
		Answer:   leadsAs(l, pictured(first(l).Name, "An agent")), Foot: a.host + " · every proof can be checked there",
	}
	if len(stack.Rows) > 0 {
		c.Key, c.Chart = stack.Rows[0].Total, stack.SVG()
	}
	return c
}

// pictureWork is what drawing a picture takes at most, in microseconds: so much that
// others wait for their turn (see package limit).
const pictureWork = 100_000

// sendPicture answers with a picture, or with 304 to a client that has it: before it is
// drawn, if the program is a release, which always draws the same.
func (a *App) sendPicture(ctx context.Context, w http.ResponseWriter, r *http.Request, card picture.Card) *Problem {
	tag := ""
	if a.Release != "" {
		tag = tagOf([]byte(a.Release + "\n" + card.SVG()))
		if hasTag(r, tag) {
			w.Header().Set("ETag", tag)
			w.Header().Set("Cache-Control", caching)
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	if refusal := limit.Admit(ctx, op.Cost{Work: pictureWork}); refusal != nil { // it is within the limits
		return refuse(codeBusy, "%s", refusal.Message)
	}
	data, err := card.PNG()
	if err != nil {
		return fault()
	}
	sendAs(w, r, cmp.Or(tag, tagOf(data)), caching, "image/png", data)
	return nil
}

// pictured returns a text of a stranger in a picture: on one line, or otherwise if the
// font of pictures lacks a character, or if it may imitate another name.
func pictured(text, otherwise string) string {
	said := named(text)
	if said == "" || words.Mixed(text) || !picture.Drawable(said) {
		return otherwise
	}
	return said
}
