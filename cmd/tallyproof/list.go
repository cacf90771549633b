package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/many"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// A list is read and verified in parts, so that its length does not matter. The
// first part is as long as one proof may be, to tell one from the other.
const (
	firstPart = op.SmallLimit + 1
	partSize  = 1 << 20
)

// isList reports whether a text, of which this is the beginning, has several
// proofs, or is too long for one.
func isList(start []byte) bool {
	rows, refusal := many.NewRows(string(start), nil, len(start) == firstPart)
	return refusal == nil && !rows.IsOne() && len(bytes.TrimSpace(start)) > 0
}

// listed is the answer for one proof of several, as a line of JSON.
type listed struct {
	File    string   `json:"file"`
	Index   *int     `json:"index,omitempty"` // in its list
	Line    int      `json:"line,omitempty"`  // of its file, from 1, if the list has one proof a line
	Verdict string   `json:"verdict"`
	Reason  string   `json:"reason,omitempty"`
	Name    string   `json:"name,omitempty"` // whose score it is, and of which submission, as signed
	Submits string   `json:"submission,omitempty"`
	Score   *float64 `json:"score,omitempty"`
}

// place cites the proof as messages cite lines of files: proofs.jsonl:777. In an array or a
// table, whose rows may have several lines, it has its index: proofs.json[776]. Behind that
// are the signed names.
func (l *listed) place(file string) string {
	switch {
	case l.Line > 0:
		file += ":" + strconv.Itoa(l.Line)
	case l.Index != nil:
		file += fmt.Sprintf("[%d]", *l.Index)
	}
	var names []string
	for _, name := range []string{l.Name, l.Submits} {
		if name != "" && l.Index != nil {
			names = append(names, words.Called(name))
		}
	}
	if len(names) > 0 {
		file += " (" + strings.Join(names, ", ") + ")"
	}
	return file
}

// listed returns what is printed of a row.
func (v *verifier) listed(name string, row *proof.Row) listed {
	l := listed{File: name, Index: &row.Index, Verdict: row.Verdict, Reason: row.Reason, Name: row.Name, Score: row.Score}
	_, l.Submits = row.Signed().Text(record.MeansSubmission)
	if v.byLine {
		l.Line = row.Index + 1
	}
	return l
}

// list verifies a list part by part.
func (v *verifier) list(name string, text []byte, in io.Reader) error {
	count := terminal.NewProgress(v.h.err)
	defer count.Clear()
	rows, refusal := many.NewRows(string(text), nil, true)
	v.byLine = refusal == nil && rows.State().Format == jsonLines
	var part *many.Part
	for ends := false; !ends || len(text) > 0; {
		if part != nil && part.Format == jsonLines && !part.Skip && !ends {
			var err error
			if text, err = v.lines(name, text, in, part, count); err != nil {
				return err
			}
		}
		var err error
		if text, ends, err = v.part(name, text, in, &part, count); err != nil {
			return err
		}
		if part.Format == "end" {
			break
		}
	}
	count.Clear()
	v.bad = v.bad || part.Counted.Authentic == 0 // also if there are no proofs
	return v.counted(name, part.Counted)
}

// part verifies the next part of a list, and returns the beginning of the one after it.
func (v *verifier) part(name string, text []byte, in io.Reader, part **many.Part,
	count *terminal.Progress) ([]byte, bool, error) {
	text, ends, err := readMore(text, in)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", name, err)
	}
	was := *part
	if was == nil {
		was = &many.Part{}
	}
	answer, err := proof.VerifyBatch(proof.VerifyBatchRequest{Text: string(text), Keys: v.ring, At: v.at, Want: v.want,
		Part: was, More: !ends})
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", name, err)
	}
	*part = answer.Next
	count.Show(answer.Sentence)
	return append(text[:0], text[answer.Used:]...), ends, v.rows(name, answer.Results, count)
}

