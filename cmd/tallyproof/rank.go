package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/audit/detect"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/explain/totals"
	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/table"
	reading "github.com/tallyproof/tallyproof/core/table/read"
	"github.com/tallyproof/tallyproof/core/words"
)

func rankCommand(h host) *cli.Command {
	q := &question{
		name: "rank", usage: "rank the submissions of a challenge, or the agents of any table", takes: "score.rank",
		asks: "score.rank", rulebook: "airena",
		reads: ", what an arena's API answers, or a table: CSV with any separator, Markdown or JSON.\nOf a table it " +
			"prints how each column was read, the ranking under your weights, and the weights that made published totals.",
		show: func(h host, a answer) error {
			rows := [][]string{}
			for _, s := range a.Standings {
				rows = append(rows, []string{strconv.Itoa(s.Rank), s.Name, op.Show(s.Score), s.Result})
			}
			return terminal.Table(h.out, []string{"# ", "Submission", "Score ", "Result"}, rows)
		},
	}
	command := q.command(h)
	command.Flags = append(command.Flags, tableFlags()...)
	command.Action = func(_ context.Context, c *cli.Command) error {
		b, err := h.board(c)
		if err != nil {
			return err
		}
		if b.text == "" {
			return q.run(b.host, c)
		}
		return b.rank(c)
	}
	return command
}

// tableFlags are the options for tables, each a member of the requests that take one.
func tableFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "columns", Usage: "read a column in another way: `HEADER=WORDS`, such as 'id=about', " +
			"'time_ms=lower min-max' or 'tests=full-marks 0..91'; may be given several times"},
		&cli.StringFlag{Name: "weights", Usage: "rank by these weights: a `LIST` such as quality=60,speed=40, or numbers in " +
			"the order of the dimensions; those in the table, or equal ones, if absent"},
		&cli.StringFlag{Name: "missing", Usage: "count a missing score by a `RULE`: leave-out, zero or worst"},
		&cli.StringFlag{Name: "numbers", Usage: "the decimal `SIGN` of the numbers: point or comma"},
		&cli.StringFlag{Name: "duplicates", Usage: "rows of equal `NAMES` count: all, best, last or mean"},
		&cli.StringFlag{Name: "list", Usage: "the list meant in a JSON text, as a JSON `POINTER`"},
	}
}

var tableOptions = []string{"columns", "weights", "missing", "numbers", "duplicates", "list"}

// board is a table to rank.
type board struct {
	host    host
	file    string
	text    string  // "" if the input is no table
	request members // the text and how to read it
	read    reading.Response
}

// board reads the input if it is a table. What it has read from standard input can be read
// again from the host that it returns.
func (h host) board(c *cli.Command) (*board, error) {
	b := &board{host: h, file: cmp.Or(c.Args().First(), "-")}
	if err := arguments(c, 0, 1); err != nil {
		return nil, err
	}
	asked := slices.ContainsFunc(tableOptions, c.IsSet)
	if byRules := c.IsSet("rulebook") || c.IsSet("set"); byRules || c.Args().Len() == 0 && terminal.Is(h.in) {
		if asked {
			return nil, wrongly(c, "rank: the options for tables need a table: want a file or - for standard input, and "+
				"neither -rulebook nor -set")
		}
		return b, nil
	}
	file, err := h.read(b.file, op.BulkLimit)
	if err != nil {
		return nil, err
	}
	if b.file == "-" {
		b.host.in = bytes.NewReader(file)
	}
	if !asked && isRequest(file) {
		return b, nil
	}
	text, note, refusal := table.Decode(file)
	if refusal == nil && strings.TrimSpace(text) == "" {
		_, refusal = table.Read(text, table.Reading{}) // which says what to do
	}
	if refusal != nil {
		return nil, fmt.Errorf("%s: %s", b.file, refusal.Message)
	}
	if note != "" {
		fmt.Fprintf(h.err, "tallyproof: %s: %s\n", words.Plain(b.file), note)
	}
	b.text = text
	return b, nil
}

