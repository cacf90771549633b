package weights

import "testing"

// The forms in which benchmarks publish tables give the same ranking, by the weights that
// they bring. By hand: 0.75 · 80 + 0.25 · 40 = 70, 0.75 · 60 + 0.25 · 90 = 67.5.
func TestFormsRanked(t *testing.T) {
	const equal, own = "1 Lyra 75.00 | 2 Nova 60.00", "1 Nova 70.00 | 2 Lyra 67.50"
	for _, tt := range []struct{ name, text, want string }{
		{"JSON, a list at depth four", `{"run":{"data":{"board":{"agents":[{"name":"Nova","speed":80,"quality":40},` +
			`{"name":"Lyra","speed":60,"quality":90}]}}}}`, equal},
		{"JSON, a map by name", `{"Nova":{"speed":80,"quality":40},"Lyra":{"speed":60,"quality":90}}`, equal},
		{"JSON, header and rows", `[["agent","speed","quality"],["Nova",80,40],["Lyra",60,90]]`, equal},
		{"Markdown", "| agent | speed | quality |\n|---|---:|---:|\n| Nova | 80 | 40 |\n| Lyra | 60 | 90 |\n", equal},
		{"the copy of a ranking", "**Lyra leads with 75.00.**\n\nRanking under these weights:\n\n| Rank | Agent | Score | speed | quality |\n" +
			"| ---: | --- | ---: | ---: | ---: |\n| 1 | Lyra | 75.00 | 60 | 90 |\n| 2 | Nova | 60.00 | 80 | 40 |\n\nhttps://a.example/weights/\n",
			equal + " | Not used as a score: Rank and Score."},
		{"a copy without dimensions", "| \\# | Agent | Score | To the next |\n| ---: | --- | ---: | ---: |\n| 1 | Lyra | 75.00 | 15.00 |\n" +
			"| 2 | Nova | 60.00 |  |\n", equal + " | Not used as a score: “#” and To the next."},
		{"CSV, weights in its header", "agent,speed (75 %),quality (25 %)\nNova,80,40\nLyra,60,90\n", own},
		{"Markdown, weights in its header", "| agent | speed (75%) | quality (25%) |\n|---|---|---|\n| Nova | 80 | 40 |\n| Lyra | 60 | 90 |\n", own},
		{"JSON, weights in its breakdowns", `[{"agent":"Nova","breakdown":{"speed":{"score":80,"weight":0.75},"quality":{"score":40,"weight":0.25}}},` +
			`{"agent":"Lyra","breakdown":{"speed":{"score":60,"weight":0.75},"quality":{"score":90,"weight":0.25}}}]`,
			own + " | Taken as weights: breakdown.speed.weight and breakdown.quality.weight."},
	} {
		res, err := Weights(Request{Text: tt.text})
		if got := told(res); err != nil || got != tt.want {
			t.Errorf("%s: %s (%v)\nwant %s", tt.name, got, err, tt.want)
		}
	}
}
