package web

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/site/badges"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// newestOf returns the proof that an agent's page calls its latest: of those that count, the
// one that was evaluated last.
func (a *App) newestOf(ctx context.Context, arena, agent string) (badges.Proof, error) {
	if refuseID(arena) != "" || refuseID(agent) != "" {
		return badges.Proof{}, badges.ErrNotFound
	}
	a.rereadIfPossible(ctx)
	ring, problem := a.ring(ctx)
	if problem != nil {
		return badges.Proof{}, errors.New(problem.Detail)
	}
	entries, _, problem := a.counted(ctx, ring, nil, part{count: func(ring store.Ring, after *store.Proof) (store.History, error) {
		return a.store.Agent(ctx, ring, arena, agent, after, pageSize)
	}})
	if problem != nil {
		return badges.Proof{}, errors.New(problem.Detail)
	}
	if len(entries) == 0 {
		return badges.Proof{}, badges.ErrNotFound
	}
	last := slices.MaxFunc(entries, func(s, other *shown) int {
		return cmp.Compare(moment(s.entry().EvaluatedAt, ""), moment(other.entry().EvaluatedAt, ""))
	})
	return badges.Proof{Text: last.Text}, nil
}

// badgesThatFollow returns badges of an agent's newest proof, of the values that this one
// has.
func (a *App) badgesThatFollow(l *List, path string) (all []stored.SnippetView) {
	e, _ := newest(l)
	name := named(cmp.Or(e.Name, l.Agent))
	for _, of := range []struct {
		kind, label string
		value       bool
	}{{"score", "Score", e.Total != nil}, {"rating", "Rating", e.Rating != nil}, {"rank", "Rank", e.placed}} {
		if !of.value {
			continue
		}
		picture := strings.Replace(path, "/agents/", badge.Prefix+"a/", 1) + "/" + of.kind + ".svg"
		all = append(all, stored.SnippetView{
			Label: of.label, For: "a badge in Markdown", Picture: picture, Alt: of.label + " of " + name,
			Text: "[![" + markdown.EscapeSentence(of.label+" of "+name) + "](" + a.Base + picture + ")](" + a.Base + path + ")",
		})
	}
	return all
}
