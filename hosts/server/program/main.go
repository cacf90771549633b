// Command program serves the site of a checkout while somebody works on it. tallyproof
// serve -watch compiles it anew when Go code changes, and starts it in its own place:
//
//	program OPTIONS
//
// with [server.Options] in JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/tallyproof/tallyproof/hosts/server"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: program OPTIONS")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	if err := serve(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "tallyproof:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, options string) error {
	var o server.Options
	if err := json.Unmarshal([]byte(options), &o); err != nil {
		return err
	}
	o.Log = os.Stderr
	return server.Serve(ctx, o, os.Stdout)
}
