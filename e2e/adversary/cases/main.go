// Command cases writes hostile proofs for tests in a browser, a JSON object a
// line, and checks what the browser said of them.
//
//	go run ./e2e/adversary/cases -seed 7 -n 10000 -links 100 > cases.jsonl
//	go run ./e2e/adversary/cases -seed 7 -n 10000 -links 100 -check answers.jsonl
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/tallyproof/tallyproof/e2e/adversary"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the cases")
	n := flag.Int("n", 10_000, "how many cases, at least")
	links := flag.Int("links", 100, "how many links")
	answers := flag.String("check", "", "file with what was said, a line for each case")
	flag.Parse()
	if err := run(*seed, *n, *links, *answers); err != nil {
		fmt.Fprintln(os.Stderr, "cases:", err)
		os.Exit(1)
	}
}

func run(seed uint64, n, links int, answers string) error {
	settings, err := adversary.Load(".")
	if err != nil {
		return err
	}
	steps := adversary.NewMaker(settings, seed).Script(n, links)
	if answers == "" {
		return write(steps)
	}
	text, err := os.ReadFile(answers)
	if err != nil {
		return err
	}
	said, faults := adversary.CheckAll(steps, bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")))
	fmt.Println(said)
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		return fmt.Errorf("seed %d: %d faults", seed, len(faults))
	}
	return nil
}

func write(steps []adversary.Step) error {
	out := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for i := range steps {
		if err := lines.Encode(&steps[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}
