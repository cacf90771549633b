package proof

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// formatNames are the formats in words.
var formatNames = []string{
	"data-integrity", "A W3C Data Integrity proof (eddsa-jcs-2022).",
	"flat", "A flat record that carries its own signature.",
	"dsse", "A DSSE envelope.",
	"jws", "A JSON Web Signature.",
	"minisign", "A minisign signature.",
	"signify", "A signify signature.",
	"sshsig", "An SSH signature.",
	"note", "A signed note.",
	"tlog-proof", "A transparency log proof.",
	"raw", "A bare signature.",
}

// checks are all checks of a document whose signature is not false, in the
// order of PROOFS: those that failed still leave the others to tell.
func (v *verifier) checks(o *outcome, r *record) []Check {
	var list []Check
	add := func(id, status, said string) { list = append(list, Check{id, status, said}) }
	add("format", pass, o.st.formatSaid())
	list = append(list, o.signatureCheck())
	o.but = map[string]string{}
	status, said := v.keyCheck(o, r)
	add("key", status, said)
	if !o.strict && !o.zip215 {
		return list
	}
	if r.value == nil {
		for _, id := range []string{"code", "arithmetic", "weights"} {
			add(id, skipped, "What is signed is no score record.")
		}
	} else {
		weights, fromRecord := v.weightsOf(r)
		status, said = v.codeCheck(r)
		add("code", status, said)
		status, said, o.recomputed = v.arithmeticCheck(r, weights)
		add("arithmetic", status, said)
		status, said = v.weightsCheck(r, weights, fromRecord)
		add("weights", status, said)
	}
	status, said = coverageCheck(o, r)
	add("coverage", status, said)
	status, said = v.timeCheck(o, r)
	add("time", status, said)
	status, said = logCheck(o.st.log)
	add("log", status, said)
	return list
}

// keyCheck tells whose the key is, and whether it is sound.
func (v *verifier) keyCheck(o *outcome, r *record) (status, said string) {
	if o.key == nil || !o.strict && !o.zip215 {
		return unknown, "No key that is known here belongs to this signature."
	}
	switch p := v.prepareAll([][]byte{o.key})[0].properties(); {
	case !p.Canonical:
		return fail, say("The key %s is not the one encoding of its point.", shortKey(o.key))
	case p.SmallOrder:
		return fail, say("The key %s is of small order: anyone can sign anything with it.", shortKey(o.key))
	case !p.PrimeOrder:
		return fail, say("The key %s lies outside the prime-order subgroup, as no honestly made key does.", shortKey(o.key))
	}
	switch {
	case o.pin != nil && o.pin.revoked():
		o.but["key"] = "the key is revoked"
		return fail, say("The key %s of %s is revoked.", shortKey(o.key), nameOf(o.pin))
	case o.pin != nil:
		if said, brief := o.pin.forbids(o.st, r.signed); said != "" {
			o.but["key"] = brief
			return fail, said
		}
		return pass, say("The key %s is listed as that of %s.", shortKey(o.key), nameOf(o.pin))
	case o.changed != nil:
		return fail, say("The key %s is not the one listed for %s, %s.", shortKey(o.key), o.whose, shortKey(o.changed.bytes))
	case o.st.key != nil:
		return unknown, say("The key %s came with the document, which proves nothing about who made it.", shortKey(o.key))
	}
	return unknown, say("The key %s is not listed.", shortKey(o.key))
}

// codeCheck compares the file's hash with the record's.
func (v *verifier) codeCheck(r *record) (status, said string) {
	name, text := r.textOf(codeNames)
	switch {
	case name == "":
		return unknown, "The record has no hash of the submitted code."
	case !v.hasCode:
		return skipped, "Drop your code to check its hash."
	}
	want, ok := codeHash(text)
	if !ok {
		return fail, say("The record's %s is not a SHA-256 hash: %s.", name, op.Quote(text))
	}
	got := sum256(v.code)
	if got == want {
		return pass, say("The SHA-256 of your code, %s, is the record's %s.", short(got[:]), name)
	}
	if difference, found := codeVariant(v.code, want); found {
		return fail, say("The code that was scored differs from yours only in this: it has %s.", difference)
	}
	return fail, say("The SHA-256 of your code is %s, the record's %s is %s: the code that was scored is another.", short(got[:]), name, short(want[:]))
}

