package adversary

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof"
)

// Step is a request for somebody else's engine, or a link for a page, with the
// cases in it.
type Step struct {
	Op      string          `json:"op"`             // "" for a link
	Request json.RawMessage `json:"request"`        // of the operation, or in the link
	Pins    []Pin           `json:"pins,omitempty"` // on the reader's device, for a link

	cases  []*Case
	format string
}

// Pin is a key as a page keeps it.
type Pin struct {
	PublicKey string `json:"public_key"`
	Owner     string `json:"owner"`
	ID        string `json:"id,omitempty"`
	Arena     string `json:"arena,omitempty"`
	ValidFrom string `json:"valid_from,omitempty"`
	ValidTo   string `json:"valid_to,omitempty"`
	Since     string `json:"since"`
}

// Script returns a run for another place: at least n cases in requests, then links.
// The same seed makes the same.
func (m *Maker) Script(n, links int) (steps []Step) {
	for made := 0; made < n; {
		format := Pick(m.Rand, Formats)
		rows := slices.DeleteFunc(m.Block(160), func(c *Case) bool { return !c.isRow(format) })
		if len(rows) > 0 {
			req := batchRequest(rows, format)
			steps = append(steps, Step{Op: "proof.verify_batch", Request: encoded(req), cases: rows, format: format})
		}
		for range 20 {
			c := m.Case()
			steps = append(steps, Step{Op: "proof.verify", Request: encoded(c.Request()), cases: []*Case{c}})
		}
		made += len(rows) + 20
	}
	return append(steps, m.links(links)...)
}

// readerLinks is how many links one reader follows, one after the other.
const readerLinks = 6

// links are n links, of which a third bring proofs that nobody changed. Every move
// and every envelope is among 60 of them.
func (m *Maker) links(n int) (steps []Step) {
	missing := linkNames()
	whole := slices.DeleteFunc(slices.Clone(m.settings), func(set *Setting) bool { return set.flat })
	first := m.N(len(whole))
	var set *Setting
	for i := range n {
		if reader := i / readerLinks; i%readerLinks == 0 && reader%2 == 0 {
			set = whole[(first+reader/2)%len(whole)]
		} else if i%readerLinks == 0 {
			set = Pick(m.Rand, m.settings)
		}
		step := m.newLink(set, i%3 == 0, missing)
		for _, name := range step.brings(missing) {
			delete(missing, name)
		}
		steps = append(steps, step)
	}
	return steps
}

// linkNames returns the names of all moves on a proof and of all envelopes.
func linkNames() map[string]bool {
	names := map[string]bool{}
	for _, name := range append(MoveNames()[:len(moves)], Envelopes...) {
		names[name] = true
	}
	return names
}

// newLink returns a link with two of the missing names, or with one if that takes long,
// or with none. In front of flat records links cost most and bring least.
func (m *Maker) newLink(set *Setting, plain bool, missing map[string]bool) Step {
	best, tries := m.link(set, plain), 200
	if set.flat {
		tries = 8
	}
	for try, want := 0, 2; len(missing) > 0 && len(best.brings(missing)) < want && try < tries; try++ {
		if other := m.link(set, plain); len(other.brings(missing)) > len(best.brings(missing)) {
			best = other
		}
		if try == 8 {
			want = 1
		}
	}
	return best
}

