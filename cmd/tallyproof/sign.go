package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/signer"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/named"
	"github.com/tallyproof/tallyproof/site/openbadge"
)

// ofBadges are the flags that an Open Badge alone has.
var ofBadges = []string{"achievement", "issuer", "image", "subject", "status"}

// signCommand signs the record that it reads, as a flat record of the format
// tallyproof-score/1 or as an Open Badge, and prints the proof.
func signCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "sign", Usage: "sign a record as a score proof", ArgsUsage: "[RECORD|-]", Category: "Proofs",
		Description: "Prints the record with its key and its signature, which tallyproof verify reads.\nA private key " +
			"leaves neither this program nor the agent. The passphrase of a key is asked for at the terminal.\nIf the proof " +
			"will not be authentic, for example because the record is older than the key, a warning says so.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "key", Usage: "sign with the private key in `FILE`, or in standard input if it is -: PEM, " +
				"or OpenSSH's own format", TakesFile: true},
			&cli.StringFlag{Name: "keys", Usage: "warn by the keyring in `FILE`; if absent, by the one that keygen wrote " +
				"into the key, or the site's", TakesFile: true},
			&cli.StringFlag{Name: "o", Usage: "write the proof to `FILE`", TakesFile: true},
			&cli.StringFlag{Name: "format", Value: flatRecord,
				Usage: "`FORMAT` of the proof: record, or openbadge for an Open Badge 3.0"},
			&cli.StringFlag{Name: "achievement",
				Usage: "address of what an Open Badge is for, such as the `URL` of the challenge"},
			&cli.StringFlag{Name: "issuer", Usage: "`NAME` of who signs an Open Badge, for readers"},
			&cli.StringFlag{Name: "image", Usage: "`URL` of a picture of an Open Badge's achievement, PNG or SVG"},
			&cli.StringFlag{Name: "subject", Usage: "`URI` of who an Open Badge is for, such as a DID"},
			&cli.StringFlag{Name: "status", Usage: "`URL` of your list of revoked Open Badges (1EdTechRevocationList)"},
			&cli.StringFlag{Name: "agent",
				Usage: "let the SSH agent sign with its key of that `COMMENT`, fingerprint or public key"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 1); err != nil {
				return err
			}
			return h.sign(ctx, c)
		},
	}
}

func (h host) sign(ctx context.Context, c *cli.Command) error {
	file := cmp.Or(c.Args().First(), "-")
	if (c.String("key") == "") == (c.String("agent") == "") || c.String("key") == "-" && file == "-" {
		return wrongly(c, "sign: want either -key or -agent, and one of key and record in standard input at most")
	}
	format := c.String("format")
	if format != flatRecord && format != openBadge || format == flatRecord && slices.ContainsFunc(ofBadges, c.IsSet) {
		return wrongly(c, "sign: want -format record or -format openbadge, and -%s for an Open Badge alone",
			strings.Join(ofBadges, ", -"))
	}
	listed, err := chosenRing(c)
	if err != nil {
		return err
	}
	key, entry, err := h.signer(c.String("key"), c.String("agent"))
	if err != nil {
		return err
	}
	defer key.Close()
	record, err := h.readText(file, op.SmallLimit)
	if err != nil {
		return err
	}
	var signed []byte
	if format == openBadge {
		signed, err = signBadge(record, key, openbadge.Options{Achievement: c.String("achievement"),
			Issuer: c.String("issuer"), Image: c.String("image"), Subject: c.String("subject"), Status: c.String("status")})
	} else {
		signed, err = sign(record, key)
	}
	if err == nil {
		err = verifies(signed, key)
	}
	if err == nil {
		err = h.warn(signed, c.String("keys"), listed, entry)
	}
	if err != nil {
		return err
	}
	if out := c.String("o"); out != "" {
		return replace(ctx, out, append(signed, '\n'))
	}
	_, err = fmt.Fprintf(h.out, "%s\n", signed)
	return err
}

// warn warns of a proof that is not authentic under a keyring: the one in a file, or else
// the entry that was kept with the key, or else the site's, which may not list the key.
func (h host) warn(signed []byte, file string, listed, entry []byte) error {
	ring, by := listed, "by "+file
	if listed == nil {
		ring, by = entry, "by what keygen wrote into the key"
	}
	if ring == nil {
		ring, by = keys.JSON, "by the site's keyring"
	}
	answer, err := proof.Verify(proof.VerifyRequest{Text: string(signed), Keys: ring, Want: []string{},
		At: time.Now().UTC().Format(time.RFC3339)})
	if err != nil || answer.Verdict == "authentic" || answer.Verdict == "unknown-key" && listed == nil {
		return err
	}
	why := answer.Sentence
	for _, check := range answer.Checks {
		if check.ID == "time" && check.Status == "fail" {
			why = check.Message
		}
	}
	_, err = fmt.Fprintf(h.err, "tallyproof: warning: this proof is not authentic, %s: %s\n", words.Plain(by),
		words.Plain(why))
	return err
}

