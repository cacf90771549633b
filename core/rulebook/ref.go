package rulebook

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
)

// Ref is how a request names a rulebook: the id of a built-in one, or a whole
// rulebook.
type Ref struct {
	id      string
	custom  *Rulebook
	checked bool // custom was resolved before
}

// ID returns a reference to a built-in rulebook.
func ID(id string) Ref { return Ref{id: id} }

// Custom returns a reference to a rulebook given whole.
func Custom(rb Rulebook) Ref { return Ref{custom: &rb} }

// Resolved returns a reference to what [Ref.Resolve] returned, which it returns again
// without another check.
func Resolved(rb *Rulebook) Ref { return Ref{custom: rb, checked: true} }

// OpShapes lists the JSON shapes of a reference.
func (*Ref) OpShapes() []any { return []any{new(string), new(Rulebook)} }

// OpTake receives the decoded shape.
func (r *Ref) OpTake(shape any) {
	switch s := shape.(type) {
	case *string:
		*r = Ref{id: *s}
	case *Rulebook:
		*r = Ref{custom: s}
	}
}

// OpShape returns the shape the reference holds.
func (r Ref) OpShape() any {
	if r.custom != nil {
		return r.custom
	}
	return r.id
}

// Rated is [Ref.Resolve] for operations that need a rating scheme.
func (r Ref) Rated() (*Rulebook, error) {
	rb, err := r.Resolve()
	if err != nil {
		return nil, err
	}
	if rb.Rating == nil {
		return nil, op.Refuse("/rulebook", "%q does not rate agents: want a rulebook with a rating scheme", rb.ID)
	}
	return rb, nil
}

// Resolve returns the rulebook at the request's /rulebook member. A custom one
// is checked whole; the error is its first problem.
func (r Ref) Resolve() (*Rulebook, error) {
	if r.custom != nil && r.checked {
		return r.custom, nil
	}
	if r.custom != nil {
		if problems := r.custom.Check(); len(problems) > 0 {
			return nil, &op.Error{Code: op.Invalid, Field: "/rulebook" + problems[0].Field, Message: problems[0].Message}
		}
		return r.custom.withWorths(), nil
	}
	for _, b := range builtIn {
		if b.id == r.id {
			return b.make(), nil
		}
	}
	return nil, op.Refuse("/rulebook", "unknown rulebook %s: want one of %s, or a whole rulebook", op.Quote(r.id),
		strings.Join(ids(), ", "))
}

// withWorths returns the rules with a rating that knows what results are worth, if they say so.
func (rb *Rulebook) withWorths() *Rulebook {
	worths := map[string]float64{}
	for _, r := range rb.Results {
		if r.Worth != nil {
			worths[r.ID] = *r.Worth
		}
	}
	if rb.Rating == nil || len(worths) == 0 {
		return rb
	}
	own, rating := *rb, *rb.Rating
	rating.worths, own.Rating = worths, &rating
	return &own
}

// Reward returns the reward rules of the rulebook at the request's /rulebook member, and
// refuses a rulebook without rewards.
func (r Ref) Reward() (*Reward, error) {
	rb, err := r.Resolve()
	if err != nil {
		return nil, err
	}
	if rb.Reward == nil {
		return nil, rb.lacks("reward rules", "term")
	}
	return rb.Reward, nil
}

func ids() []string {
	var all []string
	for _, b := range builtIn {
		all = append(all, b.id)
	}
	return all
}
