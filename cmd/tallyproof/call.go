package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

// callCommand runs the operation on the request it reads, prints the envelope
// and a newline, and fails when that is an error. Without a name it lists the operations.
func callCommand(h host) *cli.Command {
	return &cli.Command{
		Name: "call", Usage: "run one operation of the engine on the JSON in standard input", ArgsUsage: "[OPERATION]",
		Category: "Engine",
		Description: "Prints {\"ok\": …} or {\"error\": …}, the same bytes as callJSON of the browser's engine. The API " +
			"answers what is inside.\nWithout OPERATION it lists all of them. Without an input, or with a terminal as the " +
			"input, the request is {}.",
		Action: func(_ context.Context, c *cli.Command) error {
			if err := arguments(c, 0, 1); err != nil {
				return err
			}
			if !c.Args().Present() {
				return h.listOperations()
			}
			request, err := h.callRequest()
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
			if _, found := engine.Find(c.Args().First()); !found {
				return fmt.Errorf("call: no operation is called %q%s", c.Args().First(),
					cmp.Or(nearOperation(c.Args().First()), ": tallyproof call, without a name, lists them"))
			}
			if envelope.Error != nil {
				return errShown
			}
			return nil
		},
	}
}

// callRequest returns the JSON in standard input, {} if nothing is there: some operations want
// no more, and nobody types a request at a terminal.
func (h host) callRequest() ([]byte, error) {
	if terminal.Is(h.in) {
		return []byte("{}"), nil
	}
	request, err := io.ReadAll(io.LimitReader(h.in, op.BulkLimit+1)) // one byte more is refused
	switch {
	case err != nil:
		return nil, err
	case len(bytes.TrimSpace(request)) == 0:
		return []byte("{}"), nil
	}
	return request, inUTF8("standard input", request)
}

// listOperations prints each operation with what it does.
func (h host) listOperations() error {
	var rows [][]string
	for _, operation := range engine.Catalogue {
		rows = append(rows, []string{operation.Name, operation.Doc})
	}
	return terminal.Table(h.out, []string{"Operation", "What it does"}, rows)
}
