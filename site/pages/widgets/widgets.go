// Package widgets makes the page with badges and cards.
package widgets

import (
	"bytes"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/link"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/site/bake"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/markdown"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	image "github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/site/snippet"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/widgets"
)

// someOrigin stands for the site's in the worked example: a build does not know
// where it will be served.
const someOrigin = "https://tallyproof.example"

// The modules of the card that verifies itself, and of the leaderboard.
const card, board = "widgets/arena-card.mjs", "widgets/arena-board.mjs"

// Pages returns the page that makes badges, and the page that other sites frame.
func Pages(f *frame.Frame) ([]build.Page, error) {
	integrity, err := f.Integrity(card)
	if err != nil {
		return nil, err
	}
	boardIntegrity, err := f.Integrity(board)
	if err != nil {
		return nil, err
	}
	script := f.URL(card)
	var line bytes.Buffer // as a field of one line shows it
	if err := json.Compact(&line, []byte(demo.Flat("nova"))); err != nil {
		return nil, err
	}
	text := line.String()
	example := badge.Request{Kind: "score", Text: text, Keys: keys.JSON}
	chosen, err := badge.Render(example)
	if err != nil {
		return nil, err
	}
	v := markup.View{
		Page:    head(f),
		Calc:    parts.CalcView{ID: "badge", Label: "Badge", Operation: "badge.render"},
		Kinds:   kinds,
		Looks:   looks,
		Text:    text,
		Keys:    string(keys.JSON),
		Message: chosen.Message, Label: chosen.Label, Note: chosen.Note,
		Codes: codes(text, script, integrity, chosen),
		Card:  strings.TrimPrefix(script, "/"), Integrity: integrity, Height: strconv.Itoa(snippet.ProofHeight),
		Boards: boards(f.URL(board), boardIntegrity), Example: someOrigin, Board: strings.TrimPrefix(f.URL(board), "/"),
		Challenge: boardName,
		Source:    source,
	}
	if v.Previews, err = previews(example); err != nil {
		return nil, err
	}
	if v.PNG, err = pixels(f, example, text); err != nil {
		return nil, err
	}
	if v.Gallery, err = gallery(text); err != nil {
		return nil, err
	}
	if v.Rows, err = claims(); err != nil {
		return nil, err
	}
	v.Of = slices.Index(demo.Agents, "nova")
	if v.Choice, err = choice(); err != nil {
		return nil, err
	}
	if v.States, err = states(text); err != nil {
		return nil, err
	}
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Page(v)},
		{Path: "/embed/proof/", Component: markup.Frame(framed(f, script, integrity))}}, nil
}

// boardRowsInSight is how many rows of the example's leaderboard are shown.
const boardRowsInSight = 7

// claims are the first rows of the example's leaderboard, as their records sign them.
func claims() (all []markup.RowView, err error) {
	for _, agent := range demo.Agents[:boardRowsInSight] {
		res, err := proof.Verify(proof.VerifyRequest{Text: demo.Flat(agent), Keys: keys.JSON})
		if err != nil {
			return nil, err
		}
		_, name := res.Signed().Text(record.MeansName)
		row := markup.RowView{Name: name, Total: res.Shown.Score}
		for _, p := range res.Shown.Parts {
			row.Bar.Parts = append(row.Bar.Parts, parts.PartView{Answered: p.Points, ScorePart: breakdown.ScorePart{Key: p.Key,
				Label: p.Label, Weighted: p.Points, Start: p.Start, Width: p.Width, End: p.Start + p.Width}})
		}
		all = append(all, row)
	}
	var totals []*string
	for i := range all {
		totals = append(totals, &all[i].Total)
	}
	decimals.Even(totals...)
	return all, nil
}

