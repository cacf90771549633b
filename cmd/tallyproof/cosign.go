package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/urfave/cli/v3"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/tallyproof/tallyproof/site"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// cosignCommand signs a log's checkpoint as a witness.
func cosignCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "cosign", Usage: "sign a log's checkpoint as a witness, if it continues the one that was signed before", ArgsUsage: "ADDRESS", OnUsageError: refuseUsage,
		Description: "ADDRESS is the prefix of the log. Prints the checkpoint with the cosignature (c2sp.org/tlog-cosignature), and refuses one that says more than origin, size and root hash.\nFILE of -kept is the witness's memory: without it the witness would sign anything.\nOne run at a time uses it: a second one signs nothing and ends with status 2. FILE.lock beside it is empty and stays.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "key", Usage: "the log's verifier `KEY`", Required: true},
			&cli.StringFlag{Name: "witness-key", Usage: "the witness's private key in `FILE`, as log keygen -witness writes it", TakesFile: true, Required: true},
			&cli.StringFlag{Name: "kept", Usage: "the checkpoint that was signed before, in `FILE`; the new one is written there", TakesFile: true, Required: true},
			&cli.BoolFlag{Name: "send", Usage: "also hand it in at the host, which keeps it if it lists the witness"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			return h.cosign(ctx, c.Args().First(), c.String("key"), c.String("witness-key"), c.String("kept"), c.Bool("send"))
		},
	}
}

// cosign signs the checkpoint of a log. The memory is written before anything leaves:
// a witness that crashes has signed nothing that it forgets. From before it is read until
// it is written no other run may sign, or two of them would sign histories that both
// continue the same memory and contradict each other.
func (h host) cosign(ctx context.Context, address, key, private, kept string, send bool) error {
	line, err := h.named("-witness-key", private, site.MostLine)
	if err != nil {
		return err
	}
	witness, err := translog.NewCosigner(string(line), time.Now)
	if err != nil {
		return fmt.Errorf("-witness-key %s: %w", private, err)
	}
	memory, err := lockKept(kept)
	if err != nil {
		return err
	}
	defer memory.Release()
	remote, err := translog.NewRemote(ctx, &http.Client{Timeout: time.Minute}, address, key)
	if err != nil {
		return err
	}
	text, tree, err := remote.Checkpoint()
	if err != nil {
		return err
	}
	n, err := remote.Cosignable(text)
	if err != nil {
		return err
	}
	quiet := h
	quiet.out = io.Discard
	if err := quiet.continuesKept(remote, tree, kept); err != nil {
		return err
	}
	signed, err := note.Sign(n, witness)
	if err != nil {
		return err
	}
	if err := replace(ctx, kept, signed); err != nil {
		return err
	}
	if send {
		if err := remote.Send(string(signed)); err != nil {
			return err
		}
	}
	_, err = h.out.Write(signed)
	return err
}

// witnessesOf are the witnesses with these verifier keys.
func witnessesOf(keys []string) (all []*translog.Witness, err error) {
	for _, key := range keys {
		witness, err := translog.NewWitness(key)
		if err != nil {
			return nil, err
		}
		all = append(all, witness)
	}
	return all, nil
}

// witnessed checks that each witness has signed a checkpoint that the tree continues.
func (h host) witnessed(remote *translog.Remote, tree tlog.Tree, witnesses []*translog.Witness) error {
	for _, witness := range witnesses {
		older, at, err := remote.Witnessed(witness)
		if err != nil {
			return err
		}
		if err := remote.Continues(tree, older); err != nil {
			return fmt.Errorf("what the witness %s signed: %w", witness.Name(), err)
		}
		fmt.Fprintf(h.out, "It continues the checkpoint of %s that the witness %s signed at %s.\n", translog.Entries(older.N), witness.Name(), at.Format(time.RFC3339))
	}
	return nil
}