// short is the beginning of a hash, to recognize it by.
func short(sum []byte) string { return string(appendHex(nil, sum[:4])) + "…" }

// weightsOf are the weights to recompute with: those given, else the record's,
// else those of the rulebook that was given, else none.
func (v *verifier) weightsOf(r *record) (weights map[string]float64, fromRecord bool) {
	if len(v.weights) > 0 {
		return v.weights, false
	}
	if _, weights, ok := r.weights(); ok {
		return weights, true
	}
	if v.rb == nil {
		return nil, false
	}
	own := map[string]float64{}
	for _, d := range v.rb.Dimensions {
		if d.Weight != nil {
			own[d.Key] = *d.Weight
		}
	}
	return own, false
}

// rulebookOf is the rulebook given, else AiRENA's for a record with its four
// dimensions, else nil.
func (v *verifier) rulebookOf(r *record) *rulebook.Rulebook {
	if v.rb != nil {
		return v.rb
	}
	if v.airena == nil {
		v.airena, _ = rulebook.ID("airena").Resolve()
	}
	if scores, _ := r.dimensions(v.airena); len(scores) != len(v.airena.Dimensions) {
		return nil
	}
	return v.airena
}

// Recomputed is a record's total beside the one its dimensions make.
type Recomputed struct {
	Field    string                `json:"field" doc:"The record's member that has the total."`
	Claimed  float64               `json:"claimed" doc:"The total it claims."`
	Agrees   bool                  `json:"agrees" doc:"Whether the recomputed total rounds to the claimed one."`
	Rounded  bool                  `json:"rounded,omitempty" doc:"Whether they agree only because the record rounds: the two numbers differ."`
	Defaults bool                  `json:"defaults,omitempty" doc:"Whether the rules' default weights were taken, for want of the challenge's: then it proves nothing."`
	Score    score.ComputeResponse `json:"score" doc:"The recomputed total and its parts, as score.compute answers."`
}

// arithmeticCheck recomputes the total from the record's dimensions.
func (v *verifier) arithmeticCheck(r *record, weights map[string]float64) (status, said string, got *Recomputed) {
	rb := v.rulebookOf(r)
	if rb == nil {
		return unknown, "The record's dimensions are those of no rules known here, so its total cannot be recomputed.", nil
	}
	name, claimed, ok := r.score()
	if !ok {
		return unknown, "The record has no total to recompute.", nil
	}
	scores, _ := r.dimensions(rb)
	if len(scores) == 0 {
		return unknown, "The record has no dimension scores to recompute the total from.", nil
	}
	made, err := recompute(rb, scores, weights)
	if err == nil {
		same := agrees(claimed, made.Score)
		got = &Recomputed{name, claimed, same, same && math.Abs(claimed-made.Score) > exactly, len(weights) == 0, made}
	}
	total := shown(made.Score)
	switch {
	case len(weights) == 0 && err != nil:
		return unknown, noWeights, nil
	case len(weights) == 0:
		return unknown, say(noWeights+" The default weights of %s would make %s; the record's %s is %s.", rb.Name, total, name, op.Show(claimed)), got
	case err != nil:
		return unknown, say("The total cannot be recomputed: %s.", err.Error()), nil
	case got.Rounded:
		return pass, say("The total recomputes to %s by the rules of %s, and the record rounds it to %s.", total, rb.Name, op.Show(claimed)), got
	case got.Agrees:
		return pass, say("The total recomputes to %s by the rules of %s.", total, rb.Name), got
	}
	return fail, say("The record's %s is %s; its dimensions and weights make %s by the rules of %s.", name, op.Show(claimed), total, rb.Name), got
}

// exactly is how far two totals may be apart that are shown as the same.
const exactly = 1e-9

const noWeights = "The record does not carry the challenge's weights, so its total cannot be recomputed."