// Formats of proofs.
const (
	flatRecord = "record"
	openBadge  = "openbadge"
)

// Members of a flat record with its version, its key and its signature.
const (
	version   = "tallyproof-score/1"
	publicKey = "evaluator_pubkey"
	signature = "evaluator_signature"
)

// sign gives a record what says how it is signed, and the signature.
func sign(record []byte, key signer.Signer) ([]byte, error) {
	members, err := membersOf(record)
	if err != nil {
		return nil, err
	}
	delete(members, signature)
	set := func(name, text string) { members[name], _ = json.Marshal(text) } // of a text it always can
	set("version", version)
	set(publicKey, hex.EncodeToString(key.Public))
	document, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	message, err := messageOf(document)
	if err != nil {
		return nil, err
	}
	made, err := key.Sign(message)
	if err != nil {
		return nil, err
	}
	set(signature, hex.EncodeToString(made))
	if document, err = json.Marshal(members); err != nil {
		return nil, err
	}
	return jcs.Canonicalize(document)
}

// signBadge makes a record an Open Badge, signed.
func signBadge(record []byte, key signer.Signer, o openbadge.Options) ([]byte, error) {
	document, err := openbadge.Credential(record, key.Public, o)
	if err != nil {
		return nil, err
	}
	message, err := messageOf(document)
	if err != nil {
		return nil, err
	}
	made, err := key.Sign(message)
	if err != nil {
		return nil, err
	}
	return openbadge.Sealed(document, made)
}

// verifies refuses a document that cannot be verified although it was signed, for example
// if it has members of another format.
func verifies(signed []byte, key signer.Signer) error {
	answer, err := proof.Verify(proof.VerifyRequest{Text: string(signed), Key: hex.EncodeToString(key.Public)})
	if err != nil {
		return err
	}
	if row := answer.Row(); !row.Sealed() {
		return fmt.Errorf("the record cannot be verified once it is signed: %s", row.Reason)
	}
	return nil
}

// membersOf reads a record strictly: what two readers may read differently is
// not signed.
func membersOf(record []byte) (map[string]json.RawMessage, error) {
	if _, err := jcs.Parse(record); err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(record, &members); err != nil || members == nil {
		return nil, fmt.Errorf("the record: %.20q: want a JSON object", bytes.TrimSpace(record))
	}
	if members["proof"] != nil {
		return nil, fmt.Errorf("the record has a member proof, which means that it is signed in another format: want no such member")
	}
	return members, nil
}

// messageOf returns the bytes that the signature of a record covers.
func messageOf(document []byte) ([]byte, error) {
	statement, err := proof.Statement(proof.StatementRequest{Document: document})
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(statement.Message)
}

// signer returns the key in a file, with its entry of a keyring if keygen wrote it there, or
// a key of the SSH agent.
func (h host) signer(file, wanted string) (key signer.Signer, entry []byte, err error) {
	if wanted != "" {
		key, err = signer.OfAgent(os.Getenv("SSH_AUTH_SOCK"), wanted)
		return key, nil, err
	}
	text, err := h.privateKey(file)
	if err == nil {
		err = inUTF8("-key "+file, text)
	}
	if err != nil {
		return key, nil, err
	}
	var secret func() ([]byte, error)
	if h.secret != nil {
		secret = func() ([]byte, error) { return h.secret("Passphrase of " + words.Plain(file) + ": ") }
	}
	private, err := signer.Parse(text, secret)
	if err != nil {
		return key, nil, fmt.Errorf("-key %s: %w", file, err)
	}
	if entry, err = named.Keyring(file, signer.Entry(text)); err != nil {
		entry = nil // a key that keygen did not make
	}
	return signer.Of(private), entry, nil
}

// privateKey reads the file of a private key, or standard input for "-".
func (h host) privateKey(file string) ([]byte, error) {
	if file == "-" {
		return h.named("-key", file, op.SmallLimit)
	}
	return named.ReadKey("-key", file, op.SmallLimit)
}
