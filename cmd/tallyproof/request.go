package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/audit/detect"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	encodings "github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/named"
)

// members is a request being put together.
type members map[string]any

// read reads a whole file, or standard input for "-".
func (h host) read(file string, most int64) ([]byte, error) {
	in := h.in
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer opened.Close()
		in = opened
	}
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s: more than %d bytes: want at most that many", file, most)
	}
	return text, err
}

// readText reads a whole text, as read does.
func (h host) readText(file string, most int64) ([]byte, error) {
	text, err := h.read(file, most)
	if err != nil {
		return nil, err
	}
	return text, inUTF8(file, text)
}

// inUTF8 refuses UTF-16, which its mark tells, in the words of verify: an audit would find
// nothing to compare in it.
func inUTF8(file string, text []byte) error {
	if found := encodings.Encoding(string(text[:min(len(text), 2)])); found != "" { // the mark of UTF-8 has three bytes
		return fmt.Errorf("%s: found %s", file, found)
	}
	return nil
}

// named reads the file that an option names, or standard input for "-".
func (h host) named(option, file string, most int64) ([]byte, error) {
	if file != "-" {
		return named.Read(option, file, most)
	}
	text, err := h.read(file, most)
	if err != nil {
		return nil, fmt.Errorf("%s %w", option, err)
	}
	return text, nil
}

// requestOf reads the request of a command: from a file, which may be an arena's
// document, with the values of options. It also returns the rules that the file chooses,
// or the usual ones if it chooses none; nil if an option chooses them.
func (h host) requestOf(c *cli.Command, q *question) (request members, rules any, err error) {
	if err := arguments(c, 0, 1); err != nil {
		return nil, nil, err
	}
	if request, err = h.given(c, q); err != nil {
		return nil, nil, err
	}
	rules = request["rulebook"]
	for _, o := range q.options {
		if !c.IsSet(o.name) {
			if _, given := request[o.member()]; !given && o.usual != nil {
				request[o.member()] = o.usual
			}
			continue
		}
		value, err := o.value(c)
		if err != nil {
			return nil, nil, err
		}
		request[o.member()] = value
	}
	if err := request.set(c); err != nil {
		return nil, nil, err
	}
	if rulebook := c.String("rulebook"); rulebook != "" && (c.IsSet("rulebook") || request["rulebook"] == nil) {
		request["rulebook"], rules = rulebook, usualRules(rulebook)
	}
	if _, inText := request["rulebook"].(textRules); inText {
		delete(request, "rulebook")
	}
	if c.IsSet("rulebook") || slices.ContainsFunc(c.StringSlice("set"),
		func(pair string) bool { return strings.HasPrefix(pair, "/rulebook=") }) {
		rules = nil
	}
	return request, rules, nil
}

// usualRules names a command's default rules.
type usualRules string

// textRules are the rules that a text chooses. They count more than the usual ones, and
// stay in the text: the operation then tells that the text has chosen them.
type textRules json.RawMessage

// own reports whether rules that a file chooses are not built-in ones.
func own(rules any) bool {
	if raw, inText := rules.(textRules); inText {
		return raw[0] == '{'
	}
	_, whole := rules.(map[string]any)
	return whole
}

// given returns the request in the file that is named, or in standard input. Options
// alone are enough, too.
func (h host) given(c *cli.Command, q *question) (members, error) {
	file := c.Args().First()
	if file == "" && (terminal.Is(h.in) || q.asked(c)) {
		if q.asked(c) {
			return members{}, nil
		}
		return nil, wrongly(c, "%s: want a file, - for standard input, or options", c.Name)
	}
	if file == "" {
		file = "-"
	}
	text, err := h.readText(file, op.BulkLimit)
	if err != nil {
		return nil, err
	}
	if len(strings.TrimSpace(string(text))) == 0 && c.Args().Len() == 0 {
		return nil, wrongly(c, "%s: want a file, - for standard input, or options", c.Name)
	}
	if q.texts != "" {
		if request := challengeIn(text); request != nil {
			return request, nil
		}
	}
	return q.recognize(h, file, text)
}

