package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	proofrecord "github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates/layout"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
	"github.com/tallyproof/tallyproof/templates/verify"
)

// Stored is a stored proof and its verdict now.
type Stored struct {
	ID        string               `json:"id" doc:"The proof's id."`
	URL       string               `json:"url" doc:"Its page."`
	StoredAt  string               `json:"stored_at" doc:"When it was stored, RFC 3339."`
	Challenge string               `json:"challenge,omitempty" doc:"The challenge's leaderboard, if the record names a challenge."`
	Agent     string               `json:"agent,omitempty" doc:"The agent's history, if the record names an agent."`
	State     string               `json:"state,omitempty" op:"enum=withdrawn|replaced" doc:"withdrawn or replaced, if its owner did that and it counts now."`
	History   []Event              `json:"history,omitempty" doc:"Its changes, the latest first, at most sixteen: if there are more, those that count now before others."`
	Claims    []Claim              `json:"claims,omitempty" doc:"What several owners of keys say of this submission, if more than one does and is authentic now: first the one that the submission's address shows."`
	Log       *Logged              `json:"log,omitempty" doc:"Its place in the transparency log, if this host signs one."`
	Text      string               `json:"text" doc:"The proof: the signed bytes and one signature, without anything else that was posted; empty if no signature in what is stored holds."`
	Answer    proof.VerifyResponse `json:"answer" doc:"What proof.verify answers for it now, under the keys of this deployment."`
}

// shown is a stored proof with the texts of its page and its card.
type shown struct {
	*store.Proof
	standing
	differs bool // whether its row says something else
	res     proof.VerifyResponse
	signed  proofrecord.Signed
	name    string // of the agent, or of the record if it names none; may stand in a sentence
	title   string // of the challenge; "" if the record names none; may stand in a sentence
	total   string // as it was signed, or ""
	what    string // of the total: "Score", "Rating"
	as      freshness
	address string  // of the page
	claims  []Claim // of several owners; nil if that is not asked or there is one
	logged  *Logged // its place in the log; nil if that is not asked or there is none
}

// show decides what a stored proof proves now.
func (a *App) show(ctx context.Context, p *store.Proof) (*shown, *Problem) {
	if problem := a.admitStored(ctx, p.Text); problem != nil {
		return nil, problem
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return nil, problem
	}
	s, problem := a.verified(p)
	if problem != nil {
		return nil, problem
	}
	s.standing, problem = a.standing(ctx, ring, s.Proof)
	return s, problem
}

// inList decides that for the proofs of a list, under a ring that is ready: of the
// events of each it has only the one that decides.
func (a *App) inList(ctx context.Context, ring store.Ring, proofs []store.Proof) ([]*shown, *Problem) {
	all, problem := a.allVerified(ctx, proofs)
	for i := 0; i < len(all) && problem == nil; i++ {
		all[i].standing, problem = a.decided(ctx, ring, all[i].Proof)
	}
	return all, problem
}

// verified returns a stored proof with its verdict, but not what became of it.
func (a *App) verified(p *store.Proof) (*shown, *Problem) {
	res, err := a.verify(p.Text)
	if err != nil {
		return nil, a.failed(err)
	}
	return a.judged(p, res), nil
}

// allVerified are stored proofs, likewise: to check them together takes less.
func (a *App) allVerified(ctx context.Context, proofs []store.Proof) ([]*shown, *Problem) {
	texts := make([]string, len(proofs))
	for i := range proofs {
		texts[i] = proofs[i].Text
	}
	if problem := a.admitStored(ctx, texts...); problem != nil {
		return nil, problem
	}
	results, err := proof.VerifyAll(a.request(""), texts)
	if err != nil {
		return nil, a.failed(err)
	}
	all := make([]*shown, len(proofs))
	for i := range proofs {
		all[i] = a.judged(&proofs[i], results[i])
	}
	return all, nil
}

// judged returns a stored proof, of which the engine says that. Of its row it has what the
// signed bytes say.
func (a *App) judged(row *store.Proof, res proof.VerifyResponse) *shown {
	p := a.fromBytes(row, &res)
	s := &shown{Proof: p, differs: differs(row, p, &res), res: res, signed: res.Signed(), what: "Score", address: a.Base + "/p/" + own(p, res.Verdict == "authentic")}
	s.name = cmp.Or(named(p.Name), "This record")
	s.title = named(cmp.Or(signedText(s.signed, proofrecord.MeansTitle), p.Challenge))
	if _, x, ok := s.signed.Number(proofrecord.MeansScore); ok {
		s.total = op.Show(x)
	} else if _, x, ok := s.signed.Number(proofrecord.MeansRating); ok {
		s.total, s.what = op.Show(x), "Rating"
	}
	s.as = fresh(s.signed, &res, p.StoredAt, a.Now())
	return s
}

// own returns the last part of the proof's own address.
func (s *shown) own() string { return own(s.Proof, s.res.Verdict == "authentic") }