// states are proofs by which a card shows what it can say of them.
func states(text string) (all []markup.StateView, err error) {
	for _, s := range []struct{ name, note, text string }{
		{"Not checked yet", "", text}, {"Authentic", "", text},
		{"Not authentic", "one digit forged", strings.Replace(text, "94.25", "97.25", 1)},
		{"Key unknown", "on no list here", demo.Unknown()},
	} {
		res, err := link.Pack(link.Request{Text: s.text})
		if err != nil {
			return nil, err
		}
		got, err := proof.Verify(proof.VerifyRequest{Text: s.text})
		if err != nil {
			return nil, err
		}
		claim := "A score to verify"
		if _, name := got.Signed().Text(record.MeansName); name != "" && got.Shown.Score != "" {
			claim = name + " claims " + got.Shown.Score
		}
		all = append(all, markup.StateView{Name: s.name, Note: s.note, Href: "/verify/#1;d=" + res.Packed + ";end", Claim: claim})
	}
	return all, nil
}

// framed returns the page that other sites frame.
func framed(f *frame.Frame, script, integrity string) markup.FrameView {
	names := func(means string) string { return strings.Join(record.Names(means), " ") }
	return markup.FrameView{
		Style: f.URL("style.css"), Script: f.URL("widgets/card-frame.mjs"), Card: script, Integrity: integrity,
		Names: names(record.MeansName), Scores: names(record.MeansScore), Titles: names(record.MeansTitle),
	}
}

// previews show a badge in every variant.
func previews(example badge.Request) ([]markup.PreviewView, error) {
	var all []markup.PreviewView
	for _, p := range []struct{ variant, caption string }{{"light", "On a light page"}, {"dark", "On a dark page"},
		{"compact", "For small spaces"}} {
		example.Variant = p.variant
		view, err := preview(example, p.caption)
		if err != nil {
			return nil, err
		}
		all = append(all, view)
	}
	return all, nil
}

// pixels returns the badge as a PNG that carries its proof, as a file of the site.
func pixels(f *frame.Frame, example badge.Request, text string) (string, error) {
	b, err := badge.Render(example)
	if err != nil {
		return "", err
	}
	data, err := image.Badge(b.SVG, 2)
	if err == nil {
		data, err = bake.Put(data, bake.Keyword, text)
	}
	return f.Add("badge.png", data), err
}

// gallery shows what becomes of a badge if its proof is not authentic, or does
// not contain its value.
func gallery(text string) ([]markup.PreviewView, error) {
	altered := strings.Replace(text, "94.25", "99.25", 1)
	var all []markup.PreviewView
	for _, g := range []struct {
		req     badge.Request
		caption string
	}{
		{badge.Request{Kind: "score", Text: text, Keys: keys.JSON, Variant: "compact"}, "Authentic."},
		{badge.Request{Kind: "score", Text: text}, "Signed, but the key is in no list of known keys."},
		{badge.Request{Kind: "score", Text: text, Keys: keys.JSON, At: "2026-11-10T00:00:00Z"},
			"Signed, but the record contradicts itself."},
		{badge.Request{Kind: "score", Text: altered, Keys: keys.JSON}, "Changed after it was signed, or forged."},
		{badge.Request{Kind: "tier", Text: text, Keys: keys.JSON}, "Authentic, but the record does not contain this value."},
		{badge.Request{Kind: "score", Name: "Nova", Value: "94.25", AsOf: "2026-11-17"},
			"Not a proof: it never looks signed."},
	} {
		view, err := preview(g.req, g.caption)
		if err != nil {
			return nil, err
		}
		all = append(all, view)
	}
	return all, nil
}

// kinds are what a badge can show.
var kinds = []parts.ChoiceView{
	{Value: "score", Label: "Score", Checked: true}, {Value: "rating", Label: "Rating"}, {Value: "rank", Label: "Rank"}, {Value: "tier", Label: "Tier"},
	{Value: "result", Label: "Result"}, {Value: "verified", Label: "Verified"},
}

// looks are the variants of a badge.
var looks = []parts.ChoiceView{
	{Value: "auto", Label: "The reader’s", Checked: true}, {Value: "light", Label: "Light"},
	{Value: "dark", Label: "Dark"}, {Value: "compact", Label: "Compact"},
}

// head returns the head of the page.
func head(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/widgets/", "How do I show my score on other sites?",
			"Badges and cards of AI arena scores for READMEs, blogs and profiles. Each links to the proof. A badge shows a "+
				"value only if the proof is authentic.", "widgets/widgets.mjs"),
		H1: "Show a score anyone can check.",
	}
}

