// Package content holds words of the site that are edited without Go.
package content

import "embed"

// Pages of text in Markdown (site/pages/prose): a title, the answer in one
// sentence, and sections whose headings have ids.
var (
	//go:embed accessibility.md
	Accessibility string
	//go:embed privacy.md
	Privacy string
)

// Coverage lists every quantitative sentence of the arenas' documents, and what
// computes and tests it (site/pages/rules/coverage). A line that begins with #
// names a document: id, name in docs/sources.md, place on the page of its rules.
// The other lines have six fields between tabs: lines of the text that was read,
// quotation, operation, example, test, note in Markdown. The example is a case of
// testdata/ops (# before it: not for a calculator) or a request. A dash stands for no operation, example or test;
// then the note has the reason.
//
//go:embed coverage.tsv
var Coverage string

// Agents are the twelve agents of the example on the page of weights, as CSV.
//
//go:embed agents.csv
var Agents string

// Challenge is the challenge of the example on the page of audits: that of the records
// in site/demo, with some values that are wrong.
//
//go:embed challenge.json
var Challenge string

// Match is a match to try the home page's line with, as Clawdiators answers a submission.
//
//go:embed match.json
var Match string

// Matches are the matches of the example on the page of difficulty, as CSV. They are made up.
//
//go:embed matches.csv
var Matches string

// Rules are the pages of the rulebooks, in Markdown with {{…}} blocks that put in
// computed numbers (site/pages/rules). rules/README.md says how to write them.
//
//go:embed rules
var Rules embed.FS
