package main

import (
	"context"
	"flag"
	"os"

	"github.com/tallyproof/tallyproof/site"
)

// serveCommand builds the site and serves it until ctx ends.
func serveCommand(ctx context.Context, args []string, h host) error {
	o := site.ServeOptions{Port: os.Getenv("PORT"), Log: h.err}
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.StringVar(&o.Addr, "addr", "", "")
	flags.StringVar(&o.Dist, "dist", "", "")
	flags.StringVar(&o.Store.DB, "db", site.InMemory, "")
	flags.StringVar(&o.Store.Keys, "keys", "", "")
	flags.StringVar(&o.Store.Origin, "origin", "", "")
	flags.BoolVar(&o.Watch, "watch", false, "")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	return site.Serve(ctx, o, h.out)
}