// counts reports whether the proof is authentic now, and neither withdrawn nor
// replaced.
func (s *shown) counts() bool { return s.res.Verdict == "authentic" && s.state == "" }

// verdict returns the verdict as pages show it, and its heading.
func (s *shown) verdict() (state, heading string) {
	if s.res.Verdict == "authentic" && s.state != "" {
		return "qualified", "Authentic, but " + s.state
	}
	return s.res.Verdict, words.Isolate(s.res.Heading)
}

// proof answers with the page of a proof, its Markdown or its JSON.
func (a *App) proof(id, form string) answer {
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem {
		p, problem := a.found(ctx, id)
		if problem != nil {
			return problem
		}
		s, problem := a.show(ctx, p)
		if problem != nil {
			return problem
		}
		if s.logged, problem = a.logged(ctx, s); problem != nil {
			return problem
		}
		if s.claims, problem = a.claims(ctx, p); problem != nil {
			return problem
		}
		s.Text = a.shownText(s)
		if form == twin.JSON {
			return a.proofJSON(w, r, s)
		}
		return pageOrText(ctx, w, r, caching, form, twin.Page{Path: "/p/" + id, InJSON: "/p/" + id + twin.JSON}, stored.Proof(a.proofView(s)))
	}
}

func (a *App) proofJSON(w http.ResponseWriter, r *http.Request, s *shown) *Problem {
	return asJSON(w, r, Stored{
		ID: s.own(), URL: s.address, StoredAt: s.StoredAt, Text: s.Text, Answer: s.res, State: s.state, History: s.events, Claims: s.claims, Log: s.logged,
		Challenge: a.absolute(pathTo("challenges", s.Arena, s.Challenge)),
		Agent:     a.absolute(pathTo("agents", s.Arena, s.Agent)),
	})
}

// absolute returns a path with the site's origin; "" stays.
func (a *App) absolute(path string) string {
	if path == "" {
		return ""
	}
	return a.Base + path
}

// proofView returns the page of a proof.
func (a *App) proofView(s *shown) stored.ProofView {
	state, heading := s.verdict()
	sentence := words.Isolate(s.res.Sentence)
	card := a.cardView(s)
	v := stored.ProofView{
		Layout:   a.layout("/p/"+s.own(), s.headline(), heading+". "+sentence),
		H1:       s.question(),
		Verdict:  state,
		Heading:  heading,
		Sentence: sentence,
		As:       s.as.words, Stale: s.as.old,
		Verify:       a.verifyLink(s),
		JSON:         "/p/" + s.own() + ".json",
		Text:         words.Lines(s.Text),
		DoesNotProve: s.res.DoesNotProve,
		StoredAt:     s.StoredAt,
		Address:      s.address,
		More:         moreOf(s),
		Slip:         slipOf(s),
		Snippets: []stored.SnippetView{
			{Label: "A card", For: "in any page", Text: a.iframe(s, snippet.Fluid, cardHeight(&card, snippet.Fluid))},
			{Label: "A badge", For: "in Markdown", Text: a.badgeLines(s, strings.ToLower(s.what)).Markdown},
			{Label: "A link", For: "in Markdown", Text: "[" + markdown.EscapeSentence(s.headline()) + "](" + s.address + ")"},
		},
	}
	if bytes, err := base64.StdEncoding.DecodeString(s.res.SignedBytes); err == nil && len(bytes) > 0 {
		v.SHA256 = fmt.Sprintf("%x", sha256.Sum256(bytes))
		if len(bytes) <= longestRibbon && utf8.Valid(bytes) && s.res.Shown != nil {
			v.Bytes, v.Size = words.Lines(string(bytes)), s.res.Shown.Bytes
		}
	}
	for _, c := range s.claims {
		v.Claims = append(v.Claims, c.view(a.Base))
	}
	v.Layout.Links = a.headLinks(s)
	v.Layout.Picture = a.Base + sharePath + s.own() + ".png"
	if l := s.logged; l != nil {
		v.Log = &stored.PlaceView{Place: strconv.FormatInt(l.Place, 10), Size: countOf(l.Size), Proof: strings.TrimPrefix(l.Proof, a.Base)}
	}
	if s.res.Key != nil {
		v.Key = s.res.Key.PublicKey
	}
	a.addChecks(&v, s)
	return v
}

// longestRibbon limits the signed bytes that are shown in one piece.
const longestRibbon = 4 << 10

