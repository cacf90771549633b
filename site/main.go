// Command site builds the site, serves it, and runs single operations.
//
//	site build [-out dist] [-check-budgets]
//	site serve [-addr 127.0.0.1:8787] [-dist dir] [-db file] [-keys file] [-origin URL]
//	site worker [-dist dist] [-out dist.worker]
//	site call <operation> < request.json
//
// Run it from anywhere inside a checkout.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

const usage = `usage: site build [-out dist] [-check-budgets]     render the whole site
       site serve [-addr host:port] [-dist dir]   build it and serve it
                  [-db file]                      keep stored proofs, else they are in memory
                  [-keys file]                    keyring whose proofs are stored, else the site's own
                  [-origin https://host]          public address, for links and embeds
       site worker [-dist dir] [-out dist.worker] make the Cloudflare Worker of a built site
       site call <operation> < request.json       run one operation
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], host{os.Stdin, os.Stdout, os.Stderr}))
}

// host is where a command reads and writes.
type host struct {
	in       io.Reader
	out, err io.Writer
}

// run runs one command and returns the exit status: 1 when it failed, 2 when it
// was called wrongly.
func run(ctx context.Context, args []string, h host) int {
	commands := map[string]func(context.Context, []string, host) error{
		"build":  buildCommand,
		"serve":  serveCommand,
		"worker": workerCommand,
		"call":   callCommand,
	}
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
		fmt.Fprintf(h.err, "site %s: %v\n", args[0], err)
	}
	return 1
}

var (
	errUsage = errors.New("called wrongly")
	errShown = errors.New("failed, and the output says so")
)

// parse reads a command's flags; want is the number of arguments after them.
func parse(flags *flag.FlagSet, args []string, want int) error {
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); err != nil || flags.NArg() != want {
		return errUsage
	}
	return nil
}

const module = "module github.com/tallyproof/tallyproof\n"

// findRoot finds the checkout that the working directory is in.
func findRoot() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if text, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(text), module) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s is not inside a checkout of tallyproof", start)
		}
	}
}
