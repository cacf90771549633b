package main

import (
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/core/engine"
)

// noCommand refuses a command that is not below c, and names one that may be meant.
func noCommand(c *cli.Command, name string) error {
	last := name[strings.LastIndex(name, " ")+1:] // of log verfy
	return wrongly(c, "there is no command %q%s", name, didYouMean(last, cli.SuggestCommand(c.Commands, last)))
}

// noOption refuses an option that a command does not have.
func noOption(c *cli.Command, option string) error {
	name := strings.TrimLeft(option, "-")
	meant := strings.TrimLeft(cli.SuggestFlag(c.Flags, name, true), "-")
	if !isNear(name, meant) {
		return wrongly(c, "%s: there is no option %s", nameOf(c), option)
	}
	return wrongly(c, "%s: there is no option %s: did you mean -%s?", nameOf(c), option, meant)
}

// nearOperation names the operation that may be meant.
func nearOperation(name string) string {
	var all []*cli.Command
	for _, operation := range engine.Catalogue {
		all = append(all, &cli.Command{Name: operation.Name})
	}
	return didYouMean(name, cli.SuggestCommand(all, name))
}

// didYouMean names a suggestion of the library, which always has one, if it is near.
func didYouMean(given, suggestion string) string {
	if !isNear(given, suggestion) {
		return ""
	}
	return ": did you mean " + suggestion + "?"
}

// isNear reports whether two words differ in one place, by at most two letters of either,
// and have half of their letters in common.
func isNear(a, b string) bool {
	longer := max(len(a), len(b))
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	differ := max(len(a), len(b))
	return differ <= 2 && 2*differ <= longer
}
