package terminal

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/term"
)

// ErrNone is a program that runs without a terminal.
var ErrNone = errors.New("there is no terminal to ask at")

// interrupted is the exit status of a program that ends while it asks, as of shells.
const interrupted = 130

// Secret asks at the terminal for a text that the terminal does not show. Standard input and
// output may be files. A signal makes the terminal show letters again and ends the program.
func Secret(prompt string) ([]byte, error) {
	in, out := "/dev/tty", "/dev/tty"
	if runtime.GOOS == "windows" {
		in, out = "CONIN$", "CONOUT$"
	}
	reads, err := os.OpenFile(in, os.O_RDWR, 0)
	if err != nil {
		return nil, ErrNone
	}
	defer reads.Close()
	writes, err := os.OpenFile(out, os.O_RDWR, 0)
	if err != nil {
		return nil, ErrNone
	}
	defer writes.Close()
	before, err := term.GetState(int(reads.Fd()))
	if err != nil {
		return nil, ErrNone
	}
	signals, answered := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	defer close(answered)
	go func() {
		select {
		case <-signals:
			_ = term.Restore(int(reads.Fd()), before)
			fmt.Fprintln(writes)
			os.Exit(interrupted)
		case <-answered:
		}
	}()
	fmt.Fprint(writes, prompt)
	text, err := term.ReadPassword(int(reads.Fd()))
	fmt.Fprintln(writes)
	return text, err
}
