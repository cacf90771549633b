// Package audit makes the page on which a whole challenge is recomputed.
package audit

import (
	"bytes"
	"encoding/json"

	"github.com/tallyproof/tallyproof/core/explain/audits"
	"github.com/tallyproof/tallyproof/core/explain/reading"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	markup "github.com/tallyproof/tallyproof/templates/audit"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// Live is the module that makes the page live.
const Live = "audit/page.mjs"

// Page returns the page of audits.
func Page(f *frame.Frame) ([]build.Page, error) {
	var ring bytes.Buffer
	if err := json.Compact(&ring, keys.JSON); err != nil {
		return nil, err
	}
	answer, err := audits.Audit(audits.Request{Text: content.Challenge, Keys: ring.Bytes()})
	if err != nil {
		return nil, err
	}
	read, err := reading.Reading(reading.Request{Text: content.Challenge, Submissions: true})
	if err != nil {
		return nil, err
	}
	v := markup.View{
		Page: parts.PageView{
			Layout: f.Layout("/audit/", "Do these scores add up?",
				"Paste a whole challenge: every score, rank, rating and signature is recomputed, and every difference is listed "+
					"with its rule and reason.", Live),
			H1: "Do these scores add up?",
		},
		Calc: parts.CalcView{ID: "audit", Label: "Challenge", Operation: "explain.audit", Takes: "explain.audit",
			OwnRules: true},
		Rules: []parts.OptionView{{Value: "", Label: "As the text says", Selected: true}},
		From: []parts.ChoiceView{{Value: "rulebook", Label: "The arena’s"}, {Value: "given", Label: "Other"},
			{Value: "", Label: "From the table", Checked: true}},
		Kinds:   []parts.OptionView{{Value: "", Label: "All differences"}},
		File:    "merge-intervals.json",
		Text:    content.Challenge,
		Reading: parts.ReadingView{Form: "audit", Submissions: true, Answer: read},
		Shipped: ring.String(),
		Answer:  answer,
		Source:  source,
	}
	var listed keys.Keyring
	if err := json.Unmarshal(keys.JSON, &listed); err != nil {
		return nil, err
	}
	for _, k := range listed.Keys {
		v.Keys = append(v.Keys, markup.KeyView{PublicKey: k.PublicKey, Short: k.PublicKey[:4] + "…" + k.PublicKey[len(k.PublicKey)-4:],
			Owner: k.Owner})
	}
	for _, rb := range rulebook.BuiltIn() {
		v.Rules = append(v.Rules, parts.OptionView{Value: rb.ID, Label: rb.Name})
	}
	v.Rules = append(v.Rules, parts.OwnChoice)
	for _, c := range answer.Counts {
		v.Kinds = append(v.Kinds, parts.OptionView{Value: c.Rule, Label: c.Label})
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: answer.Sentence, Key: answer.Key,
		Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Page(v)}}, nil
}

// source states where the example comes from, and what the page does not show.
var source = parts.SourceView{
	Text: "The example: twelve submissions scored by AiRENA’s rules, with eight wrong values. Each value is recomputed " +
		"from what lies before it by the rules, not from the claims: if a dimension score is wrong, the composite is that " +
		"of the right one. A claim agrees if the value by the rules rounds to it at the decimals it is written with.",
	Links: []parts.LinkView{
		{Href: "/docs/operations/explain.audit/", Label: "This page, for tools"},
		{Href: "/docs/operations/audit.challenge/", Label: "The audit without its sentences, for tools"},
		{Href: "/verify/", Label: "Whose key signed a proof"},
	},
	Not: []string{
		"That what was measured is true: it is the beginning of the computation.",
		"Whose key signed a proof: Verify compares it with the keys that you trust.",
		"What the challenge does not claim: it is not compared with anything.",
	},
}
