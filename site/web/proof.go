package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates"
)

// Stored is a stored proof and what it proves now.
type Stored struct {
	ID        string               `json:"id" doc:"The proof's id."`
	URL       string               `json:"url" doc:"Its page."`
	StoredAt  string               `json:"stored_at" doc:"When it was stored, RFC 3339."`
	Challenge string               `json:"challenge,omitempty" doc:"The challenge's leaderboard, where the record names a challenge."`
	Agent     string               `json:"agent,omitempty" doc:"The agent's history, where the record names an agent."`
	Text      string               `json:"text" doc:"The proof, byte for byte as it was posted."`
	Answer    proof.VerifyResponse `json:"answer" doc:"What proof.verify answers for it now, under the keys of this deployment."`
}

// shown is a stored proof with what its page and its card say.
type shown struct {
	*store.Proof
	res     proof.VerifyResponse
	signed  signed
	name    string // of the agent, or of the record where it names none
	title   string // of the challenge; "" where the record names none
	total   string // as it was signed; "" where there is none
	what    string // of the total: "Score", "Rating"
	as      freshness
	address string // of the page
}

// show decides what a stored proof proves now.
func (a *App) show(p *store.Proof) (*shown, *Problem) {
	res, err := a.verify(p.Text)
	if err != nil {
		return nil, a.failed(err)
	}
	s := &shown{Proof: p, res: res, signed: signedOf(&res), name: p.Name, what: "Score", address: a.Base + "/p/" + p.ID}
	if s.name == "" {
		s.name = "This record"
	}
	if s.title = s.signed.text(titleNames...); s.title == "" {
		s.title = p.Challenge
	}
	if name, _ := s.signed.number(totalNames); name != "" {
		s.total = s.signed[name]
	} else if name, _ := s.signed.number(ratingNames); name != "" {
		s.total, s.what = s.signed[name], "Rating"
	}
	s.as = fresh(s.signed, &res, p.StoredAt, a.Now())
	return s, nil
}

// proof answers with the page of a proof, or its JSON.
func (a *App) proof(id string, wantsJSON bool) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		p, problem := a.found(ctx, id)
		if problem != nil {
			return problem
		}
		s, problem := a.show(p)
		if problem != nil {
			return problem
		}
		if wantsJSON {
			return a.proofJSON(w, r, s)
		}
		return page(ctx, w, r, templates.Stored(a.proofView(s)))
	}
}

func (a *App) proofJSON(w http.ResponseWriter, r *http.Request, s *shown) *Problem {
	return asJSON(w, r, Stored{
		ID: s.ID, URL: s.address, StoredAt: s.StoredAt, Text: s.Text, Answer: s.res,
		Challenge: a.absolute(pathTo("challenges", s.Arena, s.Challenge)),
		Agent:     a.absolute(pathTo("agents", s.Arena, s.Agent)),
	})
}

// absolute is a path with the site's origin; "" stays.
func (a *App) absolute(path string) string {
	if path == "" {
		return ""
	}
	return a.Base + path
}

// proofView is the page of a proof.
func (a *App) proofView(s *shown) templates.StoredView {
	v := templates.StoredView{
		Layout:   a.layout("/p/"+s.ID, s.headline(), s.res.Heading+". "+s.res.Sentence),
		H1:       s.question(),
		Verdict:  s.res.Verdict,
		Heading:  s.res.Heading,
		Sentence: s.res.Sentence,
		As:       s.as.words, Stale: s.as.stale,
		Verify:       a.verifyLink(s),
		JSON:         "/p/" + s.ID + ".json",
		Text:         s.Text,
		DoesNotProve: s.res.DoesNotProve,
		StoredAt:     s.StoredAt,
		Address:      s.address,
		Snippets: []templates.SnippetView{
			{Label: "A card, in any page", Text: a.iframe(s, cardWidth, cardHeight)},
			{Label: "A badge, in Markdown", Text: a.badgeLines(s, strings.ToLower(s.what)).Markdown},
			{Label: "A link, in Markdown", Text: "[" + markdown(s.headline()) + "](" + s.address + ")"},
		},
	}
	v.Layout.Links = []templates.HeadLink{
		{Rel: "canonical", Href: s.address},
		{Rel: "alternate", Type: "application/json", Href: "/p/" + s.ID + ".json", Title: "This proof for programs"},
		{Rel: "alternate", Type: "application/json+oembed", Href: a.Base + "/oembed?" + url.Values{"url": {s.address}, "format": {"json"}}.Encode(), Title: s.headline()},
	}
	for _, c := range s.res.Checks {
		v.Checks = append(v.Checks, templates.CheckView{ID: c.ID, Status: c.Status, Message: c.Message})
	}
	for _, c := range s.res.Claims {
		if c.Signed {
			v.Signed = append(v.Signed, templates.ClaimView{Field: c.Field, Value: c.Value})
		}
	}
	if s.res.Key != nil {
		v.Key = s.res.Key.PublicKey
	}
	if path := pathTo("challenges", s.Arena, s.Challenge); path != "" {
		v.More = append(v.More, templates.LinkView{Href: path, Label: "Leaderboard of " + s.title})
	}
	if path := pathTo("agents", s.Arena, s.Agent); path != "" {
		v.More = append(v.More, templates.LinkView{Href: path, Label: "All proofs of " + s.name})
	}
	return v
}

// headline says who has what: "Nova: 88 in sorting-1".
func (s *shown) headline() string {
	said := s.name
	if s.total != "" {
		said += ": " + s.total
	}
	if s.title != "" {
		said += " in " + s.title
	}
	return said
}

// question is what the page answers.
func (s *shown) question() string {
	switch {
	case s.total == "":
		return "Is this record of " + s.name + " authentic?"
	case s.Name == "":
		return "Is this " + strings.ToLower(s.what) + " of " + s.total + " authentic?"
	}
	return "Is the " + strings.ToLower(s.what) + " of " + s.name + ", " + s.total + ", authentic?"
}

// longestLink is how many bytes a link to /verify/ may have. Browsers open far
// longer ones, and people cannot pass them on.
const longestLink = 32 << 10

// verifyLink opens the same proof on the page that verifies on the reader's own
// device; "" where it is too long. A key that this page does not have comes along.
func (a *App) verifyLink(s *shown) string {
	request := proofRequest{Text: s.Text}
	if k := s.res.Key; k != nil && k.Pinned && !a.own {
		request.Keys = &keys.Keyring{Keys: []keys.Key{{ID: k.ID, Owner: k.Owner, Arena: k.Arena, PublicKey: k.PublicKey, ValidFrom: k.ValidFrom, ValidTo: k.ValidTo}}}
	}
	link := "/verify/#1;op=proof.verify;json=" + fragment(string(encode(request))) + ";end"
	if len(link) > longestLink {
		return ""
	}
	return link
}

// proofRequest is what the link hands to proof.verify.
type proofRequest struct {
	Text string        `json:"text"`
	Keys *keys.Keyring `json:"keys,omitempty"`
}

// fragment encodes a text as site/assets/state.mjs does.
func fragment(text string) string {
	return strings.ReplaceAll(url.QueryEscape(strings.TrimSuffix(text, "\n")), "+", "%20")
}

// markdown keeps a text from being more than text.
func markdown(text string) string {
	var b strings.Builder
	for _, c := range text {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}
