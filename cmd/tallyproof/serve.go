package main

import (
	"context"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/site"
	"github.com/tallyproof/tallyproof/site/web"
)

// serveCommand builds the site and serves it until ctx ends.
func serveCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "serve", Usage: "build the site and serve it, with the API and stored proofs", Category: inCheckout,
		Description: "The port is that of -addr, else PORT; if neither is given, 8787, or a free one if 8787 is taken. The address is printed.\nWith -dist it needs no checkout.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "addr", Usage: "listen at `HOST:PORT`"},
			&cli.StringFlag{Name: "dist", Usage: "serve the built site in `FOLDER`"},
			&cli.StringFlag{Name: "db", Usage: "store proofs in `FILE`; in memory if absent", TakesFile: true, Value: site.InMemory, HideDefault: true},
			&cli.StringFlag{Name: "keys", Usage: "accept proofs by the keys in `FILE`; by the site's keyring if absent", TakesFile: true},
			&cli.StringFlag{Name: "log-key", Usage: "sign the transparency log with the key in `FILE`, as log keygen writes it; without -db a new key is made", TakesFile: true},
			&cli.StringSliceFlag{Name: "witness", Usage: "keep cosignatures of the witness with that verifier `KEY`"},
			&cli.StringFlag{Name: "origin", Usage: "the public `ADDRESS`, https://host, for links, embeds and pictures beside links"},
			&cli.BoolFlag{Name: "watch", Usage: "build the site again when a file changes"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			if origin := c.String("origin"); origin != "" && !web.IsOrigin(strings.TrimSuffix(origin, "/")) {
				return wrongly(c, "-origin is %q: want https:// and a host, such as https://tallyproof.example", origin)
			}
			ctx, stop := stoppable(ctx)
			defer stop()
			o := site.ServeOptions{Port: os.Getenv("PORT"), Log: h.err, Addr: c.String("addr"), Dist: c.String("dist"), Watch: c.Bool("watch")}
			o.Store.DB, o.Store.Keys, o.Store.Origin = c.String("db"), c.String("keys"), c.String("origin")
			o.Store.LogKey, o.Store.Witnesses = c.String("log-key"), c.StringSlice("witness")
			if err := site.Serve(ctx, o, h.out); err != nil {
				return buildError{err}
			}
			return nil
		},
	}
}