// readMore reads on until there is a part to verify. ends is whether that is all.
func readMore(text []byte, in io.Reader) (_ []byte, ends bool, err error) {
	want := len(text) + partSize
	if len(text) < partSize {
		want = partSize
	}
	for len(text) < want {
		if len(text) == cap(text) {
			text = append(make([]byte, 0, want), text...)
		}
		n, err := in.Read(text[len(text):min(want, cap(text))])
		text = text[:len(text)+n]
		if err == io.EOF {
			return text, true, nil
		} else if err != nil {
			return text, false, err
		}
	}
	return text, false, nil
}

// rows prints the rows of a part: in JSON all of them, else those that are not
// authentic.
func (v *verifier) rows(name string, rows []proof.Row, count *terminal.Progress) error {
	for i := range rows {
		row := v.listed(name, &rows[i])
		if row.Verdict != "authentic" {
			v.bad = true
			v.summary.add(row)
		}
		if v.quiet || !v.json && row.Verdict == "authentic" {
			continue
		}
		count.Clear()
		if err := v.line(row); err != nil {
			return err
		}
	}
	return nil
}

// line prints one proof of several.
func (v *verifier) line(l listed) error {
	if v.json {
		return printJSON(v.h.out, l)
	}
	verdict := terminal.Painted(terminal.Paints(v.h.out), terminal.VerdictStyle(l.Verdict),
		fmt.Sprintf("%-13s", l.Verdict))
	_, err := fmt.Fprintf(v.h.out, "%s  %s  %s\n", verdict, words.Plain(l.place(l.File)), words.Plain(l.Reason))
	return err
}

// counted prints how many proofs of a list have each verdict.
func (v *verifier) counted(name string, of *many.Summary) error {
	v.summary.count(name, of)
	sentence := of.Sentence()
	switch {
	case v.quiet, v.json:
		return nil
	case v.several:
		sentence = words.Plain(name) + ": " + sentence
	}
	_, err := fmt.Fprintln(v.h.out, sentence)
	return err
}

// jsonLines is the format of a list whose rows can be told apart without reading
// them, so that parts of it are verified at the same time.
const jsonLines = "lines"

// batch is a part of a list that is being verified.
type batch struct {
	answer proof.VerifyBatchResponse
	err    error
	done   chan struct{}
}

// lines verifies whole lines, as many parts at a time as there are processors, and
// prints them in order. It goes on to the end, or to a line longer than a part,
// and returns what it has not used. part is brought up to date.
func (v *verifier) lines(name string, text []byte, in io.Reader, part *many.Part,
	count *terminal.Progress) ([]byte, error) {
	var queue []*batch
	for ends := false; !ends; {
		var err error
		if text, ends, err = readMore(text, in); err != nil {
			return text, fmt.Errorf("%s: %w", name, err)
		}
		whole := bytes.LastIndexByte(text, '\n') + 1
		if whole == 0 {
			break // the line is longer than a part
		}
		queue = append(queue, v.start(string(text[:whole]), *part))
		part.Row += bytes.Count(text[:whole], []byte{'\n'})
		text = append(make([]byte, 0, partSize), text[whole:]...)
		if len(queue) == runtime.GOMAXPROCS(0) {
			if err := v.finish(name, queue[0], part, count); err != nil {
				return text, err
			}
			queue = queue[1:]
		}
	}
	for _, b := range queue {
		if err := v.finish(name, b, part, count); err != nil {
			return text, err
		}
	}
	return text, nil
}

// start begins to verify whole lines.
func (v *verifier) start(text string, part many.Part) *batch {
	b := &batch{done: make(chan struct{})}
	part.Counted = nil
	go func() {
		defer close(b.done)
		b.answer, b.err = proof.VerifyBatch(proof.VerifyBatchRequest{Text: text, Keys: v.ring, At: v.at, Want: v.want,
			Part: &part, More: true})
	}()
	return b
}

// finish waits for a batch, and prints and counts it.
func (v *verifier) finish(name string, b *batch, part *many.Part, count *terminal.Progress) error {
	<-b.done
	if b.err != nil {
		return fmt.Errorf("%s: %w", name, b.err)
	}
	part.Counted.Add(&b.answer.Summary)
	count.Show(part.Counted.Sentence())
	return v.rows(name, b.answer.Results, count)
}
