package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"
)

// manCommand writes the manual page, which is made of what help says.
func manCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "man", Usage: "write the manual page in roff", Category: "This program",
		Action: func(_ context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			return writeManual(h.out, c.Root())
		},
	}
}

// statuses explains the exit statuses.
var statuses = [...]string{
	done:   "The command succeeded. All proofs are authentic.",
	failed: "A proof is not authentic, a check failed, or what is in a file is refused.",
	misled: "The command is called wrongly, a file cannot be read or written, or nobody can tell because a keyring " +
		"lacks a key. A file for -keys that is no keyring is a wrong call.",
}

// roff escapes a text, so that nothing in it is a request, and so that a hyphen and a quote
// stay the characters that a command has.
var roff = strings.NewReplacer("\\", "\\e", "-", "\\-", "'", "\\(aq", "\n.", "\n\\&.")

func writeManual(w io.Writer, root *cli.Command) error {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH TALLYPROOF 1\n.nh\n.SH NAME\ntallyproof \\- %s\n.SH SYNOPSIS\n.B tallyproof\n.I "+
		"COMMAND\n[options] [arguments]\n", roff.Replace(root.Usage))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n.SH COMMANDS\n", paragraphs(root.Description))
	for _, c := range root.Commands {
		if !c.Hidden {
			describe(&b, "tallyproof", c)
		}
	}
	b.WriteString(".SH EXIT STATUS\n")
	for status, means := range statuses {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", status, roff.Replace(means))
	}
	b.WriteString(".SH EXAMPLES\n")
	for _, e := range examples {
		fmt.Fprintf(&b, ".PP\n%s\n.PP\n.RS\n.EX\n%s\n.EE\n.RE\n", roff.Replace(e.does), roff.Replace(e.line))
	}
	b.WriteString(".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set, nothing is coloured.\n.TP\n.B SSH_AUTH_SOCK\nThe " +
		"agent that sign \\-agent asks.\n.TP\n.B PORT\nThe port of serve.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// describe adds a command, its options, and the commands below it.
func describe(b *strings.Builder, above string, c *cli.Command) {
	name := above + " " + c.Name
	usage := strings.ToUpper(c.Usage[:1]) + c.Usage[1:]
	if !strings.HasSuffix(usage, "?") {
		usage += "."
	}
	fmt.Fprintf(b, ".SS %s %s\n%s\n", roff.Replace(name), roff.Replace(c.ArgsUsage), roff.Replace(usage))
	if c.Description != "" {
		fmt.Fprintf(b, ".PP\n%s\n", paragraphs(c.Description))
	}
	for _, f := range c.VisibleFlags() {
		if f.Names()[0] != "help" {
			option, usage, _ := strings.Cut(f.String(), "\t") // as help has it
			fmt.Fprintf(b, ".TP\n.B %s\n%s\n", roff.Replace(option), roff.Replace(usage))
		}
	}
	for _, inside := range c.Commands {
		if inside.Name != "help" {
			describe(b, name, inside)
		}
	}
}

func paragraphs(text string) string { return strings.ReplaceAll(roff.Replace(text), "\n", "\n.br\n") }
