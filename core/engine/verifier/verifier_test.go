package verifier

import (
	"slices"
	"testing"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Every operation of the verifier is the engine's own, and they have the engine's order.
func TestSubset(t *testing.T) {
	rest := engine.Catalogue
	for _, o := range Catalogue {
		i := slices.Index(rest, o)
		if i < 0 {
			t.Errorf("%s: the engine has no such operation after the one before", o.Name)
			continue
		}
		rest = rest[i+1:]
	}
	for _, o := range slices.Concat(proof.Ops, badge.Ops) {
		if !slices.Contains(Catalogue, o) {
			t.Errorf("%s: the verifier does not have it", o.Name)
		}
	}
	if len(Catalogue) >= len(engine.Catalogue) {
		t.Errorf("%d operations, the engine has %d: want fewer", len(Catalogue), len(engine.Catalogue))
	}
}

func TestCall(t *testing.T) {
	const request = `{"rating":1050,"opponent":1200}`
	const want = `{"error":{"code":"unknown-operation","field":"","message":"no operation is called \"elo.expected\": the catalogue lists them"}}`
	if got := string(Catalogue.Call("elo.expected", []byte(request))); got != want {
		t.Errorf("an operation of the engine alone: got %s, want %s", got, want)
	}
	if got, want := string(Catalogue.Call("proof.hash", []byte(`{"data":""}`))), string(engine.Call("proof.hash", []byte(`{"data":""}`))); got != want {
		t.Errorf("proof.hash: got %s, want %s", got, want)
	}
}
