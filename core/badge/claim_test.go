package badge

import "testing"

// TestClaim: for readers who have not checked a proof, its value is what the proof claims.
func TestClaim(t *testing.T) {
	all := pictures(t)
	for name, want := range map[string]string{
		"score-compact": "claims 85.5 · as of 2026-03-01 · arena.example · a1b2c3d4",
		"aged":          "claims 85.5 · as of 2026-03-01 · arena.example · a1b2c3d4",
		"names":         "claims tier “Gold (top 5 %)” · as of 2026-03-01 · “Arena of agents: 2” · “Nova: 100 - verified”",
		"verified":      "claims to be signed · as of 2026-03-01 · arena.example · a1b2c3d4",
		"plain-stale":   "result win unsigned · as of 2026-11-12, 8 days old · nova",
		"not-authentic": "Not authentic · score",
	} {
		t.Run(name, func(t *testing.T) {
			if got := render(t, all[name]).Claim; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}