// source states how badges are made, and what they do not show.
var source = parts.SourceView{
	Text: "A badge uses only the record’s signed members. The engine that verifies the record also draws the badge: " +
		"here, on the command line, and on hosts that serve /badge/.",
	Links: []parts.LinkView{{Href: "/docs/operations/badge.render/",
		Label: "badge.render: the same badges for your own tools"},
		{Href: "/verify/", Label: "Verify a proof, or a badge that carries one"},
		{Href: "/docs/storing/#embed", Label: "Show the forecast of a rating in a frame"}},
	Not: []string{
		"Whether the score is the latest: a badge shows its date, and its age after a week.",
		"Anything that proof.verify does not check, such as whether the tests were fair.",
	},
}

func preview(req badge.Request, caption string) (markup.PreviewView, error) {
	b, err := badge.Render(req)
	return markup.PreviewView{Variant: req.Variant, Caption: caption, Picture: picture(b.SVG), Title: b.Title,
		Width: b.Width}, err
}

// picture returns an SVG as a data: URL, spelled as widgets/widgets.mjs spells it.
func picture(svg string) string { return "data:image/svg+xml," + component(svg) }

// component escapes as encodeURIComponent does, and page/link/fragment.mjs after it.
func component(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}

// The heights of previews, in pixels. One that needs more scrolls.
const pictureRoom, cardRoom = "48", "244"

var (
	proofRoom = strconv.Itoa(snippet.ProofHeight)
	boardRoom = strconv.Itoa(boardRows)
)

// boardRows is the height of a leaderboard of short scores.
const boardRows = snippet.BoardHeight + snippet.BoardRow*snippet.UsualRows

// small is how a picture fits a page that is narrower. Attributes cannot say it, and a
// page whose policy allows no style in its markup has a style sheet of its own.
const small = "The code keeps the picture’s place, so that nothing moves. For pages narrower than the picture, add " +
	"img { max-width: 100%; height: auto } to your style sheet."

// packedOf returns a proof as short addresses carry it.
func packedOf(text string) string {
	res, err := link.Pack(link.Request{Text: text})
	if err != nil {
		panic("pages: the demo's proofs are short: " + err.Error())
	}
	return res.Packed
}

// whole returns the fragment with a proof as it is spelled. The frame shows what it claims
// before a program is there that could unpack it.
func whole(text string) string {
	request, err := op.Encode(struct {
		Text string `json:"text"`
	}{text})
	if err != nil {
		panic("pages: a text is always JSON: " + err.Error())
	}
	return "#1;op=proof.verify;json=" + component(string(request)) + ";end"
}

