package op

import (
	"encoding/json"
	"testing"
)

type Choices struct {
	Kind  string  `json:"kind,omitempty" op:"enum=a|b" doc:"A kind."`
	Inner []inner `json:"inner,omitempty" doc:"Inner."`
}

type chosen struct {
	Text string `json:"text" doc:"A text."`
	Choices
	Count *int `json:"count,omitempty" doc:"A count."`
}

// Members of an embedded struct stand beside those of the struct around it, both ways.
func TestEmbedded(t *testing.T) {
	o := Define("test.embedded", "Test.", func(req chosen) (chosen, error) { return req, nil })
	for _, text := range []string{
		`{"text":"x","kind":"a","inner":[{"score":1}],"count":2}`,
		`{"text":"x"}`,
	} {
		if got, want := string(o.Call([]byte(text))), `{"ok":`+text+`}`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	_, refusal := o.Answer([]byte(`{"text":"x","kind":"c"}`))
	if refusal == nil || refusal.Field != "/kind" {
		t.Errorf("refused with %v, want /kind named", refusal)
	}
}

// Programs that read a refusal with encoding/json get what its offers set.
func TestOffersAreRead(t *testing.T) {
	refusal := Refuse("/numbers", "two readings").Offering("1250", map[string]string{"numbers": "point"})
	var envelope struct{ Error *Error }
	if err := json.Unmarshal(Envelope(refusal), &envelope); err != nil {
		t.Fatal(err)
	}
	if offers := envelope.Error.Offers; len(offers) != 1 || string(offers[0].Set) != `{"numbers":"point"}` {
		t.Errorf("got %q", offers)
	}
}
