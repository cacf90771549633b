package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/hosts/server"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/checkout"
	"github.com/tallyproof/tallyproof/site/web"
)

// inCheckout is the category of commands that are run in a checkout.
const inCheckout = "The site, in a checkout"

// buildError is an error of a build, which may have several lines.
type buildError struct{ error }

func (e buildError) Unwrap() error { return e.error }

// buildCommand renders the site and prints its sizes.
func buildCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "build", Usage: "render the whole site", Category: inCheckout,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "write the site to `FOLDER`; the checkout's dist if absent"},
			&cli.StringFlag{Name: "origin", Usage: "the site's `ADDRESS`, https://host, for pictures beside links to it"},
			&cli.BoolFlag{Name: "release",
				Usage: "keep the modules that other sites load in site/released, so that every later build has them, too"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			if err := wantOrigin(c); err != nil {
				return err
			}
			ctx, stop := stoppable(ctx)
			defer stop()
			report, err := checkout.Build(ctx, checkout.BuildOptions{Out: c.String("out"), Origin: c.String("origin"),
				Release: c.Bool("release")})
			if err != nil {
				return buildError{err}
			}
			if err := report.Table(h.out); err != nil {
				return err
			}
			for _, name := range report.Released {
				fmt.Fprintln(h.err, "new, to be committed:", name)
			}
			return checkLimits(h, report)
		},
	}
}

// checkLimits warns of sizes close to their limits, and fails if any exceeds its limit.
// The site is written in either case.
func checkLimits(h host, report *build.Report) error {
	for _, name := range report.Near() {
		fmt.Fprintln(h.err, "close to its limit:", name)
	}
	return refuseOver(h, report.Over())
}

// refuseOver names what exceeds its limit, and fails then.
func refuseOver(h host, over []string) error {
	for _, name := range over {
		fmt.Fprintln(h.err, "over its limit:", name)
	}
	if len(over) > 0 {
		return errShown
	}
	return nil
}

// workerCommand makes the modules of the Cloudflare Worker and prints their sizes.
func workerCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "worker", Usage: "make a Cloudflare Worker of a built site", Category: inCheckout,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "dist", Usage: "the built site in `FOLDER`; the checkout's dist if absent"},
			&cli.StringFlag{Name: "out", Usage: "write the modules to `FOLDER`; the checkout's dist.worker if absent"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			ctx, stop := stoppable(ctx)
			defer stop()
			report, err := checkout.Worker(ctx, c.String("dist"), c.String("out"))
			if err != nil {
				return buildError{err}
			}
			if err := report.Table(h.out); err != nil {
				return err
			}
			return refuseOver(h, report.Over())
		},
	}
}

// serveCommand builds the site and serves it until ctx ends.
func serveCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "build the site and serve it, with the API and stored proofs", Category: inCheckout,
		Description: "The port is that of -addr, else PORT; if neither is given, 8787, or a free one if 8787 is taken. The " +
			"address is printed.\nWith -dist it needs no checkout.\n-keys decides which proofs this host stores and counts. " +
			"The host also publishes these keys at /.well-known/arena-keys.json, by which <arena-board> and <arena-card> on " +
			"other sites verify.\nThe pages of the build do not change: /verify/, its copy in one file, /widgets/ and " +
			"/docs/keys/ have the keys of site/keys/arena-keys.json, and say of other keys that they do not know " +
			"them.\nBehind a proxy all clients have its address: give -per-address 1024 there, and let the proxy limit its clients.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "addr", Usage: "listen at `HOST:PORT`"},
			&cli.StringFlag{Name: "dist", Usage: "serve the built site in `FOLDER`"},
			&cli.StringFlag{Name: "db", Usage: "store proofs in `FILE`; in memory if absent", TakesFile: true,
				Value: server.InMemory, HideDefault: true},
			&cli.StringFlag{Name: "keys",
				Usage: "judge proofs by the keys in `FILE`, and publish them; by the site's keyring if absent", TakesFile: true},
			&cli.StringFlag{Name: "log-key", Usage: "sign the transparency log with the key in `FILE`, as log keygen writes " +
				"it; if absent, with one beside the database, which is made, or without -db with a new one", TakesFile: true},
			&cli.StringFlag{Name: "origin",
				Usage: "the public `ADDRESS`, https://host, for links, embeds and pictures beside links"},
			&cli.IntFlag{Name: "per-address", Usage: "let an address have `N` connections at a time", Value: server.PerAddress},
			&cli.BoolFlag{Name: "watch", Usage: "build the site again when a file changes"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			if err := wantOrigin(c); err != nil {
				return err
			}
			if addr := c.String("addr"); addr != "" && !isAddress(addr) {
				return wrongly(c, "-addr is %q: want HOST:PORT, such as 127.0.0.1:8787", addr)
			}
			if port := os.Getenv("PORT"); port != "" && c.String("addr") == "" &&
				!isAddress(net.JoinHostPort("127.0.0.1", port)) {
				return wrongly(c, "PORT is %q: want the number of a port, such as 8787", port)
			}
			each := c.Int("per-address")
			if each < 1 || each > server.MostConnections {
				return wrongly(c, "-per-address is %d: want 1 to %d", each, server.MostConnections)
			}
			ctx, stop := stoppable(ctx)
			defer stop()
			o := server.Options{Port: os.Getenv("PORT"), Log: h.err, Addr: c.String("addr"), Dist: c.String("dist"),
				Watch: c.Bool("watch"), PerAddress: each}
			o.Store.DB, o.Store.Keys, o.Store.Origin = c.String("db"), c.String("keys"), c.String("origin")
			o.Store.LogKey = c.String("log-key")
			if err := server.Serve(ctx, o, h.out); err != nil {
				return buildError{err}
			}
			return nil
		},
	}
}

// wantOrigin refuses an invalid public address: links and their pictures would lead
// nowhere.
func wantOrigin(c *cli.Command) error {
	if origin := c.String("origin"); origin != "" && !web.IsOrigin(strings.TrimSuffix(origin, "/")) {
		return wrongly(c, "-origin is %q: want https:// and a host, such as https://tallyproof.example", origin)
	}
	return nil
}

// isAddress reports whether a text has the form of an address to listen at. Whether this
// machine has it is found by listening.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	return err == nil
}
