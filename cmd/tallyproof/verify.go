package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/inputs"
	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/bake"
	"github.com/tallyproof/tallyproof/site/keys"
)

// verifyCommand prints what proofs prove now, under the keys of the site or of a
// file, and fails if one of them is anything but authentic.
func verifyCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "are these score proofs authentic?", ArgsUsage: "[FILE…|-]", Category: "Proofs",
		Description: "One proof is shown with what it says and all its checks. Of several files each has a line, and so " +
			"has every proof in a list that is not authentic.\n" +
			"A list is JSON Lines, a JSON array or CSV of any length; one without proofs ends with status 1. A byte order " +
			"mark may begin a list or a proof. Of a PNG, the proof counts that it carries.\n" +
			"Of two files X and X.sig, .minisig, .sshsig or .tlog-proof, the second one is taken as the signature beside X: " +
			"over its bytes, and in place of one inside it.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "keys", Usage: "trust the keyring, or the key, in `FILE`; the site's keyring if absent",
				TakesFile: true},
			&cli.StringFlag{Name: "signature", Usage: "the signature beside the document, of SSH, minisign, signify, a " +
				"detached JWS or a tlog-proof, in `FILE`", TakesFile: true},
			&cli.StringFlag{Name: "code", Usage: "compare the hash of the code in `FILE` with the document's", TakesFile: true},
			&cli.StringFlag{Name: "want", Value: "score", Usage: "what must be signed, with commas between: score, file for " +
				"the code hash of -code, or `NAMES` of members; a proof without it is qualified"},
			&cli.BoolFlag{Name: "json", Usage: "print answers as JSON: of one proof as proof.verify, of several a line each"},
			&cli.StringFlag{Name: "summary", Usage: "append a table in Markdown to `FILE`, for the summary of a CI run",
				TakesFile: true},
			&cli.StringFlag{Name: "files0-from",
				Usage: "verify the files that `FILE` names, each name ended by a NUL; - is standard input", TakesFile: true},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing; the exit status has the answer"},
		},
		Action: func(_ context.Context, c *cli.Command) error {
			v := &verifier{h: h, c: c, ring: keys.JSON, at: time.Now().UTC().Format(time.RFC3339), json: c.Bool("json"),
				quiet: c.Bool("quiet"), summary: summary{file: c.String("summary")}}
			ring, err := chosenRing(c)
			if err != nil {
				return err
			}
			if ring != nil {
				v.ring = ring
			}
			if v.want, err = wantOf(c); err != nil {
				return err
			}
			names, err := h.filesOf(c)
			if err != nil {
				return err
			}
			all := inputs.Paired(names)
			if err := v.beside(all); err != nil {
				return err
			}
			return v.files(all)
		},
	}
}

// verifier verifies the files of a command.
type verifier struct {
	h           host
	c           *cli.Command
	ring        []byte
	code        string // in base64
	want        []string
	at          string // the time of checking
	json, quiet bool
	several     bool // whether there is more than one file
	byLine      bool // whether the list being read has one proof a line
	bad         bool // whether anything was not authentic
	summary     summary
}

// mostNames is the number of bytes that a list of names may have.
const mostNames = 64 << 20

// filesOf returns the names of the files to verify: arguments, or a list, which may be longer
// than the system lets arguments be.
func (h host) filesOf(c *cli.Command) ([]string, error) {
	from := c.String("files0-from")
	if from == "" && !c.Args().Present() {
		return []string{"-"}, nil
	}
	if from == "" {
		return c.Args().Slice(), nil
	}
	if c.Args().Present() {
		return nil, wrongly(c, "verify: want either -files0-from or the names of files")
	}
	text, err := h.named("-files0-from", from, mostNames)
	if err != nil {
		return nil, err
	}
	names := strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	if slices.Contains(names, "") || from == "-" && slices.Contains(names, "-") {
		return nil, wrongly(c, "-files0-from %s: want names of files, each ended by a NUL, and not standard input twice",
			from)
	}
	return names, nil
}

// files verifies one after the other.
func (v *verifier) files(all []inputs.Input) error {
	v.several = len(all) > 1
	var unread unreadFiles // they hide no other
	for _, of := range all {
		err := v.file(of)
		switch {
		case err != nil && !isOfFile(err):
			return err
		case err != nil:
			unread = append(unread, err)
			row := listed{File: of.Document, Verdict: "unreadable", Reason: err.Error()}
			v.summary.add(row)
			if !v.several || v.quiet {
				continue
			}
			if err := v.line(row); err != nil {
				return err
			}
		}
	}
	err := v.summary.write()
	switch {
	case err != nil:
		return err
	case len(unread) > 0:
		return unread
	case v.bad:
		return errShown
	}
	return nil
}

// unreadFiles lists the files that cannot be read, with each error.
type unreadFiles []error

func (u unreadFiles) Error() string   { return errors.Join(u...).Error() }
func (u unreadFiles) Unwrap() []error { return u }

// file verifies the content of a file: a proof, or a list. With a separate signature it
// counts as a single document.
func (v *verifier) file(of inputs.Input) error {
	name, in := of.Document, v.h.in
	if name != "-" {
		opened, err := inputs.Open(name)
		if err != nil {
			return err
		}
		defer opened.Close()
		in = opened
	}
	start, err := io.ReadAll(io.LimitReader(in, firstPart))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if of.Signature != "" {
		signature, err := v.h.signatureOf(of, start)
		if err != nil {
			return err
		}
		return v.one(name, start, signature)
	}
	if bake.IsPNG(start) {
		if start, err = carried(start, in); err != nil {
			return fileError{fmt.Errorf("%s: %w", name, err)}
		}
		in = strings.NewReader("")
	}
	switch list := isList(start); {
	case list && v.code != "":
		return wrongly(v.c, "verify: -code wants exactly one document, %s has several proofs", name)
	case list:
		return v.list(name, start, in)
	}
	return v.one(name, start, "")
}

