// Command tallyproof checks scores and proofs, and builds and serves the site.
//
//	tallyproof verify [-keys keyring.json] [-json] [proof.json]
//	tallyproof sign -key key.pem < record.json
//	tallyproof call <operation> < request.json
//	tallyproof build [-out dist] [-origin URL] [-check-budgets]
//	tallyproof serve [-addr 127.0.0.1:8787] [-dist dir] [-db file] [-keys file] [-origin URL] [-watch]
//	tallyproof worker [-dist dist] [-out dist.worker]
//
// verify, sign and call need nothing but this program; build, worker, and serve
// without -dist are run inside a checkout.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

const usage = `usage: tallyproof verify [-keys keyring.json]          is this score proof authentic?
                         [-json] [proof.json]
       tallyproof sign -key key.pem < record.json    sign a record as a score proof
       tallyproof call <operation> < request.json    run one operation

In a checkout:
       tallyproof build [-out dist] [-check-budgets] render the whole site
                        [-origin https://host]       its address, for pictures beside links to it
       tallyproof serve [-addr host:port]            build the site and serve it
                        [-dist dir]                  serve the built site in this folder
                        [-db file]                   store proofs in this file; default: in memory
                        [-keys file]                 accept proofs by these keys; default: the site's keyring
                        [-origin https://host]       public address, for links and embeds
                        [-watch]                     build the site again when a file changes
       tallyproof worker [-dist dir] [-out dir]      make a Cloudflare Worker from a built site
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], host{os.Stdin, os.Stdout, os.Stderr}))
}

// host is the input and the output of a command.
type host struct {
	in       io.Reader
	out, err io.Writer
}

var commands = map[string]func(context.Context, []string, host) error{
	"build":  buildCommand,
	"serve":  serveCommand,
	"worker": workerCommand,
	"call":   callCommand,
	"verify": verifyCommand,
	"sign":   signCommand,
}

// run runs one command and returns the exit status: 1 when it failed, 2 when it
// was called wrongly.
func run(ctx context.Context, args []string, h host) int {
	if len(args) == 0 || commands[args[0]] == nil {
		fmt.Fprint(h.err, usage)
		return 2
	}
	err := commands[args[0]](ctx, args[1:], h)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprint(h.err, usage)
		return 2
	case !errors.Is(err, errShown):
		fmt.Fprintf(h.err, "tallyproof %s: %v\n", args[0], err)
	}
	return 1
}

var (
	errUsage = errors.New("called wrongly")
	errShown = errors.New("failed; the output has the reason")
)

// parse reads a command's flags; want is the number of arguments after them.
func parse(flags *flag.FlagSet, args []string, want int) error {
	if err := parseUpTo(flags, args, want); err != nil || flags.NArg() != want {
		return errUsage
	}
	return nil
}

// parseUpTo is parse for a command whose last arguments may be missing.
func parseUpTo(flags *flag.FlagSet, args []string, most int) error {
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); err != nil || flags.NArg() > most {
		return errUsage
	}
	return nil
}
