package engine

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// What would stop a host for others is refused before the work, over HTTP.
func TestRefusedBeforeTheWork(t *testing.T) {
	for _, row := range []struct{ operation, request, field, detail string }{
		{"reward.decay", `{"rulebook":"term","curve":"exponential","rate":0.05,"to":99999}`, "/to", "bytes of answer: want at most 4194304 here; ask for fewer epochs"},
		{"elo.project", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.5,"loss":0.5,"count":100000}]}`, "/plan", "about 10000000 bytes of answer: want at most 4194304 here; ask for fewer matches"},
		{"explain.forecast", `{"rulebook":"clawdiators","rating":1000,"matches":0,"plan":[{"opponent":1000,"win":0.5,"loss":0.5,"count":100000}]}`, "/plan", "ask for fewer matches"},
		{"score.sensitivity", `{"rulebook":"airena","samples":1000000,"submissions":[` + strings.TrimSuffix(counting(`{"id":"s#","dimensions":{"correctness":1,"speed":50,"quality":50,"process":50}},`, 30_000), ",") + `]}`, "/samples", "microseconds of work: want at most 1000000 here; ask for fewer samples"},
		{"proof.verify_batch", `{"text":"[` + strings.Repeat("0,", 90_000) + `0]"}`, "/text", "bytes of answer: want at most 4194304 here; ask for fewer rows"},
		{"proof.verify_batch", `{"text":"[` + strings.Repeat("0,", 500_000) + `0]"}`, "", "the request has up to 500003 values: want at most 200000 here"},
	} {
		res := HTTP(Request{Method: http.MethodPost, Path: Prefix + "/" + row.operation, Body: []byte(row.request)})
		var p Problem
		if err := json.Unmarshal(res.Body, &p); err != nil {
			t.Fatal(err)
		}
		if res.Status != 413 || p.Code != "too-large" || p.Field != row.field || !strings.Contains(p.Detail, row.detail) {
			t.Errorf("%s: status %d, %s, %s: %s\nwant 413, %s: %s", row.operation, res.Status, p.Code, p.Field, p.Detail, row.field, row.detail)
		}
	}
}