// codes returns the texts to copy, as widgets/widgets.mjs makes them.
func codes(text, script, integrity string, b badge.Response) []markup.EmbedCodeView {
	packed := packedOf(text)
	address := someOrigin + "/badge/d/" + packed + "/score"
	href := someOrigin + "/verify/#1;d=" + packed + ";end"
	anchor := `<a href="` + href + `">`
	image := snippet.ImagePolicy(someOrigin)
	return []markup.EmbedCodeView{
		{ID: "short", Embed: "badge", Room: pictureRoom, Label: "Short Markdown", For: "this site has the proof", Policy: image,
			Hint: "It names the proof, or follows the agent: then it always shows the newest authentic proof."},
		{ID: "markdown", Embed: "badge", Open: true, Room: pictureRoom, Label: "Markdown", For: "for a README", Policy: image,
			Text: "[![" + markdown.Escape(b.Title) + "](" + address + ".svg)](" + href + ")"},
		{ID: "html", Embed: "badge", Room: pictureRoom, Label: "HTML", For: "for a page of yours", Policy: image, Hint: small,
			Text: anchor + `<img src="` + address + `.svg" alt="` + html.EscapeString(b.Title) + `" width="` +
				strconv.Itoa(b.Width) + `" height="20"></a>`},
		{ID: "png-markdown", Embed: "badge", Room: pictureRoom, Label: "PNG in Markdown", For: "for places that show no SVG", Policy: image,
			Hint: "The file carries the proof if it is authentic: drop it on Verify to check it. Some sites remove what files carry.",
			Text: "[![" + markdown.Escape(b.Title) + "](" + address + ".proof.png)](" + href + ")"},
		{ID: "png", Embed: "badge", Room: pictureRoom, Label: "PNG in HTML", For: "for sharp screens too", Policy: image, Hint: small,
			Text: anchor + `<img src="` + address + `.proof@2x.png" alt="` + html.EscapeString(b.Title) + `" width="` +
				strconv.Itoa(b.Width) + `" height="20"></a>`},
		{ID: "card", Embed: "card", Open: true, Room: cardRoom, Label: "A card that verifies itself", For: "in the reader’s browser",
			Policy: snippet.ElementPolicy(someOrigin), Hint: "Until somebody presses its button, and without JavaScript, the " +
				"card is only a link that says what the proof claims. A browser that supports integrity runs only these exact " +
				"bytes. They stay at this address when this site publishes a newer version.",
			Text: "<arena-card>" + anchor + html.EscapeString(b.Claim) + `</a></arena-card>` + "\n" +
				`<script type="module" src="` + someOrigin + script + `" integrity="` + integrity +
				`" crossorigin="anonymous"></script>`},
		{ID: "frame", Embed: "card", Room: proofRoom, Label: "An iframe", For: "for editors that do not accept your scripts",
			Policy: snippet.FramePolicy(someOrigin),
			Hint: "It is as wide as its place, from 240 pixels on, and needs no style. Before somebody presses its button, it " +
				"shows the name and the score that the proof claims, as not checked.",
			Text: snippet.Frame(someOrigin+"/embed/proof/"+whole(text), b.Claim, snippet.Fluid,
				snippet.ProofHeight, "allow-scripts ")},
		{ID: "shields", Embed: "badge", Label: "shields.io endpoint", For: "for services that draw badges themselves",
			Text: address + ".json"},
	}
}

// The leaderboard of the worked example, as its page tells it. A test compares the
// code with that of the site.
const (
	boardPath  = "demo/merge-intervals"
	boardName  = "Merge intervals"
	boardTitle = "Leaderboard of " + boardName
	boardLeads = "Carina leads with 94.5."
)

// boards returns the texts to copy of a leaderboard; site/web writes those of others.
func boards(script, integrity string) []markup.EmbedCodeView {
	page := someOrigin + "/challenges/" + boardPath
	return []markup.EmbedCodeView{
		{ID: "board-frame", Room: boardRoom, Label: "An iframe", For: "for any page, with or without its own scripts",
			Policy: snippet.FramePolicy(someOrigin),
			Hint: "It is as wide as its place, from 240 pixels on, and needs no style. Its address takes a query: theme=dark " +
				"or theme=light for fixed colours, rows=5 for fewer rows.",
			Text: snippet.Frame(someOrigin+"/embed/board/"+boardPath, boardTitle, snippet.Fluid, boardRows, "allow-scripts ")},
		{ID: "board-element", Room: boardRoom, Label: "A leaderboard that its readers verify", For: "on their own machines",
			Policy: snippet.ElementPolicy(someOrigin),
			Hint: "Without its script it is a link. A browser runs only these exact bytes of the script. They stay at this " +
				"address when this site publishes newer ones. The height keeps its place, " +
				"so that nothing moves when the rows are there, and needs no style.",
			Text: snippet.Board(page, boardTitle+": "+boardLeads, someOrigin+script, integrity, snippet.UsualRows)},
		{ID: "board-oembed", Label: "oEmbed", For: "for editors such as WordPress that show a frame for an address",
			Policy: snippet.FramePolicy(someOrigin),
			Hint: "In an editor that knows this site, paste the address of the leaderboard on a line of its own. This is the " +
				"address that such an editor asks.",
			Text: someOrigin + "/oembed?" + url.Values{"url": {page}, "format": {"json"}}.Encode()},
	}
}
