// Command program compiles a program for js/wasm as tallyproof build does the engine,
// with build tags that the site does not have:
//
//	go run ./site/build/program -tags trap wasm/engine FILE
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/tallyproof/tallyproof/site/build/gowasm"
)

func main() {
	tags := flag.String("tags", "", "build tags")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: program [-tags TAGS] PROGRAM FILE")
		os.Exit(2)
	}
	if err := compile(flag.Arg(0), flag.Arg(1), *tags); err != nil {
		fmt.Fprintln(os.Stderr, "program:", err)
		os.Exit(1)
	}
}

func compile(program, file, tags string) error {
	compiled, err := gowasm.Compile(context.Background(), ".", program, tags)
	if err != nil {
		return err
	}
	return os.WriteFile(file, compiled, 0o600)
}