// brings lists the moves that made the first case and the envelope that it came in,
// as far as they are wanted.
func (s *Step) brings(wanted map[string]bool) (names []string) {
	c := s.cases[0]
	for _, name := range append(slices.Clone(c.Moves), c.Origs[0].Envelope) {
		if wanted[name] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func encoded(req any) json.RawMessage {
	text, err := op.Encode(req)
	if err != nil {
		panic("adversary: " + err.Error())
	}
	return text
}

// link returns a link as a stranger sends it: with keys as older links had them, or as
// newer ones have, to a reader who pinned what the viewer of the case trusts.
// A plain one has the proof as its signer made it.
func (m *Maker) link(set *Setting, plain bool) Step {
	c := Plain(set, Pick(m.Rand, set.Originals))
	// a link with neither is not taken: the page says so
	for changed := plain; !changed; changed = c.Text != "" || c.Proof.Signature != "" {
		c = m.make(c.Options)
	}
	if !m.One(3) {
		m.bring(c.Options, func(e *Entry) { e.Owner, e.Status, e.Layout = "Mallory", "active", nil })
		c.Options.Candidates = append(c.Options.Candidates, entryOf(m.stranger, "Mallory", ""))
	}
	whole := c.Request()
	req := proof.VerifyRequest{Text: c.Text, Signature: c.Proof.Signature, Message: c.Message, Layout: whole.Layout,
		Weights: whole.Weights}
	if m.One(2) {
		req.Keys = Ring(c.Options.Candidates)
	} else {
		req.Brought = Ring(c.Options.Candidates)
	}
	step := Step{Request: encoded(req), Pins: []Pin{}, cases: []*Case{c}}
	for _, e := range set.Trust.all() {
		if set.Name != "demo" { // whose key comes with the page
			step.Pins = append(step.Pins, Pin{e.Hex, e.Owner, e.ID, e.Arena, e.ValidFrom, e.ValidTo, "2026-11-20"})
		}
	}
	return step
}

// Page is what a page shows of a proof.
type Page struct {
	State    string      `json:"state"`    // of the seal
	Sentence string      `json:"sentence"` // under it
	Key      string      `json:"key"`
	Signed   [][2]string `json:"signed"` // members listed as signed
	Text     string      `json:"text"`   // in its field
}

// Check lists what an answer to the step, or the page that the link opened,
// shows that nobody signed.
func (s *Step) Check(answer []byte) (all []string) {
	report := newReport()
	switch s.Op {
	case "":
		var p Page
		if err := json.Unmarshal(answer, &p); err != nil {
			return []string{err.Error()}
		}
		report.note("link", s.cases[0], p.check(s.cases[0]))
	case "proof.verify":
		if a, ok := AnswerIn(answer); ok {
			report.note("verify", s.cases[0], Check(s.cases[0], &a))
		}
	default:
		var batch struct{ Results []proof.Row }
		if err := json.Unmarshal(answer, &batch); err != nil {
			return []string{err.Error()}
		}
		for i := range batch.Results {
			if row := &batch.Results[i]; row.Index < len(s.cases) {
				report.note("batch", s.cases[row.Index], CheckRow(s.cases[row.Index], row))
			}
		}
	}
	if strings.Contains(string(answer), `"code":"internal"`) {
		all = append(all, string(answer))
	}
	if len(report.Found) > 0 {
		all = append(all, report.String())
	}
	return all
}

// check holds a page against what was signed.
func (p *Page) check(c *Case) []Finding {
	seal := p.State == "authentic" || p.State == "qualified"
	a := Answer{Verdict: p.State, Key: p.Key, Pinned: seal}
	e := c.Trust.Entry(p.Key)
	if seal && e != nil {
		a.Owner, a.Arena, a.Source, a.ValidFrom, a.ValidTo = e.Owner, e.Arena, e.Source, e.ValidFrom, e.ValidTo
		for _, pair := range p.Signed {
			a.Claims = append(a.Claims, Claim{Field: pair[0], Value: pair[1], Signed: true})
		}
	}
	all := Check(c, &a)
	if p.State == "authentic" && e != nil && !strings.Contains(p.Sentence, e.Owner) {
		all = append(all, found(Renamed, "%q does not say %s", p.Sentence, e.Owner))
	}
	if seal && fieldText(p.Text) != fieldText(c.Text) {
		all = append(all, found(Apart, "the field holds %q", p.Text))
	}
	if !seal && strings.HasPrefix(p.Sentence, "Signed by") {
		all = append(all, found(Strange, "%s: %s", p.State, p.Sentence))
	}
	return all
}

// fieldText returns a text as a field of a page holds it.
func fieldText(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// CheckAll holds the answers to a script against it, a line each. It reports how
// many cases there were and how many answers say that a signature holds, and
// counts fewer than a tenth as a fault.
func CheckAll(steps []Step, answers [][]byte) (said string, faults []string) {
	if len(answers) != len(steps) {
		return "", []string{fmt.Sprintf("%d answers to %d steps", len(answers), len(steps))}
	}
	count, asked, valid := 0, 0, 0
	for i := range steps {
		faults = append(faults, steps[i].Check(answers[i])...)
		count += len(steps[i].cases)
		if steps[i].Op != "proof.verify" {
			continue
		}
		asked++
		if a, ok := AnswerIn(answers[i]); ok && holds(&a) {
			valid++
		}
	}
	said = fmt.Sprintf("%d cases; of %d asked alone %d have a signature that holds", count, asked, valid)
	if valid*10 < asked {
		faults = append(faults, said+": want a tenth")
	}
	return said, faults
}
