package main

import (
	"context"
	"encoding/json"
	"flag"
	"io"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// callCommand runs the operation on the request it reads, prints the envelope
// and a newline, and fails when that is an error.
func callCommand(_ context.Context, args []string, h host) error {
	flags := flag.NewFlagSet("call", flag.ContinueOnError)
	if err := parse(flags, args, 1); err != nil {
		return err
	}
	request, err := io.ReadAll(io.LimitReader(h.in, op.BulkLimit+1)) // one byte more is refused
	if err != nil {
		return err
	}
	answer := engine.Call(flags.Arg(0), request)
	if _, err := h.out.Write(append(answer, '\n')); err != nil {
		return err
	}
	var envelope struct{ Error json.RawMessage }
	if err := json.Unmarshal(answer, &envelope); err != nil {
		return err
	}
	if envelope.Error != nil {
		return errShown
	}
	return nil
}
