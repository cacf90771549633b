package engine

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

// FuzzOperations asks every operation what its examples ask, and what the search makes
// of that. Operations with the same type of request share their examples.
func FuzzOperations(f *testing.F) {
	for i, o := range Catalogue {
		seeds := 0
		for _, e := range examples(f) {
			if from, _ := Find(e.op); from.Name == o.Name || sameRequest(from, o) {
				f.Add(uint(i), e.request)
				seeds++
			}
		}
		if seeds == 0 {
			f.Errorf("%s has no example", o.Name)
		}
	}
	f.Fuzz(func(t *testing.T, operation uint, request []byte) {
		if len(request) > 1<<14 {
			return // long requests only slow the search down
		}
		checkAnswer(t, Catalogue[operation%uint(len(Catalogue))], request)
	})
}

// Answers to random requests keep what [checkAnswer] asks.
func TestAnswersAreSound(t *testing.T) {
	for _, o := range Catalogue {
		t.Run(o.Name, func(t *testing.T) {
			g := newGenerator(t, o)
			for range randomRequests(o.Name) {
				checkAnswer(t, o, g.request())
			}
		})
	}
}

// checkAnswer holds what is true of every answer: it is strict JSON of the
// envelope's shape, never internal, without a number that is none even in its
// texts, the same twice, and refusals and warnings point to a value of the
// request or to a member that one lacks.
func checkAnswer(t *testing.T, o op.Op, request []byte) {
	t.Helper()
	given := bytes.Clone(request)
	envelope := o.Call(request)
	if !bytes.Equal(request, given) {
		t.Fatalf("%s changes its request %s\nto %s", o.Name, given, request)
	}
	if again := o.Call(request); !bytes.Equal(again, envelope) {
		t.Fatalf("%s %s\nanswers %s\nthen %s", o.Name, request, envelope, again)
	}
	v, err := jcs.Parse(envelope)
	if err != nil || v.Kind != jcs.Object || len(v.Items) != 1 || v.Items[0].Kind != jcs.Object {
		t.Fatalf("%s %s\nanswers %s: not an envelope (%v)", o.Name, request, envelope, err)
	}
	for _, word := range []string{"NaN", "+Inf", "-Inf", "Infinity", "∞", "%!"} {
		if bytes.Contains(envelope, []byte(word)) && !bytes.Contains(request, []byte(word)) {
			t.Fatalf("%s %s\nanswers %s: it says %s", o.Name, request, envelope, word)
		}
	}
	if res := v.Get("ok"); res != nil {
		if warnings := res.Get("warnings"); warnings != nil {
			for _, w := range warnings.Items {
				if !leads(w.Get("field").Str, request) {
					t.Fatalf("%s %s\nanswers %s: the warning's field %s leads nowhere", o.Name, request, envelope, w.Get("field").Str)
				}
			}
		}
		return
	}
	e := v.Get("error")
	code, field, message := e.Get("code"), e.Get("field"), e.Get("message")
	offers := e.Get("offers")
	if len(e.Items) != 3 && (offers == nil || len(e.Items) != 4) || code == nil || field == nil || message == nil || message.Str == "" {
		t.Fatalf("%s %s\nanswers %s: want code, field and message, and maybe offers", o.Name, request, envelope)
	}
	if offers != nil {
		for _, offer := range offers.Items {
			set := offer.Get("set")
			if label := offer.Get("label"); label == nil || label.Str == "" || set == nil || set.Kind != jcs.Object || len(set.Items) == 0 {
				t.Fatalf("%s %s\nanswers %s: want a label and members in each offer", o.Name, request, envelope)
			}
		}
	}
	switch code.Str {
	case op.Malformed, op.TooLarge:
		if field.Str != "" {
			t.Fatalf("%s %s\nanswers %s: want no field", o.Name, request, envelope)
		}
	case op.Invalid, op.Expired:
		if !leads(field.Str, request) {
			t.Fatalf("%s %s\nanswers %s: the field leads nowhere", o.Name, request, envelope)
		}
	default:
		t.Fatalf("%s %s\nanswers %s", o.Name, request, envelope)
	}
}

// leads tells whether a JSON Pointer (RFC 6901) leads to a value of the text,
// or to a member that an object of it lacks.
func leads(pointer string, text []byte) bool {
	if pointer == "" {
		return true
	}
	at, err := jcs.Parse(text)
	if err != nil || pointer[0] != '/' {
		return false
	}
	v, steps := &at, strings.Split(pointer[1:], "/")
	for i, step := range steps {
		name := strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch v.Kind {
		case jcs.Object:
			if v = v.Get(name); v == nil {
				return i == len(steps)-1
			}
		case jcs.Array:
			n, err := strconv.Atoi(step)
			if err != nil || n < 0 || n >= len(v.Items) {
				return false
			}
			v = &v.Items[n]
		default:
			return false
		}
	}
	return true
}

func TestLeads(t *testing.T) {
	const text = `{"a":[{"b/c":1,"~":2}],"d":null}`
	tests := []struct {
		pointer string
		want    bool
	}{
		{"", true}, {"/a", true}, {"/a/0", true}, {"/a/0/b~1c", true}, {"/a/0/~0", true}, {"/missing", true}, {"/a/0/missing", true},
		{"a", false}, {"/a/1", false}, {"/a/-", false}, {"/missing/too", false}, {"/d/x", false}, {"/a/0/b/c", false},
	}
	for _, tt := range tests {
		if got := leads(tt.pointer, []byte(text)); got != tt.want {
			t.Errorf("%q: got %t, want %t", tt.pointer, got, tt.want)
		}
	}
}
