package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/tallyproof/tallyproof/site"
)

// buildCommand renders the site and prints its sizes.
func buildCommand(ctx context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	out := flags.String("out", "", "")
	origin := flags.String("origin", "", "")
	check := flags.Bool("check-budgets", false, "")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	report, err := site.Build(ctx, *out, *origin)
	if err != nil {
		return err
	}
	if err := report.Table(h.out); err != nil {
		return err
	}
	over := report.Over()
	for _, name := range over {
		fmt.Fprintln(h.err, "over budget:", name)
	}
	if *check && len(over) > 0 {
		return errShown
	}
	return nil
}

// workerCommand makes the modules of the Cloudflare Worker and prints their sizes.
func workerCommand(ctx context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("worker", flag.ContinueOnError)
	dist := flags.String("dist", "", "")
	out := flags.String("out", "", "")
	if err := parse(flags, args, 0); err != nil {
		return err
	}
	report, err := site.Worker(ctx, *dist, *out)
	if err != nil {
		return err
	}
	if err := report.Table(h.out); err != nil {
		return err
	}
	over := report.Over()
	for _, name := range over {
		fmt.Fprintln(h.err, "over Cloudflare's limit:", name)
	}
	if len(over) > 0 {
		return errShown
	}
	return nil
}
