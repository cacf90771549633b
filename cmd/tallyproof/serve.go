package main

import (
	"context"
	"net"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/hosts/server"
	"github.com/tallyproof/tallyproof/site/web"
)

// serveCommand serves the site until ctx ends.
func serveCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "serve the site, with the API and stored proofs", Category: "The site",
		Description: "A released program carries the site and needs nothing else. Others, such as one of go install, need " +
			"-dist, or build the site of the checkout that they run in.\nThe port is that of -addr, else PORT; if neither is " +
			"given, 8787, or a free one if 8787 is taken. The address is printed.\n-init makes what a host of your own proofs " +
			"needs, if it is not there: " + initDB + ", the key of its log, " + initKey + " to sign with, and its keyring " +
			initRing + ".\n-keys decides which proofs this host stores and counts. " +
			"The host also publishes these keys at /.well-known/arena-keys.json, by which <arena-board> and <arena-card> on " +
			"other sites verify.\nThe pages of the build do not change: /verify/, its copy in one file, /widgets/ and " +
			"/docs/keys/ have the keys of site/keys/arena-keys.json, and say of other keys that they do not know " +
			"them.\nBehind a proxy all clients have its address: give -per-address 1024 there, and let the proxy limit its clients.",
		Flags: serveFlags(),
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			if err := wantAddresses(c); err != nil {
				return err
			}
			ctx, stop := stoppable(ctx)
			defer stop()
			o := server.Options{Port: os.Getenv("PORT"), Log: h.err, Addr: c.String("addr"), Dist: c.String("dist"),
				Watch: c.Bool("watch"), PerAddress: c.Int("per-address")}
			o.Store.DB, o.Store.Keys, o.Store.Origin = c.String("db"), c.String("keys"), c.String("origin")
			o.Store.LogKey = c.String("log-key")
			if c.Bool("init") {
				if err := h.initStore(ctx, &o.Store); err != nil {
					return err
				}
			}
			if err := server.Serve(ctx, o, h.out); err != nil {
				return buildError{err}
			}
			return nil
		},
	}
}

func serveFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "addr", Usage: "listen at `HOST:PORT`"},
		&cli.StringFlag{Name: "dist", Usage: "serve the built site in `FOLDER`"},
		&cli.BoolFlag{Name: "init", Usage: "make a database, a key to sign with and its keyring in this folder, or beside -db"},
		&cli.StringFlag{Name: "db", Usage: "store proofs in `FILE`; in memory if absent", TakesFile: true,
			Value: server.InMemory, HideDefault: true},
		&cli.StringFlag{Name: "keys",
			Usage: "judge proofs by the keys in `FILE`, and publish them; by the site's keyring if absent", TakesFile: true},
		&cli.StringFlag{Name: "log-key", Usage: "sign the transparency log with the key in `FILE`, as log keygen writes " +
			"it; if absent, with one beside the database, which is made, or without -db with a new one", TakesFile: true},
		&cli.StringFlag{Name: "origin",
			Usage: "the public `ADDRESS`, https://host, for links, embeds and pictures beside links"},
		&cli.IntFlag{Name: "per-address", Usage: "let an address have `N` connections at a time", Value: server.PerAddress},
		&cli.BoolFlag{Name: "watch", Usage: "build the checkout's site again when a file changes"},
	}
}

// wantAddresses refuses addresses, and a number of connections, that serve cannot have.
func wantAddresses(c *cli.Command) error {
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
	if each := c.Int("per-address"); each < 1 || each > server.MostConnections {
		return wrongly(c, "-per-address is %d: want 1 to %d", each, server.MostConnections)
	}
	return nil
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
