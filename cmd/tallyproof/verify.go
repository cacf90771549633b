package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/keys"
)

// verifyCommand prints what a proof proves now, under the keys of the site or of a
// file, and fails if that is anything but authentic.
func verifyCommand(_ context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	ring := flags.String("keys", "", "")
	asJSON := flags.Bool("json", false, "")
	if err := parseUpTo(flags, args, 1); err != nil {
		return err
	}
	req, err := verifyRequest(flags.Arg(0), *ring, h.in)
	if err != nil {
		return err
	}
	answer, err := proof.Verify(req)
	if err != nil {
		return err
	}
	if err := verdictWriter(*asJSON)(h.out, answer); err != nil {
		return err
	}
	if answer.Verdict != "authentic" {
		return errShown
	}
	return nil
}

// verdictWriter returns what prints an answer: as JSON, or in words.
func verdictWriter(asJSON bool) func(io.Writer, proof.VerifyResponse) error {
	if asJSON {
		return printJSON[proof.VerifyResponse]
	}
	return printVerdict
}

// verifyRequest asks about the proof in a file, or on in if that has no name,
// under a keyring, or the site's own if that has no name.
func verifyRequest(file, ring string, in io.Reader) (req proof.VerifyRequest, err error) {
	req = proof.VerifyRequest{Keys: keys.JSON, At: time.Now().UTC().Format(time.RFC3339)}
	if ring != "" {
		if req.Keys, err = os.ReadFile(ring); err != nil {
			return req, err
		}
	}
	if file != "" {
		opened, err := os.Open(file)
		if err != nil {
			return req, err
		}
		defer opened.Close()
		in = opened
	}
	text, err := io.ReadAll(io.LimitReader(in, op.SmallLimit+1)) // one byte more is refused
	req.Text = string(text)
	return req, err
}

// printVerdict writes an answer for people. Texts of the proof stand in it, so
// that every character is made one that can be seen.
func printVerdict(out io.Writer, answer proof.VerifyResponse) error {
	fmt.Fprintf(out, "%s\n%s\n\n", words.Plain(answer.Heading), words.Plain(answer.Sentence))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, check := range answer.Checks {
		fmt.Fprintf(table, "%s\t%s\t%s\n", check.ID, check.Status, words.Plain(check.Message))
	}
	if err := table.Flush(); err != nil || len(answer.DoesNotProve) == 0 {
		return err
	}
	fmt.Fprint(out, "\nThis does not prove:\n")
	for _, text := range answer.DoesNotProve {
		if _, err := fmt.Fprintf(out, "- %s\n", words.Plain(text)); err != nil {
			return err
		}
	}
	return nil
}

// printJSON writes an answer as operations do, on a line.
func printJSON[T any](out io.Writer, answer T) error {
	line, err := op.Encode(answer)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", line)
	return err
}
