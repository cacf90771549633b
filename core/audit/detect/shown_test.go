package detect

import "testing"

func TestShown(t *testing.T) {
	for _, c := range []struct{ text, number, unit, lead, word, state string }{
		{`{"score": 800, "result": "win", "elo_before": 1000, "elo_after": 1092, "elo_change": 29, "opponent_elo": 1200,
			"match_id": "m", "verified": true, "attempt_number": 1, "score_breakdown": {"correctness": 650,
			"token_efficiency": 150, "total": 800}}`, "+29", "to 1029", "", "One number is wrong", "wrong"},
		{`{"match_id": "m", "score": 120, "score_breakdown": {"precision": 120, "total": 120}}`, "120", "of 1000", "",
			"The numbers add up", "plain"},
		{`{"tasks_passed": 73, "total_tasks": 91}`, "80.2 %", "73 of 91", "", "Nothing to compare", "plain"},
		{"https://example.org/a", "", "", "Paste the text, not its address.", "Nothing was fetched", "plain"},
		{"hello", "", "", "No score in this text.", "Nothing was kept", "plain"},
		{"{\"a\": 1,\n \"b\" 2}", "", "", "This JSON breaks at line 2, column 6.", "Nothing was kept", "plain"},
		{"", "", "", "No score in this text.", "Nothing was kept", "plain"},
	} {
		got, err := Detect(DetectRequest{Text: c.text})
		s := got.Shown
		if err != nil || s == nil {
			t.Errorf("%.30s: %v, shown %v", c.text, err, s)
			continue
		}
		if s.Number != c.number || s.Unit != c.unit || s.Lead != c.lead || s.Word != c.word || s.State != c.state {
			t.Errorf("%.30s: got %q %q %q %q %q, want %q %q %q %q %q", c.text, s.Number, s.Unit, s.Lead, s.Word, s.State,
				c.number, c.unit, c.lead, c.word, c.state)
		}
	}
	got, _ := Detect(DetectRequest{Text: `{"a": [1, 2`})
	if want := "Copy all of it, to the last bracket."; got.Shown.Text != want {
		t.Errorf("a text that is cut off: %q, want %q", got.Shown.Text, want)
	}
}

func TestRuler(t *testing.T) {
	got, _ := Detect(DetectRequest{Text: `{"match_id": "m", "score": 980, "result": "win"}`})
	r := got.Shown.Ruler
	if r == nil || len(r.Zones) != 3 || r.Side != "end" || r.At != 98 {
		t.Fatalf("ruler %+v", r)
	}
	end := 0.0
	for _, z := range r.Zones {
		if z.Start != end || (z.On == "on") != (z.Label == "win") {
			t.Errorf("zone %+v begins at %v", z, end)
		}
		end = z.Start + z.Width
	}
	if end != 100 {
		t.Errorf("zones end at %v", end)
	}
}
