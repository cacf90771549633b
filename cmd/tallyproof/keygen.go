package main

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/signer"
	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/named"
)

// keygenCommand makes a key to sign with.
func keygenCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "keygen", Usage: "make a key for signing, and its entry for a keyring", ArgsUsage: "FILE", Category: "Proofs",
		Description: "Writes the private key to FILE, which only you can read, and prints the keyring that others need to " +
			"verify your proofs. FILE ends with a copy of it, by which sign warns.\nThe key is valid from now. A result that " +
			"was evaluated before is not authentic under it, unless -from is earlier.\nWith -passphrase, FILE has the form of " +
			"OpenSSH, whose programs read it, too: ssh-add gives it to an agent, ssh-keygen -p changes the passphrase.",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "passphrase", Usage: "ask for a passphrase, without which nobody can sign with FILE"},
			&cli.StringFlag{Name: "o", Usage: "write the keyring to `FILE`, a new file", TakesFile: true},
			&cli.StringFlag{Name: "id", Usage: "the key's `NAME`"},
			&cli.StringFlag{Name: "owner", Usage: "whose key it is, `NAME`"},
			&cli.StringFlag{Name: "arena", Usage: "the `ARENA` it signs for"},
			&cli.StringFlag{Name: "from", Usage: "since when the key is valid, a `DATE` or an RFC 3339 time; now if absent"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			for _, flag := range []string{"id", "owner", "arena"} {
				if name := c.String(flag); words.Plain(name) != name {
					return wrongly(c, "keygen: -%s: %s: want a name on one line whose characters can all be seen", flag,
						words.Plain(name))
				}
			}
			from, ok := validFrom(c.String("from"))
			if !ok {
				return wrongly(c, "keygen: -from: %s: want a date such as 2026-03-01, or %s", op.Quote(c.String("from")),
					instant.Want)
			}
			return h.makeKey(ctx, c, key.ListedKey{ID: c.String("id"), Owner: c.String("owner"), Arena: c.String("arena"),
				ValidFrom: from})
		},
	}
}

// makeKey makes a key and writes it and its keyring.
func (h host) makeKey(ctx context.Context, c *cli.Command, entry key.ListedKey) error {
	file := c.Args().First()
	var passphrase []byte
	if c.Bool("passphrase") {
		if _, err := os.Lstat(file); err == nil { // before anybody types
			return &os.PathError{Op: "write", Path: file, Err: syscall.EEXIST}
		}
		var err error
		if passphrase, err = h.newPassphrase(); err != nil {
			return fmt.Errorf("keygen: -passphrase: %w", err)
		}
	}
	ring, err := writeKey(ctx, file, entry, passphrase)
	if err != nil {
		return err
	}
	if out := c.String("o"); out != "" {
		return orRemove(file, create(ctx, out, 0o644, ring))
	}
	_, err = h.out.Write(ring)
	return orRemove(file, err)
}

// newPassphrase asks for a passphrase, twice.
func (h host) newPassphrase() ([]byte, error) {
	if h.secret == nil {
		return nil, terminal.ErrNone
	}
	first, err := h.secret("Passphrase: ")
	if err != nil {
		return nil, err
	}
	if len(first) == 0 {
		return nil, named.Misuse{Err: errors.New("it is empty: want at least a character")}
	}
	second, err := h.secret("The same again: ")
	if err == nil && !bytes.Equal(first, second) {
		err = named.Misuse{Err: errors.New("the two differ")}
	}
	return first, err
}

// validFrom is since when a new key is valid: at the beginning of a day in UTC, at a time,
// or now.
func validFrom(given string) (at string, ok bool) {
	if given == "" {
		return time.Now().UTC().Format(time.RFC3339), true
	}
	at = given
	if _, err := time.Parse(time.DateOnly, given); err == nil {
		at += "T00:00:00Z"
	}
	_, ok = instant.Parse(at)
	return at, ok
}

// writeKey writes a new private key with its keyring into a new file, and returns the
// keyring. Without a passphrase the key is in PKCS #8, else in OpenSSH's form.
func writeKey(ctx context.Context, file string, entry key.ListedKey, passphrase []byte) (ring []byte, err error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	entry.PublicKey = hex.EncodeToString(public)
	if ring, err = op.Encode(key.KeyringResponse{Keys: []key.ListedKey{entry}}); err != nil {
		return nil, err
	}
	ring = append(ring, '\n')
	var text []byte
	if passphrase != nil {
		text, err = signer.Locked(private, passphrase)
	} else {
		var der []byte
		der, err = x509.MarshalPKCS8PrivateKey(private)
		text = pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	}
	if err != nil {
		return nil, err
	}
	return ring, create(ctx, file, 0o600, append(text, ring...))
}

// keyringCommand works on keyrings.
func keyringCommand(h host) *cli.Command {
	check := &cli.Command{
		Name: "check", Usage: "list the keys of keyrings, as verify reads them", ArgsUsage: "FILE…",
		Description:  "The exit status is 1 if a keyring is refused, 2 if a file cannot be read.",
		Flags:        []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print one keyring of all as JSON"}},
		OnUsageError: refuseUsage,
		Action: func(_ context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 16); err != nil {
				return err
			}
			return h.checkKeyrings(c.Args().Slice(), c.Bool("json"))
		},
	}
	return &cli.Command{
		Name: "keyring", Usage: "work on keyrings", Category: "Proofs", Commands: []*cli.Command{check},
		Action: func(_ context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return noCommand(c, c.Args().First())
			}
			return wrongly(c, "keyring: want check FILE…")
		},
	}
}

// chosenRing returns the keyring in the file of -keys, nil without one.
func chosenRing(c *cli.Command) ([]byte, error) {
	file := c.String("keys")
	if file == "" {
		return nil, nil
	}
	text, err := named.Read("-keys", file, op.SmallLimit)
	if err != nil {
		return nil, err
	}
	ring, err := named.Keyring(file, text)
	if err != nil {
		return nil, wrongly(c, "-keys %v", err)
	}
	return ring, nil
}

func (h host) checkKeyrings(files []string, asJSON bool) error {
	var req key.KeyringRequest
	for _, file := range files {
		text, err := h.readText(file, op.SmallLimit)
		if err != nil {
			return err
		}
		if _, err := named.Keyring(file, text); err != nil {
			return errors.Unwrap(err) // no misuse: it is what the command checks
		}
		req.Keyrings = append(req.Keyrings, text)
	}
	all, err := key.Keyring(req)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(h.out, all)
	}
	var rows [][]string
	for _, k := range all.Keys {
		rows = append(rows, []string{k.PublicKey, k.ID, k.Owner, k.Arena, k.ValidFrom, k.ValidTo, k.Status})
	}
	return terminal.Table(h.out, []string{"Public key", "Id", "Owner", "Arena", "Valid from", "Until", "Status"}, rows)
}
