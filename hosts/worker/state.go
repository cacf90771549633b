//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/syumai/workers/cloudflare"

	"github.com/tallyproof/tallyproof/site/web/translog"
)

// state keeps what the log signed last in a Durable Object, LogState of log-state.mjs.
type state struct{ stub *cloudflare.DurableObjectStub }

// logState returns the state bound as LOG_STATE, or nil.
func logState() (translog.Memory, error) {
	all, err := cloudflare.NewDurableObjectNamespace("LOG_STATE")
	if err != nil {
		return nil, nil // it is not bound
	}
	stub, err := all.Get(all.IdFromName("log"))
	if err != nil {
		return nil, err
	}
	return state{stub}, nil
}

// Load returns the text.
func (s state) Load(context.Context) (string, error) { return s.ask(map[string]string{}) }

// Swap replaces the text if it is still the old one.
func (s state) Swap(_ context.Context, old, new string) (string, error) {
	return s.ask(map[string]string{"old": old, "next": new})
}

// ask sends a request, which has a body in any case: the library gives one to a GET too.
func (s state) ask(of map[string]string) (string, error) {
	body, err := json.Marshal(of)
	if err != nil {
		return "", err
	}
	request, err := http.NewRequest(http.MethodPost, "https://log-state.invalid/", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	answer, err := s.stub.Fetch(request)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("LOG_STATE answers %d", answer.StatusCode)
	}
	return string(text), err
}
