package message

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"
)

// Where both know the verb, the text is fmt's.
func TestSprintfEqualsFmt(t *testing.T) {
	tests := []struct {
		format string
		args   []any
	}{
		{"plain", nil},
		{"", nil},
		{"100 %% of it", nil},
		{"%s and %s", []any{"a", "b"}},
		{"%d of %d", []any{3, int64(-4)}},
		{"%q", []any{"a \"b\" é \x00"}},
		{"%v %v %v", []any{0.1, 1e21, math.Inf(-1)}},
		{"%t", []any{true}},
		{"%v: %s", []any{errors.New("no"), time.Second}},
	}
	for _, tt := range tests {
		if got, want := Sprintf(tt.format, tt.args...), fmt.Sprintf(tt.format, tt.args...); got != want {
			t.Errorf("Sprintf(%q) = %q, want %q", tt.format, got, want)
		}
	}
}

func TestSprintfPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"too few":      func() { Sprintf("%s %s", "a") },
		"too many":     func() { Sprintf("a", 1) },
		"unknown verb": func() { Sprintf("%x", 1) },
		"flag":         func() { Sprintf("%.2f", 1.0) },
		"open end":     func() { Sprintf("100 %") },
		"unknown kind": func() { Sprintf("%v", struct{}{}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}
