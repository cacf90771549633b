package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
)

// TestManual: the manual page writes options as help does, and has what pages of commands
// have.
func TestManual(t *testing.T) {
	_, manual, _ := try(t.Context(), "", "man")
	for _, want := range []string{
		".B \\-\\-signature FILE\n", ".B \\-\\-quiet, \\-q\n", ".B \\-\\-rating POINTS\n", `(default: "clawdiators")`,
		"echo \\(aq{", "\n.SH EXIT STATUS\n.TP\n.B 0\nThe command succeeded", ".TP\n.B 1\nA proof is not authentic", ".TP\n.B 2\nThe command is called wrongly", "\n.SH EXAMPLES\n",
	} {
		if !strings.Contains(manual, want) {
			t.Errorf("the manual page lacks %q", want)
		}
	}
}

// TestExamples: commands and options of the manual page's examples are there.
func TestExamples(t *testing.T) {
	for _, e := range examples {
		_, line, _ := strings.Cut(e.line, "tallyproof ")
		command := exampleOf(program(host{}), e.line)
		for _, word := range strings.Fields(line) {
			option, is := strings.CutPrefix(word, "-")
			if is && !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), option) }) {
				t.Errorf("%s: %s has no option %s", e.line, command.Name, word)
			}
		}
		if command.Name == "tallyproof" {
			t.Errorf("%s: no command", e.line)
		}
	}
}

// TestHelpHasExamples: the help of each command ends with examples of it.
func TestHelpHasExamples(t *testing.T) {
	var all func(c *cli.Command, names []string)
	all = func(c *cli.Command, names []string) {
		_, out, _ := try(t.Context(), "", append([]string{"help"}, names...)...)
		_, shown, _ := strings.Cut(out, "\nEXAMPLES:\n")
		if !strings.Contains(shown, "tallyproof "+strings.Join(names, " ")) {
			t.Errorf("help %s has no example of it: %q", names, out)
		}
		for _, inside := range c.Commands {
			if inside.Name != "help" {
				all(inside, slices.Concat(names, []string{inside.Name}))
			}
		}
	}
	for _, c := range program(host{}).Commands {
		all(c, []string{c.Name})
	}
}
