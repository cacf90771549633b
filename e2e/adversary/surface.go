package adversary

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// refused reports whether an error is an answer to a request that is not as it
// should be, and a finding if it is another.
func refused(err error) []Finding {
	var e *op.Error
	if errors.As(err, &e) && e.Code != "internal" {
		return nil
	}
	return []Finding{found(Broken, "%v", err)}
}

// guard turns a panic into a finding.
func guard(all *[]Finding) {
	if r := recover(); r != nil {
		*all = append(*all, found(Broken, "panic: %v", r))
	}
}

// Verify gives a case to proof.verify.
func (c *Case) Verify() (a Answer, all []Finding) {
	defer guard(&all)
	res, err := proof.Verify(c.Request())
	if err != nil {
		return a, refused(err)
	}
	a = AnswerOf(&res)
	all = Check(c, &a)
	if a.Verdict == "authentic" && c.Options.Layout != nil {
		plain, options := *c, *c.Options
		options.Layout, plain.Options = nil, &options
		if res, err := proof.Verify(plain.Request()); err != nil || res.Verdict != "authentic" {
			all = append(all, found(Brought, "without it: %s", res.Verdict))
		}
	}
	return a, all
}

// Badge gives a case to badge.render.
func (c *Case) Badge(kind, variant string, carry bool) (verdict string, all []Finding) {
	defer guard(&all)
	res, err := badge.Render(c.badgeRequest(kind, variant, carry))
	if err != nil {
		return "", refused(err)
	}
	if res.Verdict != "authentic" || kind != "verified" && res.Message == "not in this proof" ||
		res.Message == "key of another arena" {
		if strings.Contains(res.Message+res.Note, "verified") || strings.HasPrefix(res.Message, "claims") || res.Carries {
			all = append(all, found(Strange, "a badge says %q with the verdict %s", res.Message, res.Verdict))
		}
		return res.Verdict, all
	}
	a := Answer{Verdict: "authentic", Pinned: true}
	value := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(res.Message, "claims "), kind+" "), " verified")
	var trusted []Finding
	for _, o := range c.Origs {
		e := c.Trust.Entry(o.Key)
		if e == nil {
			continue
		}
		a.Key = o.Key
		this := append(o.allowed(c, &a, e), o.onBadge(kind, variant, value, res.Label)...)
		if len(this) == 0 {
			return res.Verdict, nil
		}
		trusted = this
	}
	if trusted == nil {
		trusted = []Finding{found(Strange, "a badge says %q", res.Message)}
	}
	return res.Verdict, append(all, trusted...)
}

// onBadge compares a badge with what the signer meant.
func (o *Original) onBadge(kind, variant, value, label string) (all []Finding) {
	means := o.Means[kind]
	for _, name := range map[string][]string{"rank": {"rank", "place", "position"}, "tier": {"tier"}, "result": {"result", "outcome"}}[kind] {
		if claim, ok := o.Claims[name]; ok {
			means = append(means, claim.Value)
		}
	}
	if kind != "verified" && !slices.Contains(means, value) {
		all = append(all, found(Mistaken, "a badge says %s %q, meant was %q", kind, value, means))
	}
	for _, part := range strings.Split(label, " · ") {
		if part != "" && !slices.ContainsFunc(slices.Concat(o.Means["agent"], o.Means["arena"]),
			func(name string) bool { return inLine(name) == inLine(part) }) {
			all = append(all, found(Mistaken, "a badge names %q", part))
		}
	}
	return all
}

// inLine returns a text in one line, without what isolates it from the words around it.
func inLine(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("\u2068", "", "\u2069", "").Replace(text)), " ")
}

// Batch gives cases of the same options to proof.verify_batch, and answers with
// the rows by the index of their case.
func Batch(cases []*Case, format string) (rows []proof.Row, all []Finding) {
	defer guard(&all)
	res, err := proof.VerifyBatch(batchRequest(cases, format))
	if err != nil {
		return nil, refused(err)
	}
	return res.Results, nil
}

// Formats of many documents.
var Formats = []string{"lines", "array", "column", "cells"}

// documents returns the text of many documents.
func documents(cases []*Case, format string) string {
	var b strings.Builder
	switch format {
	case "array":
		b.WriteString("[")
	case "column":
		b.WriteString("note;Proof\n") // a column of another name must begin with a document
	case "cells":
		b.WriteString(strings.Join(cellNames, ",") + "\n")
	}
	for i, c := range cases {
		switch format {
		case "lines":
			b.WriteString(line(c.Text) + "\n")
		case "array":
			if i > 0 {
				b.WriteString(",\n")
			}
			b.WriteString(line(c.Text))
		case "column":
			b.WriteString("x;" + cell(c.Text) + "\n")
		case "cells":
			r := recordIn(c.Text)
			for i, name := range cellNames {
				if i > 0 {
					b.WriteString(",")
				}
				b.WriteString(cell(plain(first(r, name))))
			}
			b.WriteString("\n")
		}
	}
	if format == "array" {
		b.WriteString("]")
	}
	return b.String()
}

// cellNames are the columns of a table of flat records.
var cellNames = append([]string{"evaluator_signature", "evaluator_pubkey", "version", "correctness", "speed",
	"quality", "process", "evaluated_at", "code_hash", "metadata", "notes", "attempts", "passed_tests", "scoring_weights",
	"elo_before"}, names...)

func line(text string) string {
	return strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(text))
}

func cell(text string) string {
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// OfRow is what a row of a batch shows.
func OfRow(row *proof.Row) Answer {
	a := Answer{Verdict: row.Verdict, Agent: row.Name}
	if row.Score != nil {
		a.Score = number(*row.Score)
	}
	return a
}

// CheckRow lists what a row shows that no signer of the case meant. The key of a
// row is not known: it may be that of any original.
func CheckRow(c *Case, row *proof.Row) (all []Finding) {
	a := OfRow(row)
	if row.Score != nil && (math.IsNaN(*row.Score) || math.IsInf(*row.Score, 0)) {
		return []Finding{found(Broken, "the score of a row is %v", *row.Score)}
	}
	if a.Verdict != "authentic" && a.Verdict != "qualified" {
		return nil
	}
	a.Pinned = true
	least := []Finding{found(Strange, "a row is %s", a.Verdict)}
	for _, o := range c.Origs {
		e := c.Trust.Entry(o.Key)
		if e == nil {
			continue
		}
		this := o.means(&a)
		if a.Verdict == "authentic" {
			this = append(this, o.allowed(c, &a, e)...)
		}
		if len(this) == 0 {
			return nil
		}
		least = this
	}
	return least
}

// Same reports how a row differs from the answer of proof.verify for the same
// text.
func Same(row *proof.Row, a *Answer) (all []Finding) {
	if row.Verdict != a.Verdict {
		return []Finding{found(Apart, "batch is %s, verify %s", row.Verdict, a.Verdict)}
	}
	if row.Score != nil && number(*row.Score) != a.Score {
		all = append(all, found(Apart, "the score of a row is %v, verify has %q", *row.Score, a.Score))
	}
	if row.Name != "" && !slices.ContainsFunc(a.Claims, func(c Claim) bool { return c.Signed && c.Value == row.Name }) {
		all = append(all, found(Apart, "the name of a row is %q, which verify does not show as signed", row.Name))
	}
	return all
}

func number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return fmt.Sprint(x)
	}
	return shown(strconv.FormatFloat(x, 'g', -1, 64)).Value
}
