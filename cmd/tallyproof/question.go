package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// question is a command that asks one operation and shows the answer as tables.
type question struct {
	name, usage string
	more        string // about the command, for help
	takes       string // the operation whose requests it reads
	asks        string // the operation that answers
	texts       string // the operation that answers texts of other forms, or ""
	reads       string // what it reads, for help; "" for what arenas answer
	rulebook    string // if the request names none, or ""
	options     []option
	show        func(host, answer) error
	fails       func(answer) bool // whether the answer is bad news; nil for never
}

// option is a member of the request that has a flag of its own.
type option struct {
	name, placeholder, usage string
	kind                     kind
	to                       string // the member, if it is not the flag's name
	usual                    any    // if the request has no such member; nil: it may be missing
}

type kind int

const (
	number kind = iota
	text
	truth
	numbers // as a list
	plan    // of matches
)

func (o option) member() string {
	if o.to != "" {
		return o.to
	}
	return strings.ReplaceAll(o.name, "-", "_")
}

func (o option) flag() cli.Flag {
	usage := o.usage
	if o.placeholder != "" {
		usage = strings.Replace(usage, o.placeholder, "`"+o.placeholder+"`", 1)
	}
	switch o.kind {
	case truth:
		return &cli.BoolFlag{Name: o.name, Usage: usage}
	case number:
		return &cli.FloatFlag{Name: o.name, Usage: usage, HideDefault: true} // one that is absent is not sent
	case numbers:
		return &cli.FloatSliceFlag{Name: o.name, Usage: usage}
	}
	return &cli.StringFlag{Name: o.name, Usage: usage}
}

// value returns the value from the command line.
func (o option) value(c *cli.Command) (any, error) {
	switch o.kind {
	case truth:
		return c.Bool(o.name), nil
	case number:
		return c.Float(o.name), o.finite(c, c.Float(o.name))
	case numbers:
		return c.FloatSlice(o.name), o.finite(c, c.FloatSlice(o.name)...)
	case plan:
		return readPlan(c, c.String(o.name))
	}
	return c.String(o.name), nil
}

// finite refuses NaN and infinities, which flags take and JSON does not have.
func (o option) finite(c *cli.Command, values ...float64) error {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return wrongly(c, "%s: -%s %v: want a finite number", nameOf(c), o.name, x)
		}
	}
	return nil
}

// readPlan reads matches: newcomer:2,contender,1350:3.
func readPlan(c *cli.Command, text string) (entries []members, err error) {
	for _, part := range strings.Split(text, ",") {
		opponent, count, counted := strings.Cut(strings.TrimSpace(part), ":")
		entry := members{"difficulty": opponent}
		if rating, ok := valueOf(opponent).(json.Number); ok {
			entry = members{"opponent": rating}
		}
		if counted {
			entry["count"] = valueOf(count)
		}
		if opponent == "" || counted && count == "" {
			return nil, wrongly(c, "-plan %s: want opponents or difficulties, each with a count if there are several: "+
				"newcomer:2,contender,1350:3", text)
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// asked reports whether an option gives a part of the request.
func (q *question) asked(c *cli.Command) bool {
	for _, o := range q.options {
		if c.IsSet(o.name) {
			return true
		}
	}
	return c.IsSet("set")
}

// command returns the question on the command line.
func (q *question) command(h host) *cli.Command {
	flags := []cli.Flag{
		&cli.BoolFlag{Name: "json", Usage: "print the answer as JSON"},
		&cli.StringSliceFlag{Name: "set", Usage: "set a member of the request: `/POINTER=VALUE`"},
		&cli.StringFlag{Name: "rulebook", Usage: "compute by the rules `ID`; tallyproof call rulebook.list names them",
			Value: q.rulebook, HideDefault: q.rulebook == ""},
	}
	for _, o := range q.options {
		flags = append(flags, o.flag())
	}
	return &cli.Command{
		Name: q.name, Usage: q.usage, ArgsUsage: "[FILE|-]", Category: "Scores and ratings", Flags: flags,
		Description: "Reads a request of " + q.takes + cmp.Or(q.reads, ", or what an arena's API answers.") +
			strings.TrimSuffix("\n"+q.more, "\n"),
		DisableSliceFlagSeparator: true,
		Action:                    func(_ context.Context, c *cli.Command) error { return q.run(h, c) },
	}
}

// run reads the request, asks and shows.
func (q *question) run(h host, c *cli.Command) error {
	request, rules, err := h.requestOf(c, q)
	if err != nil {
		return err
	}
	return q.answer(h, c, request, rules)
}

// answer asks and shows. Rules are as in [host.requestOf].
func (q *question) answer(h host, c *cli.Command, from members, rules any) error {
	request, err := json.Marshal(from)
	if err != nil {
		return err
	}
	asks := q.asks
	if _, is := from["text"]; is && q.texts != "" {
		asks = q.texts
	}
	var envelope struct {
		OK    json.RawMessage
		Error *op.Error
	}
	if err := json.Unmarshal(engine.Call(asks, request), &envelope); err != nil {
		return err
	}
	if envelope.Error != nil {
		return q.refused(c, envelope.Error)
	}
	var a answer
	if err := json.Unmarshal(envelope.OK, &a); err != nil {
		return err
	}
	show := q.show
	if c.Bool("json") {
		show = func(h host, _ answer) error {
			_, err := fmt.Fprintf(h.out, "%s\n", envelope.OK)
			return err
		}
	}
	if err := show(h, a); err != nil {
		return err
	}
	if q.fails == nil {
		return nil
	}
	if q.fails(a) {
		return errShown
	}
	if own(rules) || rules != nil && a.Missed+a.Summary.Missed > 0 {
		why := "not all of it is compared with the rules that it names: choose rules with -rulebook"
		if _, usual := rules.(usualRules); usual {
			why = "not all of it is compared with the usual rules: choose rules with -rulebook"
		} else if own(rules) {
			why = "it agrees with the rules that it brings itself: choose rules with -rulebook"
		}
		return fmt.Errorf("%s: %s", cmp.Or(c.Args().First(), "-"), why)
	}
	return nil
}

// refused returns the engine's refusal with the option that caused it. A member without
// an option comes from the file, if given.
func (q *question) refused(c *cli.Command, e *op.Error) error {
	file := c.Args().First()
	if file == "" && !q.asked(c) {
		file = "-"
	}
	for _, pair := range c.StringSlice("set") {
		if pointer, _, _ := strings.Cut(pair, "="); e.Field == pointer || strings.HasPrefix(e.Field, pointer+"/") {
			return wrongly(c, "%s: -set %s: %s", nameOf(c), e.Field, e.Message)
		}
	}
	for _, o := range slices.Concat(q.options, []option{{name: "rulebook"}}) {
		rest, of := strings.CutPrefix(e.Field+"/", "/"+o.member()+"/")
		switch {
		case !of || file != "" && !c.IsSet(o.name):
			continue
		case o.kind == plan && strings.HasSuffix(rest, "/win/"): // a chance, which no option gives
			return wrongly(c, "%s: -strength: %s", nameOf(c), e.Message)
		}
		return wrongly(c, "%s: -%s: %s", nameOf(c), o.name, e.Message)
	}
	text := strings.TrimPrefix(e.Field+": "+e.Message, ": ")
	if q.texts != "" {
		text = strings.TrimPrefix(text, "/text: ")
	}
	if file == "" {
		return wrongly(c, "%s: %s", nameOf(c), text)
	}
	return fmt.Errorf("%s: %s", file, text)
}
