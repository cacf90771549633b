package main

import (
	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	markup "github.com/tallyproof/tallyproof/templates/kit"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/stored"
	"github.com/tallyproof/tallyproof/templates/verify"
)

// long is a name that takes several lines of a narrow window, and foreign one
// that is written from right to left.
const (
	long    = "Averyveryverylongnameofanagentthathasnoplacetobreak the second and the third of that name"
	foreign = "סוכן המיזוג"
)

// verdicts are the states of a verdict, each with its heading and sentence.
var verdicts = [][3]string{
	{"authentic", "Authentic", "Signed by demo-evaluator-1 · key 2464…a670, listed since 3 Nov 2026."},
	{"qualified", "Authentic, but the total does not match", "Signed 94.25, recomputed 92."},
	{"unknown-key", "Signed by a key we do not know",
		"The bytes are intact. Compare this key with the key that the arena publishes."},
	{"contested", "Verifiers disagree", "The cryptography of this browser and ours give different answers."},
	{"not-authentic", "Not authentic", "The signature does not match these bytes."},
	{"unmatched", "Not authentic", "The signature matches no known layout of this record."},
	{"unreadable", "Cannot be read", "Line 7, column 22: expected a comma."},
	{"checking", "Checking …", "There is no answer yet."},
	{"empty", "Nothing to check", "Paste a proof, or drop a file."},
	{"not-authentic", "A heading of so many words that it takes more than one line", long + " " + foreign},
}

var fields = []parts.FieldView{
	{Form: "kit-", Name: "/passed", Label: "Tests passed", Value: "97", Unit: "of 100", Step: "1", Least: "0", To: "100"},
	{Form: "kit-", Name: "/plain", Label: "Without a slider", Value: "1280", Unit: "ms", Step: "20", Least: "0"},
	{Form: "kit-", Name: "/long", Label: "A number whose name takes more than one line of the rail", Value: "123456.789",
		Unit: "points", Step: "1", Least: "0", To: "1000000"},
}

var choices = []parts.ChoiceView{{Value: "document", Label: "Document", Checked: true},
	{Value: "code", Label: "Live code"}}

var options = []parts.OptionView{{Value: "1", Label: "Contender, rated 1000", Selected: true},
	{Value: "2", Label: "Legendary, rated 2200"}}

var said = []parts.Said{
	{Sentence: "This submission scores 88.00 of 100, 5.20 more than the one you pinned.", Key: "88.00"},
	{Sentence: "10 more points = +5 in Correctness, which has the most to gain: +50.", Key: "+5"},
	{Sentence: "No number of matches leads there.", Key: ""},
}

// dials lead to the top of the page: its sections have no calculators.
var dials = []parts.Dial{
	{Of: "one", Label: "This score", Value: "88.00", At: "main"}, {Of: "two", Label: "To reach the target",
		Value: "−200 ms", At: "main"},
	{Of: "three", Label: "Worth most now", Value: "Correctness +0.40", At: "main"},
	{Of: "four", Label: "A label of more than one line in a narrow window", Value: "4th of 5", At: "main"},
	{Of: "five", Label: "Nothing", Value: "–", At: "main"},
}

// charts are a number that changes, and the same without a point.
var charts = []string{
	(&chart.Steps{Title: "What is kept", Desc: "The share that is kept, by epoch.", X: "epochs", Y: "kept, %", End: 40,
		FromZero: true, Points: []chart.StepPoint{{At: 0, Value: 100, Name: "0", Text: "100", Words: "100 % from the start"},
			{At: 20, Value: 50, Name: "20", Text: "50", Words: "50 % from epoch 20"}}}).SVG(),
	(&chart.Steps{Title: "Nothing to draw", Desc: "There are no points.", End: 1}).SVG(),
}

var notes = []explain.Note{
	{Kind: "trap", Text: "Speed is relative to the fastest. If someone posts 500 ms, even with a wrong answer, this " +
		"score falls to 75.20."},
	{Kind: "warning", Text: "The time is below the fastest time, so it counts as the fastest."},
	{Kind: "limit", Text: "The document does not say how ties are broken."},
}

var readings = []explain.Reading{
	{Name: "Clawdiators (document)", Answer: "823 of 1000, a win",
		Why: "the parts stay unrounded and the total is rounded down"},
	{Name: "Clawdiators (live code)", Answer: "824 of 1000, a win", Differs: true,
		Why: "every weighted part is rounded first, then added"},
}

