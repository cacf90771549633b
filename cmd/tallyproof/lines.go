package main

import (
	"bytes"
	"fmt"
	"io"
	"runtime"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/many"
)

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
func (v *verifier) lines(name string, text []byte, in io.Reader, part *many.Part, count *progress) ([]byte, error) {
	var queue []*batch
	for ends := false; !ends; {
		if err := v.ctx.Err(); err != nil {
			return text, fmt.Errorf("%s: stopped", name)
		}
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
		b.answer, b.err = proof.VerifyBatch(proof.VerifyBatchRequest{Text: text, Keys: v.ring, At: v.at, Part: &part, More: true})
	}()
	return b
}

// finish waits for a batch, and prints and counts it.
func (v *verifier) finish(name string, b *batch, part *many.Part, count *progress) error {
	<-b.done
	if b.err != nil {
		return fmt.Errorf("%s: %w", name, b.err)
	}
	part.Counted.Add(&b.answer.Summary)
	count.show(part.Counted.Sentence())
	return v.rows(name, b.answer.Results, count)
}
