// Package verify makes the page that verifies proofs, and the same as one file
// that works offline.
package verify

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/demo"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/verify"
)

// proofExample is a record of the demonstration challenge, whose key comes with
// the page.
var proofExample = demo.Flat("nova")

// samples are the examples that a reader can try: authentic, with a digit
// changed, and under a key that nobody lists.
var samples = []markup.SampleView{
	{Label: "Authentic", Text: proofExample},
	{Label: "Forged", Text: strings.Replace(proofExample, `"final_score": 94.25`, `"final_score": 97.25`, 1)},
	{Label: "Unknown key", Text: demo.Unknown()},
}

// Pages returns the page that verifies proofs, and the same in one file.
func Pages(f *frame.Frame) ([]build.Page, error) {
	shipped, err := key.Keyring(key.KeyringRequest{Keyrings: []op.Raw{keys.JSON}})
	if err != nil {
		return nil, err
	}
	ring, err := op.Encode(shipped)
	if err != nil {
		return nil, err
	}
	answer, err := proof.Verify(proof.VerifyRequest{Text: proofExample, Keys: ring})
	if err != nil {
		return nil, err
	}
	verdict, err := verdictView(answer)
	if err != nil {
		return nil, err
	}
	rulebooks, err := rulebookOptions()
	if err != nil {
		return nil, err
	}
	v := markup.View{
		Page:      page(f),
		Calc:      parts.CalcView{ID: "proof", Label: "Proof", Operation: "proof.verify"},
		Text:      proofExample,
		Samples:   samples,
		Rulebooks: rulebooks,
		Shipped:   string(ring),
		Listed: frame.Each(shipped.Keys, func(k key.ListedKey) markup.ListedKeyView {
			return markup.ListedKeyView{PublicKey: k.PublicKey, Short: shortKey(k.PublicKey), Owner: cmp.Or(k.Owner, k.ID)}
		}),
		Verdict: verdict,
		Many:    verdictWords,
		Source:  source,
	}
	v.Page.Layout.Linked = true
	f.Picture(&v.Page.Layout, verdictPicture(v.Page.H1, answer))
	return withOffline(f, v)
}

// verdictPicture returns the picture of the example's verdict.
func verdictPicture(question string, r proof.VerifyResponse) picture.Card {
	signed := r.Signed()
	_, name := signed.Text(record.MeansName)
	_, title := signed.Text(record.MeansTitle)
	_, total, _ := signed.Number(record.MeansScore)
	return picture.Card{
		Question: question, Foot: "Paste your own proof. Every check runs on your device.",
		Verdict: &picture.Verdict{State: r.Verdict, Heading: r.Heading, Words: r.Sentence, Who: name + " · " + title,
			Total: op.Show(total)},
	}
}

// page returns the head of the page.
func page(f *frame.Frame) parts.PageView {
	v := parts.PageView{
		Layout: f.Layout("/verify/", "Is this score proof authentic?",
			"Who signed this record, and which exact bytes? Are its numbers consistent? Paste it, and see every check.",
			"verify/page.mjs"),
		H1: "Is this score proof authentic?",
	}
	return v.Workbench()
}

// verdictWords name the verdicts in the list of many proofs.
var verdictWords = []markup.VerdictWords{
	{Verdict: "authentic", Words: "Authentic"},
	{Verdict: "qualified", Words: "Authentic, but …"},
	{Verdict: "unknown-key", Words: "Key not known"},
	{Verdict: "contested", Words: "Contested"},
	{Verdict: "unmatched", Words: "No layout fits"},
	{Verdict: "not-authentic", Words: "Not authentic"},
	{Verdict: "unreadable", Words: "Can’t read"},
}

// source states which rule decides, and what the page does not show.
var source = parts.SourceView{
	Text: "One rule decides on every host: strict Ed25519, as in WebCrypto, which checks too but decides nothing. " +
		"AiRENA does not publish which bytes it signs: the page names the known layout that fits.",
	Links: []parts.LinkView{{Href: "/docs/operations/proof.verify/",
		Label: "proof.verify: the same check for your own tools"}},
	Not: []string{
		"Whose key it is, unless somebody you trust confirms it: a key inside a document does not prove who made the document.",
		"Whether the arena still accepts this record, or has replaced it.",
		"Anything about Clawdiators matches: Clawdiators does not sign records.",
	},
}

// rulebookOptions returns the rules that a total can be recomputed by.
func rulebookOptions() ([]parts.OptionView, error) {
	list, err := rulebook.List(rulebook.ListRequest{})
	if err != nil {
		return nil, err
	}
	options := []parts.OptionView{{Label: "Those of the record’s dimensions"}}
	for _, r := range list.Rulebooks {
		options = append(options, parts.OptionView{Value: r.ID, Label: r.Name})
	}
	return options, nil
}

// verdictView translates a verdict as verify/verdict.mjs does.
func verdictView(r proof.VerifyResponse) (markup.VerdictView, error) {
	signed, err := base64.StdEncoding.DecodeString(r.SignedBytes)
	if err != nil {
		return markup.VerdictView{}, err
	}
	v := markup.VerdictView{
		Verdict: r.Verdict, Heading: r.Heading, Sentence: r.Sentence,
		Checks: frame.Each(r.Checks, func(c proof.Check) markup.CheckView {
			return markup.CheckView{ID: c.ID, Name: c.Name, Status: c.Status, Message: c.Message}
		}),
		Signed:       signedClaims(r.Claims),
		Unsigned:     r.UnsignedFields,
		HashedText:   r.HashedText,
		Hex:          spaced(hex.EncodeToString(signed)),
		DoesNotProve: r.DoesNotProve,
		Shown:        markup.ShownView{Recomputed: r.Shown.Recomputed, Checks: r.Shown.Checks, Bytes: r.Shown.Bytes},
		Slip:         slip(r),
		Members:      strconv.Itoa(len(r.SignedFields)) + " members",
		Takers:       scoreTakers(),
	}
	if utf8.Valid(signed) {
		v.Text = string(signed)
	}
	if r.Layout != nil {
		v.Layout = r.Layout.Name
	}
	if r.Key != nil {
		v.Key = r.Key.PublicKey
	}
	if len(r.Ed25519) == 1 {
		v.Command = commandView(r.Ed25519[0])
	}
	if v.Score, err = slipScore(r); err != nil {
		return v, err
	}
	v.Recomputed, err = recomputedView(r.Recomputed)
	return v, err
}

