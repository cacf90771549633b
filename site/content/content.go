// Package content holds words of the site that are edited without Go.
package content

import _ "embed"

// Pages of text in Markdown (site/pages/prose): a title, the answer in one
// sentence, and sections whose headings have ids.
var (
	//go:embed accessibility.md
	Accessibility string
	//go:embed privacy.md
	Privacy string
)