// isRequest reports whether a text is a request of score.rank, an arena's answer that turns into
// one, or no table either.
func isRequest(text []byte) bool {
	if len(text) <= op.SmallLimit {
		found, err := detect.Detect(detect.DetectRequest{Text: string(text)})
		ranks := func(p detect.Prefill) bool { return p.Operation == "score.rank" }
		if err == nil && slices.ContainsFunc(append(found.Also, prefilled(found)...), ranks) {
			return true
		}
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(text, &object) != nil {
		return false
	}
	sheet, refusal := table.Read(string(text), table.Reading{})
	return object["submissions"] != nil || refusal == nil && len(sheet.Names) < 2
}

// rank shows how the table was read, its ranking, and what made its totals.
func (b *board) rank(c *cli.Command) error {
	if err := b.readHow(c); err != nil {
		return err
	}
	var read, ranked, made op.Raw
	var ranking weights.Response
	var recovered totals.Response
	if err := b.ask(c, "table.read", b.request, &read, &b.read); err != nil {
		return err
	}
	list, err := b.weights(c)
	if err != nil {
		return err
	}
	if len(list) > 0 {
		b.request["weights"] = list
	}
	if err := b.ask(c, "explain.weights", b.request, &ranked, &ranking); err != nil {
		return err
	}
	if b.has(table.RoleTotal) && b.has(table.RoleDimension) {
		if err := b.ask(c, "explain.recover", b.request, &made, &recovered); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return printJSON(b.host.out, struct {
			Table   op.Raw `json:"table"`
			Ranking op.Raw `json:"ranking"`
			Totals  op.Raw `json:"totals,omitempty"`
		}{read, ranked, made})
	}
	if err := b.showReading(); err != nil {
		return err
	}
	if err := b.showRanking(ranking); err != nil || made == nil {
		return err
	}
	return b.showTotals(recovered)
}

// ask calls an operation.
func (b *board) ask(c *cli.Command, name string, request members, raw *op.Raw, into any) error {
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	var envelope struct {
		OK    op.Raw
		Error *op.Error
	}
	if err := json.Unmarshal(engine.Call(name, text), &envelope); err != nil {
		return err
	}
	if envelope.Error != nil {
		return b.refused(c, envelope.Error)
	}
	*raw = envelope.OK
	return json.Unmarshal(envelope.OK, into)
}

// refused names the option that is refused or would help.
func (b *board) refused(c *cli.Command, e *op.Error) error {
	member, _, _ := strings.Cut(strings.TrimPrefix(e.Field, "/"), "/")
	message := e.Message
	var ways []string
	for _, offer := range e.Offers {
		if way := optionOf(offer.Set); way != "" {
			ways = append(ways, way+" ("+offer.Label+")")
		}
	}
	if len(ways) > 0 {
		message += ". Try " + strings.Join(ways, " or ")
	}
	if slices.Contains(tableOptions, member) && c.IsSet(member) {
		return wrongly(c, "rank: -%s: %s", member, message)
	}
	return fmt.Errorf("%s: %s", b.file, message)
}

// optionOf writes members of a request as options.
func optionOf(set op.Raw) string {
	var r table.Reading
	if json.Unmarshal(set, &r) != nil {
		return ""
	}
	var options []string
	for _, o := range [][2]string{
		{"numbers", r.Numbers}, {"list", r.List}, {"missing", r.Missing}, {"duplicates", r.Duplicates},
	} {
		if o[1] != "" {
			options = append(options, "-"+o[0]+" "+o[1])
		}
	}
	for _, choice := range r.Columns {
		option := strings.Join(strings.Fields(choice.Role+" "+choice.Better+" "+choice.Scale), " ")
		options = append(options, fmt.Sprintf("-columns '%s=%s'", choice.Column, option))
	}
	return strings.Join(options, " ")
}

func (b *board) has(role string) bool {
	return slices.ContainsFunc(b.read.Columns, func(c reading.ColumnRead) bool { return c.Role == role })
}
