// Command tallyproof checks scores and proofs, and builds and serves the site.
//
//	tallyproof verify FILE…          are these score proofs authentic?
//	tallyproof score FILE            what does this submission score?
//	tallyproof elo, forecast, rank, audit
//	tallyproof sign, keygen, keyring check
//	tallyproof log verify            did this host rewrite its history?
//	tallyproof call OPERATION        any operation of the engine, JSON in and JSON out
//	tallyproof build, serve, worker  the site
//	tallyproof backup FILE           a copy of what a running server has stored
//
// tallyproof help COMMAND says more. build, worker, and serve without -dist are run
// inside a checkout; all others need nothing but this program.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/shell"
	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/checkout"
	"github.com/tallyproof/tallyproof/site/lock"
	"github.com/tallyproof/tallyproof/site/named"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], host{os.Stdin, os.Stdout, os.Stderr, terminal.Secret}))
}

// stoppable returns a context that ends when a signal asks the program to stop, for
// work that must end in order. At any other time a signal ends the program at once, also
// while it waits for input; and so does a second one.
func stoppable(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// host is the input and the output of a command, and asks for secrets.
type host struct {
	in       io.Reader
	out, err io.Writer
	secret   func(prompt string) ([]byte, error) // nil: there is nobody to ask
}

// Exit statuses.
const (
	done   = 0
	failed = 1 // also: a proof is not authentic, an audit found a difference
	misled = 2 // called wrongly, a file cannot be read or written, or a keyring lacks a key
)

// output is an output that remembers why it took a text no longer: the library does not
// say so of help.
type output struct {
	io.Writer
	lost error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	o.lost = cmp.Or(o.lost, err)
	return n, err
}

// Unwrap returns the output itself.
func (o *output) Unwrap() io.Writer { return o.Writer }

// run runs one command and returns its exit status.
func run(ctx context.Context, args []string, h host) int {
	out := &output{Writer: h.out}
	h.out = out
	command := program(h)
	if last := len(args) - 1; last >= 0 && args[last] == completes {
		if values := known.Values(command, args[:last]); len(values) > 0 {
			fmt.Fprintln(h.out, strings.Join(values, "\n"))
			return misled
		}
	}
	err := command.Run(ctx, append([]string{command.Name}, args...))
	var other cli.ExitCoder
	if errors.As(err, &other) { // of the library alone: -h and a command that is not there
		err = usageError{errors.New("-h: want no argument, or the name of a command below this one"), ""}
	}
	if err == nil || errors.Is(err, errShown) {
		err = cmp.Or(out.lost, err)
	}
	var wrong usageError
	switch {
	case err == nil && len(args) > 0 && args[len(args)-1] == completes:
		return misled
	case err == nil:
		return done
	case errors.Is(err, errShown):
		return failed
	case errors.As(err, &wrong):
		fmt.Fprintf(h.err, "tallyproof: %s\nRun tallyproof help%s to see how it is called.\n", words.Plain(wrong.Error()),
			wrong.of)
		return misled
	}
	h.complain(err)
	for _, known := range []error{named.ErrLong, checkout.ErrNoCheckout, translog.ErrKey, translog.ErrName,
		translog.ErrLogLine, translog.ErrAddress, lock.ErrHeld} {
		if errors.Is(err, known) {
			return misled
		}
	}
	if errors.As(err, &named.Misuse{}) || isAccessError(err) {
		return misled
	}
	return failed
}

// complain says what is wrong. It makes every character visible, since names of files and
// answers of hosts may be in it. Only a build has lines of its own, those of compilers.
func (h host) complain(err error) {
	var several unreadFiles
	var built buildError
	switch {
	case errors.As(err, &several):
		for _, err := range several {
			h.complain(err)
		}
	case errors.As(err, &built):
		fmt.Fprintf(h.err, "tallyproof: %s\n", words.Lines(err.Error()))
	default:
		fmt.Fprintf(h.err, "tallyproof: %s\n", words.Plain(err.Error()))
	}
}

// isAccessError reports whether a file could not be opened, read, written or locked: it is not there, it
// may not be read, it is a folder, its name is below a file, or the output is full. Then
// status 1, that a proof is not authentic, would say what nobody found.
func isAccessError(err error) bool {
	var of *os.PathError
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) || errors.As(err, &of) &&
		slices.Contains([]string{"open", "read", "write", "lock"}, of.Op)
}

// completes is the last argument with which a shell asks what may come next. Shells ignore
// the status of the answer. It is not 0, because a file may have this name: verify
// with a pattern of the shell, also after --, would find no fault with any file.
const completes = "--generate-shell-completion"

// known are the values that shells complete.
var known = shell.Known{
	"outcome": func() []string { return []string{"win", "draw", "loss"} },
	"format":  func() []string { return []string{flatRecord, openBadge} },

	"missing":    func() []string { return []string{table.LeaveOut, table.Zero, table.Worst} },
	"numbers":    func() []string { return []string{"point", "comma"} },
	"duplicates": func() []string { return []string{"all", "best", "last", "mean"} },
	"rulebook": func() (values []string) {
		for _, rules := range rulebook.BuiltIn() {
			values = append(values, rules.ID+":"+rules.Name)
		}
		return values
	},
	"OPERATION": func() (values []string) {
		for _, operation := range engine.Catalogue {
			values = append(values, operation.Name+":"+operation.Doc)
		}
		return values
	},
}

// errShown ends a command whose output has the reason.
var errShown = errors.New("failed; the output has the reason")

// usageError is a command that is called wrongly.
type usageError struct {
	error
	of string // the command, with a space before it
}

