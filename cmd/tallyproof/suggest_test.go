package main

import (
	"strings"
	"testing"
)

// TestSuggests: a command, an option or an operation that is written wrongly gets the one
// that is near, and another word gets none.
func TestSuggests(t *testing.T) {
	for _, row := range []struct{ name, line, say string }{
		{"a letter missing", "verfy", `there is no command "verfy": did you mean verify?`},
		{"two letters swapped", "sing", `there is no command "sing": did you mean sign?`},
		{"below log", "log verfy", `there is no command "verfy": did you mean verify?`},
		{"below keyring", "keyring chek", `there is no command "chek": did you mean check?`},
		{"help", "help log keygne", `there is no command "log keygne": did you mean keygen?`},
		{"an option", "verify -kyes a", "verify: there is no option -kyes: did you mean -keys?"},
		{"an option with two hyphens", "log verify --kep a", "log verify: there is no option -kep: did you mean -kept?"},
		{"an operation", "call elo.expectd", `no operation is called "elo.expectd": did you mean elo.expected?`},
		{"another command", "publish", `there is no command "publish"`},
		{"another option", "verify -x", "verify: there is no option -x"},
		{"another operation", "call guess", `no operation is called "guess": tallyproof call, without a name, lists them`},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, _, errs := try(t.Context(), "", strings.Fields(row.line)...)
			if got, _, _ := strings.Cut(errs, "\n"); status == done || got != "tallyproof: "+row.say && got != "tallyproof: call: "+row.say {
				t.Errorf("%d, %q, want %s", status, errs, row.say)
			}
		})
	}
}
