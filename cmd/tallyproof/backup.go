package main

import (
	"context"
	"fmt"
	"os"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// backupCommand copies the database of a server that may be running.
func backupCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "backup", Usage: "copy what a server has stored, while it runs", ArgsUsage: "FILE", Category: "Proofs",
		Description: "Writes the database of serve -db into FILE, a new file, as it is at one moment: every proof that was " +
			"acknowledged before is in it. Copying the file itself loses what SQLite still has beside it.\nFILE has no key " +
			"and nothing of what the log signed last (serve -log-key): keep these elsewhere.\nTo restore, stop the server and " +
			"put FILE in the place of the database, without the files that end with -wal and -shm beside it.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "db", Usage: "the server's database, `FILE`", Required: true, TakesFile: true},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			return h.backup(ctx, c.String("db"), c.Args().First())
		},
	}
}

func (h host) backup(ctx context.Context, db, file string) error {
	if _, err := os.Stat(db); err != nil {
		return fmt.Errorf("-db: %w", err)
	}
	var has sqlite.Contents
	err := createBy(ctx, file, 0o600, func(made *os.File) (err error) {
		has, err = sqlite.Backup(ctx, db, made.Name())
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(h.out, "%s has %s, in a log of %s.\n", file, words.Counted(has.Proofs, "proof", "proofs"),
		translog.Entries(has.Log))
	return err
}
