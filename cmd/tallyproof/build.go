package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/site"
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
			&cli.BoolFlag{Name: "check-budgets", Usage: "fail if a page or the engine is over its limit"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 0); err != nil {
				return err
			}
			ctx, stop := stoppable(ctx)
			defer stop()
			report, err := site.Build(ctx, c.String("out"), c.String("origin"))
			if err != nil {
				return buildError{err}
			}
			if err := report.Table(h.out); err != nil {
				return err
			}
			over := report.Over()
			for _, name := range over {
				fmt.Fprintln(h.err, "over budget:", name)
			}
			if c.Bool("check-budgets") && len(over) > 0 {
				return errShown
			}
			return nil
		},
	}
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
			report, err := site.Worker(ctx, c.String("dist"), c.String("out"))
			if err != nil {
				return buildError{err}
			}
			return report.Table(h.out)
		},
	}
}
