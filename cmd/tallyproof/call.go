package main

import (
	"context"
	"encoding/json"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// callCommand runs the operation on the request it reads, prints the envelope
// and a newline, and fails when that is an error.
func callCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "call", Usage: "run one operation of the engine on the JSON in standard input", ArgsUsage: "OPERATION", Category: "Engine",
		Description: "Prints {\"ok\": …} or {\"error\": …}, the same bytes as callJSON of the browser's engine. The API answers what is inside.\nExample: echo '{\"rating\":1050,\"opponent\":1200}' | tallyproof call elo.expected",
		Action: func(_ context.Context, c *cli.Command) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			request, err := io.ReadAll(io.LimitReader(h.in, op.BulkLimit+1)) // one byte more is refused
			if err != nil {
				return err
			}
			answer := engine.Call(c.Args().First(), request)
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
		},
	}
}
