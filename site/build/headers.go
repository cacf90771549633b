package build

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/site/serve"
)

// ignoreFile (.assetsignore) lists files that are not uploaded to Cloudflare, which
// compresses by itself. Only `tallyproof serve` and plain static hosts use them.
const ignoreFile = "*.br\n*.gz\n" + serve.AssetsFile + "\n" + serve.PagesFile + "\n"

// headersFile writes serve.Rules as Cloudflare reads them from _headers. There
// all matching rules apply too, but a header that is set twice becomes a list:
// "! Name" first drops the earlier value.
func headersFile() string {
	var b strings.Builder
	b.WriteString("# Made by site/build from serve.Rules.\n")
	for i, rule := range serve.Rules {
		fmt.Fprintf(&b, "\n%s\n", rule.Pattern)
		for _, f := range rule.Set {
			if slices.ContainsFunc(serve.Rules[:i], overlaps(rule, f.Name)) {
				fmt.Fprintf(&b, "  ! %s\n", f.Name)
			}
			if f.Value != "" {
				fmt.Fprintf(&b, "  %s: %s\n", f.Name, f.Value)
			}
		}
	}
	return b.String()
}

// overlaps reports whether an earlier rule may set the header on paths of this one, which any
// rule may if this one is of an ending.
func overlaps(rule serve.Rule, name string) func(serve.Rule) bool {
	start := strings.TrimSuffix(rule.Pattern, "*")
	return func(earlier serve.Rule) bool {
		return (strings.Contains(start, "*") || earlier.Matches(start)) &&
			slices.ContainsFunc(earlier.Set, func(f serve.Field) bool { return f.Name == name })
	}
}