// recognize reads a request, or a text of an arena that turns into one.
func (q *question) recognize(h host, file string, text []byte) (members, error) {
	if len(text) <= op.SmallLimit {
		found, err := detect.Detect(detect.DetectRequest{Text: string(text)})
		if err != nil {
			return nil, err
		}
		recognized := false
		for _, p := range append(found.Also, prefilled(found)...) {
			if p.Operation == q.takes {
				text, recognized = p.Request, true
			}
		}
		if recognized {
			h.remark(file, found)
		}
	}
	if _, err := jcs.Parse(text); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	request := members{}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&request); err != nil || request == nil {
		return nil, fmt.Errorf("%s: want a JSON object: a request of %s, or what an arena answers", file, q.takes)
	}
	return request, nil
}

// challengeIn returns a request with the text of a challenge in it; nil for one of
// audit.challenge.
func challengeIn(text []byte) members {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err == nil && object["submissions"] == nil {
		return nil
	}
	request := members{"text": string(text)}
	if rulebook := object["rulebook"]; rulebook != nil {
		request["rulebook"] = textRules(rulebook)
	}
	return request
}

// mostClaims is the number of a file's false claims to list.
const mostClaims = 20

// remark says what a file of an arena was taken for, and what it claims that the rules do
// not give: the answer has only what the rules give.
func (h host) remark(file string, found detect.DetectResponse) {
	say := func(text string) { fmt.Fprintf(h.err, "tallyproof: %s: %s\n", words.Plain(file), words.Plain(text)) }
	say(found.Sentence)
	differ := 0
	for _, f := range found.Findings {
		if f.Severity != audit.Difference {
			continue
		}
		if differ++; differ <= mostClaims {
			say(fmt.Sprintf("%s: the file claims %s, the rules give %s", f.Label, f.Claimed, f.Recomputed))
		}
	}
	if differ > mostClaims {
		say(fmt.Sprintf("%d more values differ", differ-mostClaims))
	}
}

func prefilled(found detect.DetectResponse) []detect.Prefill {
	if found.Prefill == nil {
		return nil
	}
	return []detect.Prefill{*found.Prefill}
}

// set puts the values of -set into a request, each at its JSON Pointer.
func (m members) set(c *cli.Command) error {
	for _, pair := range c.StringSlice("set") {
		pointer, text, ok := strings.Cut(pair, "=")
		if !ok || !strings.HasPrefix(pointer, "/") || len(pointer) < 2 {
			return wrongly(c, "-set %s: want /member/of/the/request=value", pair)
		}
		if err := put(map[string]any(m), strings.Split(pointer[1:], "/"), valueOf(text)); err != nil {
			return wrongly(c, "-set %s: %v", pair, err)
		}
	}
	return nil
}

// valueOf returns a value as strict JSON, or else the text itself.
func valueOf(text string) any {
	if _, err := jcs.Parse([]byte(text)); err != nil {
		return text
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return text
	}
	return value
}

var unescape = strings.NewReplacer("~1", "/", "~0", "~")

// put puts a value at a path of members, and makes the objects on the way.
func put(into map[string]any, path []string, value any) error {
	name := unescape.Replace(path[0])
	if len(path) == 1 {
		into[name] = value
		return nil
	}
	if list, ok := into[name].([]any); ok {
		return putElement(list, path[1:], value)
	}
	inside, ok := into[name].(map[string]any)
	if !ok {
		if into[name] != nil {
			return fmt.Errorf("%s is no object", name)
		}
		inside = map[string]any{}
		into[name] = inside
	}
	return put(inside, path[1:], value)
}

// putElement puts a value into an element of a list that is there.
func putElement(list []any, path []string, value any) error {
	i, err := strconv.Atoi(path[0])
	if err != nil || i < 0 || i >= len(list) {
		return fmt.Errorf("%s: want an index below %d", path[0], len(list))
	}
	if len(path) == 1 {
		list[i] = value
		return nil
	}
	inside, ok := list[i].(map[string]any)
	if !ok {
		return fmt.Errorf("element %d is no object", i)
	}
	return put(inside, path[1:], value)
}