// slipOf returns the signed members that people look for; nil unless the record is
// authentic.
func slipOf(s *shown) *stored.SlipView {
	if s.res.Verdict != "authentic" && s.res.Verdict != "qualified" {
		return nil
	}
	v := &stored.SlipView{Name: s.name, In: s.title, Total: s.total, Bar: barOf(&s.res)}
	fact := func(label, value string) {
		if value != "" {
			v.Facts = append(v.Facts, stored.FactView{Label: label, Value: value})
		}
	}
	fact("Rank", brief(signedText(s.signed, proofrecord.MeansRank)))
	if s.res.Shown != nil {
		fact("Tests", s.res.Shown.Tests)
		fact("Time", s.res.Shown.Took)
	}
	fact("Rating", brief(signedText(s.signed, proofrecord.MeansRating)))
	fact("Tier", brief(signedText(s.signed, proofrecord.MeansTier)))
	if s.res.Shown != nil && s.res.Shown.Time != "" {
		v.Facts = append(v.Facts, stored.FactView{Label: "Evaluated", Value: s.res.Shown.Time})
		if s.res.Shown.Age != "" {
			v.Facts = append(v.Facts, stored.FactView{Label: "Age", Value: s.res.Shown.Age, Old: s.res.Shown.Old})
		}
	}
	return v
}

// headLinks returns the addresses of the same proof in other formats.
func (a *App) headLinks(s *shown) []layout.HeadLink {
	return append(otherForms("/p/"+s.own()+".json", "This proof"),
		layout.HeadLink{Rel: "canonical", Href: s.address},
		layout.HeadLink{Rel: "alternate", Type: "application/json+oembed", Href: a.Base + "/oembed?" + url.Values{"url": {s.address}, "format": {"json"}}.Encode(), Title: s.headline()},
	)
}

// addChecks adds the checks, the signed members and the events of a proof.
func (a *App) addChecks(v *stored.ProofView, s *shown) {
	for _, c := range s.res.Checks {
		v.Checks = append(v.Checks, parts.CheckView{ID: c.ID, Name: c.Name, Status: c.Status, Message: words.Isolate(c.Message)})
	}
	for _, c := range s.res.Claims {
		if c.Signed {
			v.Signed = append(v.Signed, verify.ClaimView{Field: words.Isolate(c.Field), Value: words.Plain(c.Value)})
		}
	}
	for _, e := range s.events {
		v.History = append(v.History, stored.EventView{Words: e.words(), Reason: reasonOf(e), Href: strings.TrimPrefix(e.By, a.Base)})
	}
}

// moreOf returns the lists that a proof is in.
func moreOf(s *shown) []parts.LinkView {
	var more []parts.LinkView
	if path := pathTo("challenges", s.Arena, s.Challenge); path != "" {
		more = append(more, parts.LinkView{Href: path, Label: "Leaderboard of " + s.title})
	}
	if path := pathTo("agents", s.Arena, s.Agent); path != "" {
		more = append(more, parts.LinkView{Href: path, Label: "All proofs of " + s.name})
	}
	return more
}

// words describe an event of a proof, with its date.
func (e *Event) words() string {
	said := map[string]string{store.Withdrawal: "Withdrawn", store.Replacement: "Replaced", "reissue": "Replaced by the same submission, signed again,"}[e.Kind]
	said += onDay(e.On)
	if !e.Counts {
		said += ", which does not count now, because its own signature is no longer authentic"
	}
	return said
}

// headline returns the agent and its result: "Nova: 88 in sorting-1". If the proof does not
// count now, it has no number, as the card that it names, and why.
func (s *shown) headline() string {
	said := s.name
	if s.counts() && s.total != "" {
		said += ": " + s.total
	}
	if s.title != "" {
		said += " in " + s.title
	}
	if !s.counts() {
		_, heading := s.verdict()
		said += " · " + heading
	}
	return said
}

// question returns the question that the page answers.
func (s *shown) question() string {
	switch {
	case s.total == "":
		return "Is this record of " + s.name + " authentic?"
	case s.Name == "":
		return "Is this " + strings.ToLower(s.what) + " of " + s.total + " authentic?"
	}
	return "Is the " + strings.ToLower(s.what) + " of " + s.name + ", " + s.total + ", authentic?"
}

// longestLink limits the size in bytes of a link to /verify/. Browsers open far
// longer ones, and people cannot pass them on.
const longestLink = 32 << 10

// verifyLink opens the same proof on the page that verifies on the reader's own
// device; "" if it is too long. A key that this page does not have comes along as
// a candidate, which the page does not trust.
func (a *App) verifyLink(s *shown) string {
	request := proofRequest{Text: s.Text}
	if k := s.res.Key; k != nil && k.Pinned && !a.own {
		request.Candidates = &keys.Keyring{Keys: []keys.Key{{ID: k.ID, Owner: k.Owner, Arena: k.Arena, PublicKey: k.PublicKey, ValidFrom: k.ValidFrom, ValidTo: k.ValidTo}}}
	}
	link := "/verify/#1;op=proof.verify;json=" + fragment(string(encode(request))) + ";end"
	if len(link) > longestLink {
		return ""
	}
	return link
}

// proofRequest is the request to proof.verify in the link.
type proofRequest struct {
	Text       string        `json:"text"`
	Candidates *keys.Keyring `json:"candidates,omitempty"`
}

// fragment encodes a text as site/assets/page/link/fragment.mjs does.
func fragment(text string) string {
	return strings.ReplaceAll(url.QueryEscape(strings.TrimSuffix(text, "\n")), "+", "%20")
}
