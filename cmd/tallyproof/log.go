package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/urfave/cli/v3"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/site/lock"
	"github.com/tallyproof/tallyproof/site/named"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// logCommand works on transparency logs.
func logCommand(h host) *cli.Command {
	keygen := &cli.Command{
		Name: "keygen", Usage: "make the key of a host's log", ArgsUsage: "NAME FILE", OnUsageError: refuseUsage,
		Description: "Writes the private key to FILE, which only you can read, and prints the verifier key that others " +
			"need.\nNAME is the log's name for ever, without a scheme, such as tallyproof.example/log.",
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 2, 2); err != nil {
				return err
			}
			return h.makeLineKey(ctx, c.Args().Get(0), c.Args().Get(1))
		},
	}
	verify := &cli.Command{
		Name: "verify", Usage: "check that a log only grew, and that its entries lead to its root", ArgsUsage: "ADDRESS",
		OnUsageError: refuseUsage,
		Description: "ADDRESS is the prefix of the log, such as https://tallyproof.example/log.\nThe exit status is 1 if " +
			"the log contradicts a checkpoint or cannot be read: the message says which. It is 2 if another run is using FILE " +
			"of -kept, which has FILE.lock beside it.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "key", Usage: "the log's verifier `KEY`, as the host publishes it", Required: true},
			&cli.StringFlag{Name: "kept", Usage: "the checkpoint that you kept, in `FILE`; the current one is written there " +
				"if all is well", TakesFile: true},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			return h.verifyLog(ctx, c.Args().First(), c.String("key"), c.String("kept"))
		},
	}
	return &cli.Command{
		Name: "log", Usage: "check the transparency log of a host, make its key, or accept that it lost entries",
		Category: "Proofs",
		Commands: []*cli.Command{verify, keygen, acceptRollbackCommand(h)},
		Action: func(_ context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return noCommand(c, c.Args().First())
			}
			return wrongly(c, "want log verify, log keygen or log accept-rollback")
		},
	}
}

// makeLineKey makes a key whose private part is a line, writes that into a new file,
// and prints the verifier key.
func (h host) makeLineKey(ctx context.Context, name, file string) error {
	private, public, err := translog.GenerateKey(rand.Reader, name)
	if err != nil {
		return err
	}
	if err := create(ctx, file, 0o600, []byte(private+"\n")); err != nil {
		return err
	}
	_, err = fmt.Fprintln(h.out, public)
	return orRemove(file, err)
}

// verifyLog checks a log, and keeps its checkpoint if all is well.
func (h host) verifyLog(ctx context.Context, address, key, kept string) error {
	remote, err := translog.NewRemote(ctx, &http.Client{Timeout: time.Minute}, address, key)
	if err != nil {
		return err
	}
	if kept != "" {
		memory, err := lockKept(kept)
		if err != nil {
			return err
		}
		defer memory.Release()
	}
	text, tree, err := remote.Checkpoint()
	if err != nil {
		return err
	}
	fmt.Fprintf(h.out, "The checkpoint of %s is signed by the log's key.\n", translog.Entries(tree.N))
	if err := h.continuesKept(remote, tree, kept); err != nil {
		return err
	}
	err = remote.Entries(tree, func(place int64, text string) { h.tellRollback(remote, place, text) })
	if err != nil {
		return err
	}
	fmt.Fprintln(h.out, "All entries lead to its root.")
	if kept == "" {
		return nil
	}
	if err := replace(ctx, kept, []byte(text)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(h.out, "The current checkpoint is kept in %s now.\n", kept)
	return err
}

// lockKept keeps other runs from a file that keeps a checkpoint. They do not wait: the host
// may let this one wait for long, and a run that cron starts every minute would be one of
// many that wait.
func lockKept(file string) (*lock.Lock, error) {
	memory, err := lock.Of(file)
	if err != nil {
		return nil, fmt.Errorf("-kept %s: %w", file, err)
	}
	return memory, nil
}

// continuesKept compares the log with the checkpoint in a file, if the file exists.
func (h host) continuesKept(remote *translog.Remote, tree tlog.Tree, file string) error {
	if file == "" {
		return nil
	}
	kept, err := named.Read("-kept", file, translog.MostCheckpoint)
	if errors.Is(err, os.ErrNotExist) {
		fmt.Fprintf(h.out, "This is the first run: no checkpoint was kept in %s.\n", file)
		return nil
	}
	if err != nil {
		return err
	}
	older, err := remote.Tree(string(kept))
	if err != nil {
		return fmt.Errorf("-kept %s: %w", file, err)
	}
	if err := remote.Continues(tree, older); err != nil {
		h.tellRollbacks(remote, tree)
		return err
	}
	fmt.Fprintf(h.out, "It continues the checkpoint of %s that was kept.\n", translog.Entries(older.N))
	return nil
}