// signatureOf returns the separate signature of a document. Neither may be empty:
// proof.verify would verify the other alone.
func (h host) signatureOf(of inputs.Input, document []byte) (string, error) {
	signature, err := h.read(of.Signature, op.SmallLimit)
	switch {
	case err != nil && isAccessError(err):
		return "", err
	case err != nil:
		return "", fileError{err}
	case len(signature) == 0:
		return "", fileError{fmt.Errorf("%s has no bytes: want the signature of %s", of.Signature, of.Document)}
	case len(document) == 0:
		return "", fileError{fmt.Errorf("%s has no bytes: want what %s signs", of.Document, of.Signature)}
	}
	return string(signature), nil
}

// one verifies a document, with its separate signature if given.
func (v *verifier) one(name string, document []byte, signature string) error {
	answer, err := proof.Verify(proof.VerifyRequest{Text: string(document[:min(len(document), op.SmallLimit+1)]),
		Signature: signature, Code: v.code, Keys: v.ring, At: v.at, Want: v.want})
	if err != nil {
		return err
	}
	v.bad = v.bad || answer.Verdict != "authentic"
	v.summary.add(lineOf(name, &answer))
	return v.show(name, answer)
}

// fileError is an error in a file whose bytes can be read.
type fileError struct{ error }

// isOfFile reports whether an error is of one file alone.
func isOfFile(err error) bool {
	return errors.As(err, &fileError{}) || isAccessError(err)
}

// carried returns the proof inside a PNG file that begins so, or else the file's own
// bytes.
func carried(start []byte, in io.Reader) ([]byte, error) {
	rest, err := io.ReadAll(io.LimitReader(in, bake.MostFile))
	if err != nil {
		return nil, err
	}
	picture := append(start, rest...)
	proof, err := bake.Take(picture)
	if err != nil || proof == "" {
		return picture, err
	}
	return []byte(proof), nil
}

// show prints the answer for one proof.
func (v *verifier) show(name string, answer proof.VerifyResponse) error {
	switch {
	case v.quiet:
		return nil
	case v.json && v.several:
		l := lineOf(name, &answer)
		l.Reason = answer.Sentence
		return v.line(l)
	case v.json:
		return printJSON(v.h.out, answer)
	case v.several:
		return v.line(lineOf(name, &answer))
	}
	return printVerdict(v.h.out, answer)
}

// printVerdict writes an answer for people. Texts of the proof stand in it, so
// that every character is made one that can be seen.
func printVerdict(out io.Writer, answer proof.VerifyResponse) error {
	heading := terminal.Painted(terminal.Paints(out), terminal.Strong+terminal.VerdictStyle(answer.Verdict),
		words.Plain(answer.Heading))
	fmt.Fprintf(out, "%s\n%s\n\n", heading, words.Plain(answer.Sentence))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if says := saidIn(&answer); len(says) > 0 {
		for i := 0; i < len(says); i += 2 {
			fmt.Fprintf(table, "%s\t%s\n", says[i], words.Plain(says[i+1]))
		}
		if err := cmp.Or(table.Flush(), newline(out)); err != nil {
			return err
		}
	}
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

func newline(out io.Writer) error {
	_, err := fmt.Fprintln(out)
	return err
}

// saidIn returns the signed facts as pairs of a label and a value: the agent and the
// score, even if missing; the challenge and the time, if signed. Without a valid
// signature they say nothing.
func saidIn(answer *proof.VerifyResponse) (pairs []string) {
	row := answer.Row()
	if !row.Sealed() {
		return nil
	}
	score := "not signed"
	if row.Score != nil {
		score = op.Show(*row.Score)
	}
	pairs = []string{whose(&row), cmp.Or(short(row.Name)+doubt(row.Name), "not signed"), "score", score}
	for _, means := range []string{record.MeansChallenge, record.MeansTime} {
		if _, text := row.Signed().Text(means); text != "" {
			pairs = append(pairs, means, short(text)+doubt(text))
		}
	}
	return pairs
}

// whose returns the label for the name of a row: agent, or submission or record if no
// agent is signed.
func whose(row *proof.Row) string {
	signed := row.Signed()
	_, agent := signed.Text(record.MeansName)
	_, submission := signed.Text(record.MeansSubmission)
	switch {
	case agent != "" || row.Name == "":
		return "agent"
	case submission != "":
		return "submission"
	}
	return "id"
}

// doubt returns the remark after a stranger's name that may imitate another, as on pages.
func doubt(name string) string {
	if words.Mixed(name) {
		return " (" + words.MixedNote + ")"
	}
	return ""
}

// short returns a text of a proof without white space that would break its line in two.
func short(text string) string {
	const most = 200
	text = strings.Join(strings.Fields(text), " ")
	if all := []rune(text); len(all) > most {
		return string(all[:most]) + "…"
	}
	return text
}

// lineOf returns the line for a file with one proof.
func lineOf(name string, answer *proof.VerifyResponse) listed {
	row := answer.Row()
	l := listed{File: name, Verdict: answer.Verdict, Reason: answer.Heading + ". " + answer.Sentence, Name: row.Name,
		Score: row.Score}
	if !row.Sealed() {
		return l
	}
	agent, score := "no agent", "no score"
	if row.Name != "" {
		agent = whose(&row) + " " + op.Quote(short(row.Name)) + doubt(row.Name)
	}
	if row.Score != nil {
		score = "score " + op.Show(*row.Score)
	}
	l.Reason += " Signed: " + agent + ", " + score + "."
	return l
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
