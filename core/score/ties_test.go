package score

import (
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// leaderboard_order.json: the published leaderboard after each agent's last
// result. It sorts by score alone and keeps the order of equal ones, where an
// agent that submits again goes behind its equals; ranking the board as it
// stood with the new row last gives the same.
func TestTiesByOrder(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Most    int `json:"max_entries"`
			Updates []struct {
				Agent         string
				Passed, Total int
			}
		}
		Out struct{ Order [][2]any }
	}
	tied := 0
	for _, c := range vectors.Load[vector](t, "term/leaderboard_order.json") {
		t.Run(c.Label, func(t *testing.T) {
			var board []Submission
			for _, u := range c.In.Updates {
				board = slices.DeleteFunc(board, func(s Submission) bool { return s.ID == u.Agent })
				board = append(board, Submission{ID: u.Agent, Dimensions: map[string]float64{"pass_rate": float64(u.Passed) / float64(u.Total)}})
				board = inOrder(t, board)
				board = board[:min(len(board), c.In.Most)]
			}
			if len(board) != len(c.Out.Order) {
				t.Fatalf("%d entries, want %d", len(board), len(c.Out.Order))
			}
			for i, want := range c.Out.Order {
				if board[i].ID != want[0] {
					t.Errorf("place %d: %s, want %v", i+1, board[i].ID, want)
				}
				if i > 0 && board[i].Dimensions["pass_rate"] == board[i-1].Dimensions["pass_rate"] {
					tied++
				}
			}
		})
	}
	if tied == 0 {
		t.Error("no case has equal scores")
	}
}

// inOrder is a board in the order of [Rank] by the published code's rules. Ranks
// are never shared.
func inOrder(t *testing.T, board []Submission) []Submission {
	t.Helper()
	res, err := Rank(RankRequest{Rulebook: rulebook.ID("term-live"), Submissions: board})
	if err != nil {
		t.Fatal(err)
	}
	var sorted []Submission
	for i, s := range res.Standings {
		if s.Rank != i+1 {
			t.Errorf("%s has rank %d at place %d", s.ID, s.Rank, i+1)
		}
		at := slices.IndexFunc(board, func(b Submission) bool { return b.ID == s.ID })
		sorted = append(sorted, board[at])
	}
	return sorted
}