// slipScore returns the recomputed total of a slip, as verify/verdict.mjs asks for it;
// empty if the slip has none.
func slipScore(r proof.VerifyResponse) (parts.ScoreView, error) {
	if slip(r) == nil || r.Recomputed == nil || r.Recomputed.Defaults {
		return parts.ScoreView{}, nil
	}
	req := score.ComputeRequest{Rulebook: rulebook.ID(r.Recomputed.Score.Rulebook), Weights: map[string]float64{},
		Measurements: map[string]measure.Measurement{}}
	for _, p := range r.Recomputed.Score.Breakdown {
		req.Weights[p.Key] = p.Weight
		req.Measurements[p.Key] = measure.Measurement{Score: &p.Score}
	}
	answer, err := breakdown.Score(req)
	return frame.ScoreView(answer, frame.Hundred("")), err
}

// slip is what the signed members of an authentic record say, as
// verify/verdict.mjs has it; nil for another verdict.
func slip(r proof.VerifyResponse) *markup.SlipView {
	if r.Verdict != "authentic" && r.Verdict != "qualified" {
		return nil
	}
	signed := func(means ...string) string {
		for _, m := range means {
			for _, c := range r.Claims {
				if c.Signed && slices.Contains(c.Means, m) {
					return c.Value
				}
			}
		}
		return ""
	}
	return &markup.SlipView{
		Name: signed("name", "agent", "submission"), Title: signed("title", "challenge"), Score: signed("score"),
		Time: r.Shown.Time, Tests: r.Shown.Tests, Took: r.Shown.Took, Rank: signed("rank"), Rating: signed("rating"), Tier: signed("tier"),
	}
}

func signedClaims(claims []record.Claim) []markup.ClaimView {
	var signed []markup.ClaimView
	for _, c := range claims {
		if c.Signed {
			signed = append(signed, markup.ClaimView{Field: c.Field, Value: c.Value})
		}
	}
	return signed
}

// scoreTakers returns the pages that a recomputed score can go to.
func scoreTakers() []parts.TakerView {
	var some []parts.TakerView
	for _, t := range pages.Takers() {
		if t.Takes == "score.compute" {
			some = append(some, t)
		}
	}
	return some
}

// recomputedView returns a recomputed total; nil where there is none.
func recomputedView(r *proof.Recomputed) (*markup.RecomputedView, error) {
	if r == nil {
		return nil, nil
	}
	v := markup.RecomputedView{Field: r.Field, Agrees: r.Agrees, Rounded: r.Rounded, Defaults: r.Defaults,
		Claimed: frame.Show(r.Claimed), Total: frame.Show(r.Score.Score)}
	measurements, weights := map[string]any{}, map[string]float64{}
	for _, p := range r.Score.Breakdown {
		v.Rows = append(v.Rows, markup.RecomputedRow{Key: p.Key, Score: frame.Show(p.Score), Weight: frame.Show(p.Weight),
			Weighted: frame.Show(p.Weighted)})
		measurements[p.Key] = map[string]float64{"score": p.Score}
		if m, known := r.Measured[p.Key]; known {
			measurements[p.Key] = m
		}
		weights[p.Key] = p.Weight
	}
	align(&v)
	request, err := json.Marshal(map[string]any{"rulebook": r.Score.Rulebook, "weights": weights,
		"measurements": measurements})
	if err != nil {
		return nil, err
	}
	for _, t := range scoreTakers() {
		if slices.Contains(strings.Fields(t.Rulebooks), r.Score.Rulebook) {
			v.WhatIf = t.Href + "#1;op=score.compute;json=" + url.PathEscape(string(request)) + ";end"
		}
	}
	return &v, nil
}

// align gives the numbers of a column the same count of decimals.
func align(v *markup.RecomputedView) {
	scores, shares, adds := []*string{}, []*string{}, []*string{&v.Total, &v.Claimed}
	for i := range v.Rows {
		scores, shares, adds = append(scores, &v.Rows[i].Score), append(shares, &v.Rows[i].Weight),
			append(adds, &v.Rows[i].Weighted)
	}
	decimals.Align(scores...)
	decimals.Align(shares...)
	decimals.Align(adds...)
}

// commandView is what OpenSSL checks.
func commandView(r signature.Ed25519Request) markup.CommandView {
	const spki = "MCowBQYDK2VwAyEA" // base64 of what stands before the key (RFC 8410 section 4)
	return markup.CommandView{Message: folded(r.Message), Signature: folded(r.Signature), Key: spki + r.PublicKey}
}

// folded is base64 in lines of 64, as openssl wants it.
func folded(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i += 64 {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(text[i:min(i+64, len(text))])
	}
	return b.String()
}

// shortKey returns a key's first and last two bytes, to recognize it by.
func shortKey(hexadecimal string) string {
	return hexadecimal[:4] + "…" + hexadecimal[len(hexadecimal)-4:]
}

// spaced is hexadecimal with a space after each byte.
func spaced(digits string) string {
	var b strings.Builder
	for i := 0; i < len(digits); i += 2 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(digits[i : i+2])
	}
	return b.String()
}