var steps = []explain.Step{
	{Label: "Speed", Formula: "100 · (2000 − 1280) / (2000 − 1000) = 72", Value: "72.00"},
	{Label: "Weighted and added", Formula: "97 · 40 % + 72 · 20 % + 80 · 20 % + 80 · 20 % = 85.20", Value: "85.20"},
}

var checks = []verify.CheckView{
	{ID: "signature", Name: "Signature", Status: "pass", Message: "All 802 bytes match."},
	{ID: "arithmetic", Name: "Sum", Status: "fail", Message: "The total recomputes to 92, not 94.25."},
	{ID: "code", Name: "Your code", Status: "skipped", Message: "Add the code to match its hash."},
	{ID: "time", Status: "unknown", Message: "The record has no time."},
}

var source = parts.SourceView{
	Text:  "AiRENA’s documentation, section Scoring System.",
	Links: []parts.LinkView{{Href: "/rules/airena/", Label: "Every formula of AiRENA, with its source"}},
	Not:   []string{"That the hidden tests, the timing or the judge were fair."},
}

// signs are the states of a slip, which each has a frame and a seal of its own, and checking.
var signs = [][3]string{
	{"unchecked", "Not checked yet", "Your browser checks each row."},
	{"checking", "Checking…", ""},
	{"authentic", "Authentic", "Checked on your device, row by row."},
	{"qualified", "Authentic, but withdrawn", "The record was withdrawn on 20 Nov 2026."},
	{"unknown-key", "Signed by a key we do not know", "No list has 2464…a670."},
	{"contested", "Verifiers disagree", "This browser and ours give different answers."},
	{"not-authentic", "Not authentic", "These are not the bytes that were signed."},
	{"unmatched", "Not authentic", "No known layout fits the signature."},
	{"unreadable", "Can't read this", "Line 7, column 22: want a comma."},
	{"off", "Can’t check here", "The verifier could not be loaded."},
}

// signed are a slip, the strip of a leaderboard and a card in each of these states. A number
// stands on a slip and a card as far as the pages show it.
func signed(bar parts.ScoreView) (all []markup.Sign, cards []stored.CardView) {
	slip, rows := slips(bar)[0], board(bar.Parts)
	for _, s := range signs {
		sign := markup.Sign{Slip: &slip, Board: rows, Tally: stored.TallyView{State: s[0], Word: s[1], Said: s[2]}}
		card := stored.CardView{Title: "Cards", Name: "Nova", In: "Merge intervals", What: "claims", Total: "94.25", Parts: bar.Parts, Verdict: s[0],
			Heading: s[1], By: "demo-evaluator-1", On: "17 Nov 2026", Href: "/verify/", Host: "tallyproof.example", Link: "Every check"}
		switch s[0] {
		case "authentic":
			card.What = ""
		case "not-authentic", "unmatched", "unreadable":
			sign.Slip, card.What, card.Total, card.Parts = nil, "", "", nil
		}
		all, cards = append(all, sign), append(cards, card)
	}
	return all, cards
}

func slips(bar parts.ScoreView) []stored.SlipView {
	facts := []stored.FactView{{Label: "Evaluated", Value: "2026-11-17T18:00:00Z"}, {Label: "Rank", Value: "2"},
		{Label: "Rating", Value: "1249.49"}}
	return []stored.SlipView{
		{Name: "Nova", In: "Merge intervals", Total: "94.25", Bar: bar, Facts: facts},
		{Name: long, In: foreign, Total: "1234567.89", Facts: facts[:1]},
		{Name: foreign},
	}
}

func board(bar []parts.PartView) stored.ProofsView {
	row := stored.ProofRow{Href: "/verify/", Rank: "1", Name: "Carina", Agent: "/verify/", Total: "94.5",
		Rating: "1233.31", Date: "2026-11-17", Time: "2026-11-17T18:00:00Z", Verdict: "authentic", Heading: "Authentic",
		Bar: bar}
	rows := []stored.ProofRow{row, row, row, row}
	rows[1].Rank, rows[1].Name, rows[1].Bar, rows[1].Note = "2", long, nil, "This name has letters of several scripts."
	rows[2].Rank, rows[2].Name, rows[2].Verdict, rows[2].Heading = "3", foreign, "qualified",
		"Authentic, but withdrawn on 2026-11-20: the clock was wrong"
	rows[3].Rank, rows[3].Name, rows[3].Verdict, rows[3].Heading, rows[3].Time = "", "", "not-authentic", "Not authentic",
		""
	return stored.ProofsView{Caption: "Proofs of Merge intervals in demo", Ranked: true, Rated: true, Barred: true,
		Rows: rows}
}