// recompute is the total by the weights, or by the rulebook's own without any.
func recompute(rb *rulebook.Rulebook, scores, weights map[string]float64) (score.ComputeResponse, error) {
	req := score.ComputeRequest{Rulebook: rulebook.Resolved(rb), Weights: weights, Verified: true, Measurements: map[string]score.Measurement{}}
	for key, x := range scores {
		req.Measurements[key] = score.Measurement{Score: &x}
	}
	return score.Compute(req)
}

// agrees says whether the recomputed total rounds to what was written, at its
// number of decimals.
func agrees(claimed, total float64) bool {
	decimals := 0
	if _, fraction, ok := strings.Cut(op.Show(claimed), "."); ok {
		decimals = min(len(fraction), 12)
	}
	return math.Abs(claimed-total) <= 0.5/math.Pow10(decimals)+exactly
}

// shown is a recomputed total with at most six decimals.
func shown(x float64) string {
	text := strconv.FormatFloat(x, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// weightsCheck tells whether the weights sum to the whole, and whether those
// given are the record's.
func (v *verifier) weightsCheck(r *record, weights map[string]float64, fromRecord bool) (status, said string) {
	if len(weights) == 0 {
		return unknown, "The record does not carry the challenge's weights, and none were given."
	}
	sum := 0.0
	for _, key := range slices.Sorted(maps.Keys(weights)) {
		sum += weights[key]
	}
	if percent := sum > 50; percent && math.Abs(sum-100) > 0.1 || !percent && math.Abs(sum-1) > 0.001 {
		return fail, say("The weights sum to %s, not to 1 or 100 %.", shown(sum))
	}
	if name, own, ok := r.weights(); ok && !fromRecord && !sameWeights(own, weights) {
		return fail, say("The weights given are not those of the record's %s.", name)
	}
	whose := "The weights given"
	if fromRecord {
		whose = "The record's weights"
	} else if len(v.weights) == 0 {
		whose = "The rulebook's weights"
	}
	return pass, say("%s sum to 100 %.", whose)
}

// sameWeights compares two lists of weights, as fractions.
func sameWeights(a, b map[string]float64) bool {
	if len(a) != len(b) {
		return false
	}
	unitA, unitB := unit(a), unit(b)
	for key, x := range a {
		y, ok := b[key]
		if !ok || math.Abs(x/unitA-y/unitB) > 1e-9 {
			return false
		}
	}
	return true
}

// unit is 100 where weights are percentages, else 1.
func unit(weights map[string]float64) float64 {
	sum := 0.0
	for _, key := range slices.Sorted(maps.Keys(weights)) {
		sum += weights[key]
	}
	if sum > 50 {
		return 100
	}
	return 1
}

// coverageCheck tells what is inside the signed bytes. It fails if the score, a
// part it is made of, or another member that pages show is not; if the bytes
// leave open what they mean; and if what they mean rests on a layout that came
// with the request.
func coverageCheck(o *outcome, r *record) (status, said string) {
	if r.value == nil {
		return unknown, "What is signed is no score record, so there is no score to cover."
	}
	_, signed, unsigned := r.claims()
	unsigned = namesBut(unsigned, isKeyMember) // the signature itself tells the key
	name, _, scored := r.score()
	switch shown := namesBut(unsigned, func(name string) bool { return !hasMeaning(name) }); {
	case o.st.open != "":
		return fail, o.st.open
	case scored && !slices.Contains(signed, name):
		return fail, say("The score is not inside the signed bytes: anyone could have changed it.%s", alsoUnsigned(unsigned, name))
	case !scored && len(unsigned) > 0:
		return fail, say("No score is inside the signed bytes, and these members are not: %s.", some(unsigned))
	case len(r.differs) > 0:
		o.but["coverage"] = "the record says more than the signature covers"
		return fail, say("The signed bytes and the record beside them differ in %s: only what is signed counts.", some(r.differs))
	case len(shown) > 0:
		o.but["coverage"] = "the signature does not cover all of the record"
		return fail, say("The score is inside the signed bytes, but what stands beside it is not: %s.", some(unsigned))
	case o.given:
		o.but["coverage"] = "the layout came with the request"
		return fail, "The layout of the signed bytes came with the request: only one that is listed with the key counts."
	case !scored:
		return unknown, "The whole record is signed, but it has no score."
	case len(unsigned) == 0:
		return pass, "The score and every other member are inside the signed bytes."
	}
	return pass, say("The score is inside the signed bytes. Not signed: %s.", some(unsigned))
}

func alsoUnsigned(unsigned []string, but string) string {
	rest := namesBut(unsigned, func(name string) bool { return name == but })
	if len(rest) == 0 {
		return ""
	}
	return say(" Not signed either: %s.", some(rest))
}

// clockAllowance is how far clocks may be apart, in seconds.
const clockAllowance = 300

// dated is a time the document gives.
type dated struct {
	name, text string
	at         instant.Instant
	signed     bool
}

// timeCheck holds the document's times against one another, the time of
// checking and the key's validity.
func (v *verifier) timeCheck(o *outcome, r *record) (status, said string) {
	times, broken := timesOf(o, r)
	if broken != "" {
		return fail, broken
	}
	for _, t := range times {
		if v.at.Known && t.at.Seconds > v.at.Seconds+clockAllowance {
			return fail, say("%s %s is in the future.", t.name, t.text)
		}
	}
	if len(times) == 2 && times[0].at.Seconds < times[1].at.Seconds {
		return fail, say("It was signed at %s, before %s %s.", times[0].text, times[1].name, times[1].text)
	}
	if end, ok := instant.Parse(o.st.expires); ok && end.Known && v.at.Known && end.Compare(v.at) < 0 {
		return fail, say("The signature expired at %s.", o.st.expires)
	}
	if status, said := v.outsideWindow(o, times); status != "" {
		return status, said
	}
	if len(times) == 0 {
		return unknown, "The document does not say when it was evaluated or signed."
	}
	t := times[len(times)-1]
	if !t.signed {
		return unknown, say("%s says %s, but that is not signed.", t.name, t.text)
	}
	return pass, say("%s says %s.", t.name, t.text)
}

// timesOf are the time of signing and the time of evaluation, as far as the
// document gives them. broken says that one of them is not a time.
func timesOf(o *outcome, r *record) (times []dated, broken string) {
	add := func(name, text string, signed bool) {
		at, ok := instant.Parse(text)
		switch {
		case text == "" || broken != "":
		case !ok:
			broken = say("%s is %s, not %s.", name, op.Quote(text), instant.Want)
		default:
			times = append(times, dated{name, text, at, signed})
		}
	}
	add("created", o.st.created, o.st.dated)
	name, text := r.textOf(whenNames)
	add(name, text, name != "" && r.cover(name))
	return times, broken
}

// outsideWindow is the check's answer where the key was not valid when it
// signed, or that cannot be told; else its status is "". The time of signing is the
// first that is signed, else the time of checking.
func (v *verifier) outsideWindow(o *outcome, times []dated) (status, said string) {
	if o.pin == nil || o.pin.from == "" && o.pin.to == "" {
		return "", ""
	}
	at, words := v.at, "now"
	for _, t := range times {
		if t.signed {
			at, words = t.at, "at "+t.text
			break
		}
	}
	switch {
	case !at.Known:
		return unknown, "The key is listed with dates, and nothing signed says when it was used."
	case o.pin.from != "" && at.Compare(o.pin.fromAt) < 0:
		return fail, say("The key is valid from %s, and it was used %s.", o.pin.from, words)
	case o.pin.to != "" && at.Compare(o.pin.toAt) >= 0:
		return fail, say("The key is valid until %s, and it was used %s.", o.pin.to, words)
	}
	return "", ""
}

// logCheck tells the record's place in a transparency log.
func logCheck(log *inclusion) (status, said string) {
	if log == nil {
		return skipped, "The document carries no proof of a transparency log."
	}
	return pass, say("The log %s holds it at index %s of %s.", log.origin, strconv.FormatInt(log.index, 10), strconv.FormatInt(log.size, 10))
}
