// Package shell completes command lines, beyond what the library of the command line does.
package shell

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"
)

// Bash is the script for Bash. That of the library wants functions of the package
// bash-completion, and runs the line as far as it is written: a redirection in it would
// empty its file.
//
//go:embed complete.bash
var Bash string

// Known holds the values of options and arguments by name, for example "outcome" for
// -outcome and "OPERATION" for an argument of that name. A value may have a description
// behind a colon.
type Known map[string]func() []string

// Values returns the possible next words of a command line that ends with an option or
// command whose values are known.
func (k Known) Values(root *cli.Command, words []string) []string {
	if slices.Contains(words, "--") {
		return nil
	}
	command, rest := root, words
	for len(rest) > 0 && command.Command(rest[0]) != nil {
		command, rest = command.Command(rest[0]), rest[1:]
	}
	if len(rest) == 0 {
		return k.of(strings.Trim(command.ArgsUsage, "[]"))
	}
	name := strings.TrimPrefix(strings.TrimPrefix(rest[len(rest)-1], "-"), "-")
	if name == rest[len(rest)-1] {
		return nil
	}
	for _, flag := range command.Flags {
		if slices.Contains(flag.Names(), name) {
			return k.of(name)
		}
	}
	return nil
}

func (k Known) of(name string) []string {
	if values := k[name]; values != nil {
		return values()
	}
	return nil
}
