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

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/signer"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/site/openbadge"
)

// signCommand signs the record that it reads, as a flat record of the format
// tallyproof-score/1 or as an Open Badge, and prints the proof.
func signCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "sign", Usage: "sign a record as a score proof", ArgsUsage: "[RECORD|-]", Category: "Proofs",
		Description: "Prints the record with its key and its signature, which tallyproof verify reads.\nA private key " +
			"leaves neither this program nor the agent.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "key", Usage: "sign with the private key in `FILE`, or in standard input if it is -: PEM, " +
				"or OpenSSH's own format, without a passphrase", TakesFile: true},
			&cli.StringFlag{Name: "format", Value: flatRecord,
				Usage: "`FORMAT` of the proof: record, or openbadge for an Open Badge 3.0"},
			&cli.StringFlag{Name: "achievement",
				Usage: "address of what an Open Badge is for, such as the `URL` of the challenge"},
			&cli.StringFlag{Name: "issuer", Usage: "`NAME` of who signs an Open Badge, for readers"},
			&cli.StringFlag{Name: "agent",
				Usage: "let the SSH agent sign with its key of that `COMMENT`, fingerprint or public key"},
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 1); err != nil {
				return err
			}
			file := cmp.Or(c.Args().First(), "-")
			if (c.String("key") == "") == (c.String("agent") == "") || c.String("key") == "-" && file == "-" {
				return wrongly(c, "sign: want either -key or -agent, and one of key and record in standard input at most")
			}
			format := c.String("format")
			if format != flatRecord && format != openBadge || format == flatRecord &&
				(c.IsSet("achievement") || c.IsSet("issuer")) {
				return wrongly(c, "sign: want -format record or -format openbadge, and -achievement and -issuer for an Open Badge alone")
			}
			key, err := h.signer(c.String("key"), c.String("agent"))
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
					Issuer: c.String("issuer")})
			} else {
				signed, err = sign(record, key)
			}
			if err == nil {
				err = verifies(signed, key)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(h.out, "%s\n", signed)
			return err
		},
	}
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

// signer returns the key in a file, or one of the SSH agent.
func (h host) signer(file, wanted string) (signer.Signer, error) {
	if wanted != "" {
		return signer.OfAgent(os.Getenv("SSH_AUTH_SOCK"), wanted)
	}
	text, err := h.named("-key", file, op.SmallLimit)
	if err == nil {
		err = inUTF8("-key "+file, text)
	}
	if err != nil {
		return signer.Signer{}, err
	}
	key, err := signer.Parse(text)
	if err != nil {
		return signer.Signer{}, fmt.Errorf("-key %s: %w", file, err)
	}
	return signer.Of(key), nil
}
