package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/checkout"
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
