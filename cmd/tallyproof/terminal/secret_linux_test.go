package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestSecret: a program whose standard input is a file asks at its terminal, which does not
// show the answer, and shows letters again after an interrupt.
func TestSecret(t *testing.T) {
	if os.Getenv("TALLYPROOF_ASKS") != "" { // the program that the test starts
		text, err := Secret("Passphrase: ")
		fmt.Printf("%q %v", text, err)
		os.Exit(0)
	}
	for _, row := range []struct {
		name, typed, out string
		status           int
	}{
		{"an answer", "open sesame\n", `"open sesame" <nil>`, 0},
		{"an interrupt", "open\x03", "", interrupted},
		{"no terminal", "", `"" ` + ErrNone.Error(), 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			program := exec.Command(os.Args[0], "-test.run=^TestSecret$")
			program.Env = append(os.Environ(), "TALLYPROOF_ASKS=1")
			var out, shown bytes.Buffer
			program.Stdout = &out
			program.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if row.typed == "" {
				program.Run()
			} else {
				typeAt(t, program, row.typed, &shown)
			}
			if got := program.ProcessState.ExitCode(); got != row.status || out.String() != row.out {
				t.Errorf("%d, %q; want %d, %q", got, &out, row.status, row.out)
			}
			if row.typed != "" && (!strings.HasPrefix(shown.String(), "Passphrase: ") || strings.Contains(shown.String(), "open")) {
				t.Errorf("the terminal shows %q", &shown)
			}
		})
	}
}

// typeAt runs a program at a terminal of its own, and types when the terminal shows no letters.
func typeAt(t *testing.T, program *exec.Cmd, typed string, shown io.Writer) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	program.Stdin = screen
	program.SysProcAttr.Setctty = true
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	shows := func() bool {
		state, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
		return err != nil || state.Lflag&unix.ECHO != 0
	}
	for late := time.Now().Add(time.Minute); shows() && time.Now().Before(late); {
		time.Sleep(time.Millisecond)
	}
	if _, err := io.WriteString(keyboard, typed); err != nil {
		t.Fatal(err)
	}
	program.Wait()
	if !shows() {
		t.Error("the terminal does not show letters again")
	}
	screen.Close()
	io.Copy(shown, keyboard) // until nobody has the terminal
}