func wrongly(c *cli.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), strings.TrimPrefix(c.FullName(), c.Root().Name)}
}

// nameOf returns a command's name, with the commands it is below: log verify.
func nameOf(c *cli.Command) string {
	return strings.TrimPrefix(c.FullName(), c.Root().Name+" ")
}

// program returns the whole command line.
func program(h host) *cli.Command {
	root := &cli.Command{
		Name:    "tallyproof",
		Usage:   "check the scores, ratings and score proofs of AI arenas",
		Version: programVersion(),
		Description: "Numbers are recomputed by the arenas' own rules, on this machine. Nothing is sent; only log connects " +
			"to a host.\n" +
			"The exit status is 0 if a command succeeds, 1 if a proof is not authentic, a check fails or what is in a file is " +
			"refused, 2 if it is called wrongly, if a file cannot be opened or written, or if the file for -keys is no keyring.",
		Commands: []*cli.Command{
			verifyCommand(h), scoreCommand(h), eloCommand(h), forecastCommand(h), rankCommand(h), auditCommand(h),
			signCommand(h), keygenCommand(h), keyringCommand(h), logCommand(h), callCommand(h), manCommand(h), versionCommand(h),
			buildCommand(h), serveCommand(h), backupCommand(h), workerCommand(h),
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return noCommand(c, c.Args().First())
			}
			return wrongly(c, "want a command")
		},
		Writer: h.out, ErrWriter: h.err, Reader: h.in,
		HideHelpCommand: true, Suggest: true,
		EnableShellCompletion:           true,
		ConfigureShellCompletionCommand: describeCompletion,
		ExitErrHandler:                  func(context.Context, *cli.Command, error) {},
		OnUsageError:                    refuseUsage,
	}
	root.Commands = append(root.Commands, helpCommand(root))
	for _, c := range root.Commands {
		c.OnUsageError = refuseUsage
		c.HideHelpCommand = true
		for _, c := range append(c.Commands, c) {
			c.Before = wantFiles
		}
	}
	showExamples(root)
	return root
}

// describeCompletion is the command that writes scripts for shells.
func describeCompletion(c *cli.Command) {
	c.Hidden = false
	c.Category = "This program"
	c.Usage = "write a script that completes commands in bash, zsh, fish or pwsh"
	c.Description = "Example: source <(tallyproof completion bash)"
	c.Command("bash").Action = func(context.Context, *cli.Command) error {
		_, err := io.WriteString(c.Root().Writer, shell.Bash)
		return err
	}
	c.Action = func(_ context.Context, c *cli.Command) error {
		return wrongly(c, "completion: want bash, zsh, fish or pwsh")
	}
}

// helpCommand shows what a command does.
func helpCommand(root *cli.Command) *cli.Command {
	return &cli.Command{
		Name: "help", Usage: "say what a command does", ArgsUsage: "[COMMAND…]", Category: "This program",
		Action: func(ctx context.Context, c *cli.Command) error {
			if !c.Args().Present() {
				return cli.ShowRootCommandHelp(root)
			}
			names := c.Args().Slice() // log verify
			above, last := root, len(names)-1
			for i, name := range names {
				inside := above.Command(name)
				if inside == nil {
					return noCommand(above, strings.Join(names, " "))
				}
				if i < last {
					above = inside
				}
			}
			return cli.ShowCommandHelp(ctx, above, names[last])
		},
	}
}

func refuseUsage(_ context.Context, c *cli.Command, err error, _ bool) error {
	if name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: "); unknown {
		return noOption(c, name)
	}
	if name, bare := strings.CutPrefix(err.Error(), "flag needs an argument: "); bare {
		return wrongly(c, "%s: %s: want a value", nameOf(c), name)
	}
	if parts := requiredOptions.FindStringSubmatch(err.Error()); parts != nil {
		return wrongly(c, "%s: want -%s", nameOf(c), strings.ReplaceAll(parts[1], ", ", " and -"))
	}
	if parts := invalidValue.FindStringSubmatch(err.Error()); parts != nil {
		want := "a number"
		for _, flag := range c.Flags {
			if _, is := flag.(*cli.BoolFlag); is && flag.Names()[0] == parts[2] {
				want = "true or false"
			}
		}
		return wrongly(c, "%s: -%s %s: want %s", nameOf(c), parts[2], parts[1], want)
	}
	return wrongly(c, "%s: %v", nameOf(c), err)
}

// requiredOptions is how the library names options that are not given and must be.
var requiredOptions = regexp.MustCompile(`^Required flags? "(.*)" not set$`)

// invalidValue begins the library's error for an option's value of the wrong type.
var invalidValue = regexp.MustCompile(`^invalid value (".*") for flag -(\S+): `)

// wantFiles refuses an option for a file that has no name, as a script gives it whose
// variable is empty: without -keys another keyring would count, and without -kept no
// checkpoint.
func wantFiles(ctx context.Context, c *cli.Command) (context.Context, error) {
	for _, flag := range c.Flags {
		if file, ok := flag.(*cli.StringFlag); ok && file.TakesFile && c.IsSet(file.Name) && c.String(file.Name) == "" {
			return ctx, wrongly(c, "%s: -%s is empty: want the name of a file", nameOf(c), file.Name)
		}
	}
	return ctx, nil
}

// arguments refuses more arguments than most, or fewer than least.
func arguments(c *cli.Command, least, most int) error {
	switch n := c.Args().Len(); {
	case n < least:
		return wrongly(c, "%s: want %s", nameOf(c), c.ArgsUsage)
	case n > most:
		return wrongly(c, "%s: %q is an argument too many", nameOf(c), c.Args().Get(most))
	}
	return nil
}
