package web

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// Claim is the record of an owner of keys about a submission.
type Claim struct {
	Owner string   `json:"owner" doc:"The owner of the key that signed it, as it is listed."`
	URL   string   `json:"url" doc:"Its own page."`
	Total *float64 `json:"total,omitempty" doc:"The signed total."`
}

// view returns a claim in the page of a proof.
func (c *Claim) view(base string) stored.ClaimView {
	v := stored.ClaimView{Owner: named(c.Owner), Href: strings.TrimPrefix(c.URL, base)}
	if c.Total != nil {
		v.Total = op.Show(*c.Total)
	}
	return v
}

// found returns the proof at an address: of a record by its content or id, or of a submission.
func (a *App) found(ctx context.Context, address string) (*store.Proof, *Problem) {
	p, err := a.store.Find(ctx, address)
	if errors.Is(err, store.ErrNotFound) {
		return nil, refuse(codeNotFound, "no proof %s is stored here", op.Quote(address))
	}
	if err != nil {
		return nil, a.failed(err)
	}
	if isContent(address) {
		return p, a.refuseOther(p, address)
	}
	if address != p.Slot || !p.Followed {
		return p, nil
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return nil, problem
	}
	all, problem := a.standingClaims(ctx, ring, p)
	if len(all) > 0 {
		p = all[0].Proof
	}
	return p, problem
}

// refuseOther refuses a row whose signed content is not the one that its address names.
func (a *App) refuseOther(p *store.Proof, content string) *Problem {
	s, problem := a.verified(p)
	if problem == nil && s.Content != content {
		problem = refuse(codeNotFound, "no proof %s is stored here", op.Quote(content))
	}
	return problem
}

// standingClaims returns the first proofs of the owners that say something of the submission of
// a proof and are authentic now. The owner of the first entry of the keyring with that
// arena comes first; entries without an arena come last.
func (a *App) standingClaims(ctx context.Context, ring store.Ring, p *store.Proof) ([]*shown, *Problem) {
	found, err := a.store.Earliest(ctx, ring, p.Slot)
	if err != nil {
		return nil, a.failed(err)
	}
	all, problem := a.allVerified(ctx, found)
	all = slices.DeleteFunc(all, func(s *shown) bool {
		return s.res.Verdict != "authentic" || s.differs || s.Slot != p.Slot || !isID(s.ID) // it has no page
	})
	slices.SortStableFunc(all, func(x, y *shown) int {
		return cmp.Compare(a.precedence(x.Arena, x.Key), a.precedence(y.Arena, y.Key))
	})
	owners := map[string]bool{} // the store may name two for one owner
	all = slices.DeleteFunc(all, func(s *shown) bool {
		owner := a.ownerOf(s.Key)
		again := owners[owner]
		owners[owner] = true
		return again
	})
	return all, problem
}

// precedence returns the place of the owner of a key among those who sign for an arena.
func (a *App) precedence(arena, public string) int {
	first := 2 * len(a.inOrder)
	for i, k := range a.inOrder {
		switch owner := a.ownerOf(k.PublicKey); {
		case owner != a.ownerOf(public):
		case k.Arena == arena:
			first = min(first, i)
		case k.Arena == "":
			first = min(first, len(a.inOrder)+i)
		}
	}
	return first
}

// claims returns the claims of several owners about the submission of a proof; nil of a single owner.
func (a *App) claims(ctx context.Context, p *store.Proof) ([]Claim, *Problem) {
	if !p.Followed && p.Generation == 0 {
		return nil, nil
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return nil, problem
	}
	all, problem := a.standingClaims(ctx, ring, p)
	if problem != nil || len(all) < 2 {
		return nil, problem
	}
	var claims []Claim
	for _, s := range all {
		claims = append(claims, Claim{Owner: a.ownerOf(s.Key), URL: s.address, Total: s.Total})
	}
	return claims, nil
}

// own returns the last part of a proof's own address: its content if the address of the
// submission may show another proof.
func own(p *store.Proof, authentic bool) string {
	if p.ID == p.Slot && p.Content != "" && (p.Rivalled || p.Followed && !authentic) {
		return p.Content
	}
	return p.ID
}
