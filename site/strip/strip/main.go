// Command strip rewrites modules that Go linked as site build does the engine:
//
//	go run ./site/strip/strip FILE…
package main

import (
	"fmt"
	"os"

	"github.com/tallyproof/tallyproof/site/strip"
)

func main() {
	for _, file := range os.Args[1:] {
		if err := rewrite(file); err != nil {
			fmt.Fprintf(os.Stderr, "strip: %s: %v\n", file, err)
			os.Exit(1)
		}
	}
}

func rewrite(file string) error {
	module, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if module, err = strip.Wasm(module); err != nil {
		return err
	}
	return os.WriteFile(file, module, 0o600)
}
