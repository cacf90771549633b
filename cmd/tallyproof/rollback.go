package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/urfave/cli/v3"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/named"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// acceptRollbackCommand has a host's log go on after an older copy of its database was
// restored.
func acceptRollbackCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "accept-rollback", Usage: "let your log go on after you restored an older copy of its database",
		ArgsUsage: "ADDRESS", OnUsageError: refuseUsage,
		Description: "ADDRESS is the prefix of your log, such as https://tallyproof.example/log.\nA host does not sign a " +
			"log that is shorter than what it signed before, or another one. This command signs a statement, with the log's " +
			"key, that the log goes on without what is lost. The statement is an entry of the log, for everybody to read. " +
			"Whoever kept a checkpoint that is lost is told that the log contradicts it, and why.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "log-key", Usage: "the log's private key in `FILE`, as for serve", Required: true,
				TakesFile: true},
			&cli.StringFlag{Name: "reason", Usage: "why, as everybody will read it: `TEXT` of at most 200 characters",
				Required: true},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			key, err := named.ReadKey("-log-key", c.String("log-key"), named.MostLine)
			if err != nil {
				return err
			}
			return h.acceptRollback(ctx, c.Args().First(), string(key), c.String("reason"))
		},
	}
}

// acceptRollback asks the host what its log lacks, and signs that.
func (h host) acceptRollback(ctx context.Context, address, key, reason string) error {
	if err := translog.CheckKey(key); err != nil {
		return err
	}
	public, err := translog.VerifierKey(key)
	if err != nil {
		return err
	}
	remote, err := translog.NewRemote(ctx, &http.Client{Timeout: time.Minute}, address, public)
	if err != nil {
		return err
	}
	found, err := remote.Rollback()
	if err != nil {
		return err
	}
	found.Reason = reason
	signed, err := translog.SignRollback(key, found)
	if err != nil {
		return err
	}
	if err := remote.AcceptRollback(signed); err != nil {
		return err
	}
	_, err = fmt.Fprintf(h.out, "The log goes on from %s, in place of the %d that were signed. The reason is an entry "+
		"of the log.\n", translog.Entries(found.From.Size), found.Signed.Size)
	return err
}

// tellRollbacks names the rollbacks of a log that contradicts a checkpoint, as far as its
// entries can be read.
func (h host) tellRollbacks(remote *translog.Remote, tree tlog.Tree) {
	remote.Entries(tree, func(place int64, entry string) { h.tellRollback(remote, place, entry) })
}

// tellRollback names an entry in which the host says that the log does not continue what
// it signed.
func (h host) tellRollback(remote *translog.Remote, place int64, entry string) {
	if r, ok := remote.Rolled(entry); ok {
		fmt.Fprintf(h.out, "Entry %d: the host went back from %s to %d. Its reason: %s\n", place,
			translog.Entries(r.Signed.Size), r.From.Size, words.Plain(r.Reason))
	}
}
