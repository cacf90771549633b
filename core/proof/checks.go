package proof

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/envelope"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/proof/text"
	"github.com/tallyproof/tallyproof/core/words"
)

// checks returns all checks of a document whose signature is not false, in the
// order of the package comment. A check that fails does not stop the others.
func (v *verifier) checks(o *outcome, r *record.Record) []Check {
	list := make([]Check, 0, 9)
	add := func(id, status, said string) { list = append(list, checked(id, status, said)) }
	add("format", pass, o.st.FormatSaid())
	list = append(list, o.signatureCheck())
	o.but = map[string]string{}
	status, said := v.keyCheck(o, r)
	add("key", status, said)
	if !o.strict && !o.zip215 {
		return list
	}
	if r.Value == nil {
		for _, id := range []string{"code", "arithmetic", "weights"} {
			add(id, skipped, "What is signed is no score record.")
		}
	} else {
		weights, fromRecord := v.weightsOf(r)
		status, said = v.codeCheck(r)
		add("code", status, said)
		status, said, o.recomputed = v.arithmeticCheck(o, r, weights)
		add("arithmetic", status, said)
		status, said = v.weightsCheck(o, r, weights, fromRecord)
		add("weights", status, said)
	}
	status, said = v.coverageCheck(o, r)
	add("coverage", status, said)
	status, said = v.timeCheck(o, r)
	add("time", status, said)
	status, said = v.logCheck(o, r)
	add("log", status, said)
	return list
}

// keyCheck names the owner of the key and reports whether the key is sound.
func (v *verifier) keyCheck(o *outcome, r *record.Record) (status, said string) {
	if o.key == nil || !o.strict && !o.zip215 {
		return unknown, "No key that is known here belongs to this signature."
	}
	switch p := v.prepareAll([][]byte{o.key})[0].Properties(); {
	case !p.Canonical:
		return fail, fmt.Sprintf("The key %s is not the one encoding of its point.", key.Short(o.key))
	case p.SmallOrder:
		return fail, fmt.Sprintf("The key %s is of small order: anyone can sign anything with it.", key.Short(o.key))
	case !p.PrimeOrder:
		return fail, fmt.Sprintf("The key %s lies outside the prime-order subgroup, as no honestly made key does.",
			key.Short(o.key))
	}
	switch said := o.foreignIssuer(); {
	case said != "":
		o.but["key"] = "its issuer is another key"
		return fail, said
	case o.pin != nil && o.pin.Revoked():
		o.but["key"] = "the key is revoked"
		return fail, fmt.Sprintf("The key %s of %s is revoked.", key.Short(o.key), nameOf(o.pin))
	case o.pin != nil:
		if said, brief := o.pin.Forbids(o.st.Use, r.Signed); said != "" {
			o.but["key"] = brief
			return fail, said
		}
		if v.brief {
			return pass, ""
		}
		said = fmt.Sprintf("%s belongs to %s.", key.Short(o.key), nameOf(o.pin))
		return pass, strings.TrimSpace(said + " " + o.otherIssuer())
	case o.changed != nil:
		return fail, fmt.Sprintf("The key %s is not the one listed for %s, %s.", key.Short(o.key), o.whose,
			key.Short(o.changed.Bytes))
	case o.st.Key != nil:
		return unknown, fmt.Sprintf("The key %s came with the document, which proves nothing about who made it.",
			key.Short(o.key))
	}
	return unknown, fmt.Sprintf("The key %s is not listed.", key.Short(o.key))
}

// codeCheck compares the file's hash with the record's.
func (v *verifier) codeCheck(r *record.Record) (status, said string) {
	name, str := r.TextOf(record.CodeNames)
	switch {
	case name == "":
		return unknown, "The record has no hash of the submitted code."
	case !v.hasCode:
		return skipped, "Add the code to match its hash."
	}
	want, ok := codeHash(str)
	if !ok {
		return fail, fmt.Sprintf("The record's %s is not a SHA-256 hash: %s.", name, op.Quote(str))
	}
	got := sha256.Sum256(v.code)
	if got == want {
		return pass, fmt.Sprintf("The SHA-256 of your code, %s, is the record's %s.", short(got[:]), name)
	}
	if difference, found := codeVariant(v.code, want); found {
		return fail, fmt.Sprintf("The code that was scored differs from yours only in this: it has %s.", difference)
	}
	return fail, fmt.Sprintf("The SHA-256 of your code is %s, the record's %s is %s: the code that was scored is "+
		"another.", short(got[:]), name, short(want[:]))
}

// short returns the beginning of a hash, to recognize it by.
func short(sum []byte) string { return string(text.AppendHex(nil, sum[:4])) + "…" }

// coverageCheck describes what is inside the signed bytes. It fails if the score, a
// part it is made of, or another member that pages show is not; if what the request
// wants is missing; if the bytes
// leave open what they mean, or have no number where readers look for one; and if what
// they mean rests on a layout that came with the request.
func (v *verifier) coverageCheck(o *outcome, r *record.Record) (status, said string) {
	switch {
	case r.Value == nil && isBareHash(o.st.Plain()):
		o.but["coverage"] = "the signature covers only a hash"
		return fail, "The signed bytes are a bare hash, which does not say what was hashed."
	case r.Value == nil && o.st.IsCheckpoint() && len(v.want) > 0:
		o.but["coverage"] = "it is the checkpoint of a log, not a score"
		return fail, "What is signed is the checkpoint of a log and no score record."
	case r.Value == nil && o.st.IsCheckpoint():
		return unknown, "What is signed is the checkpoint of a log and no score record, so there is no score to cover."
	case r.Value == nil && slices.ContainsFunc(o.st.Beside, v.isShown):
		return fail, fmt.Sprintf("No score record is inside the signed bytes, and these members are not: %s.",
			text.Some(o.st.Beside))
	case r.Value == nil:
		o.but["coverage"] = "the signature covers no record"
		return fail, "The signed bytes are no record, a JSON object, so they do not say which value is the score, or whose."
	}
	signed, unsigned := r.Members()
	unsigned = record.NamesBut(unsigned, r.IsKey)
	name, _, scored := r.Score()
	misfit, means, misfits := r.Signed.MisfitNumber()
	scoreless := !scored && len(unsigned) > 0
	missing := v.lacks(r.Signed)
	unsigned = append(unsigned, v.beside(o.st)...) // which a format may have, and nobody need look at
	switch shown := record.NamesBut(unsigned, func(name string) bool { return !v.isShown(name) }); {
	case o.st.Open != "":
		return fail, o.st.Open
	case misfits:
		misfit = words.Called(misfit)
		o.but["coverage"] = misfit + " is no number"
		return fail, fmt.Sprintf("The signed member %s is no JSON number, and other readers may take it for the %s.", misfit,
			means)
	case scored && !slices.Contains(signed, name):
		return fail, fmt.Sprintf("The score is not inside the signed bytes: anyone could have changed it.%s",
			alsoUnsigned(unsigned, name))
	case scoreless || !scored && len(shown) > 0:
		return fail, fmt.Sprintf("No score is inside the signed bytes, and these members are not: %s.", text.Some(unsigned))
	case len(r.Differs) > 0:
		o.but["coverage"] = "the record says more than the signature covers"
		return fail, fmt.Sprintf("The signed bytes and the record beside them differ in %s: only what is signed counts.",
			text.Some(r.Differs))
	case len(shown) > 0:
		o.but["coverage"] = "the signature does not cover all of the record"
		return fail, fmt.Sprintf("The score is inside the signed bytes, but what stands beside it is not: %s.",
			text.Some(unsigned))
	case o.given:
		o.but["coverage"] = "the layout came with the request"
		return fail, "The layout of the signed bytes came with the request: only one that is listed with the key counts."
	case len(missing) > 0:
		said, o.but["coverage"] = lackSaid(missing)
		return fail, said
	case !scored:
		return unknown, "The whole record is signed, but it has no score."
	case len(unsigned) == 0:
		return pass, "Every member is inside the signature."
	}
	return pass, fmt.Sprintf("The score is inside the signed bytes. Not signed: %s.", text.Some(unsigned))
}

// beside returns the names of unsigned members around a record: in its envelope, and in
// another proof of a set if a reader may take them for a part of the record.
func (v *verifier) beside(st *envelope.Statement) []string {
	apart := record.NamesBut(st.Apart, func(name string) bool { return !v.isShown(name) })
	return append(slices.Clip(st.Beside), apart...)
}

// isShown reports whether pages show members of that name as more than a member, or
// recompute the total from them by the rulebook given; or whether another reader may
// take the name for one of these, as any that is not plain.
func (v *verifier) isShown(name string) bool {
	if v.shown == nil {
		v.shown = record.FoldedMeanings()
		if v.rb != nil {
			for i := range v.rb.Dimensions {
				v.shown[record.Folded(v.rb.Dimensions[i].Key)] = true
			}
		}
	}
	return !record.IsPlain(name) || v.shown[record.Folded(name)]
}

// isBareHash reports whether bytes are a hash of 256 or 512 bits, or of both in a row, as
// they are or on a line in hexadecimal or base64. Other texts of that length do not
// count.
func isBareHash(signed []byte) bool {
	line := strings.TrimSpace(string(signed))
	if data, ok := text.DecodeHex(line); ok && isHashSize(data) {
		return true
	}
	if data, ok := text.DecodeBase64(line); ok && isHashSize(data) {
		return true
	}
	return isHashSize(signed) && !isPlainText(signed)
}

func isHashSize(data []byte) bool { return len(data) == 32 || len(data) == 64 }

// isPlainText reports whether bytes are characters that can be read.
func isPlainText(data []byte) bool {
	for _, c := range string(data) {
		if c == utf8.RuneError || c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7F {
			return false
		}
	}
	return true
}

func alsoUnsigned(unsigned []string, but string) string {
	rest := record.NamesBut(unsigned, func(name string) bool { return name == but })
	if len(rest) == 0 {
		return ""
	}
	return fmt.Sprintf(" Not signed either: %s.", text.Some(rest))
}

// clockAllowance is the tolerated difference between clocks, in seconds.
const clockAllowance = 300

// dated is a time the document gives.
type dated struct {
	name, text string
	at         instant.Instant
	signed     bool
}

// timeCheck holds the document's times against one another, the time of
// checking and the key's validity.
func (v *verifier) timeCheck(o *outcome, r *record.Record) (status, said string) {
	times, broken := timesOf(o, r)
	if broken != "" {
		return fail, broken
	}
	for _, t := range times {
		if v.at.Known && t.at.Seconds > v.at.Seconds+clockAllowance {
			return fail, fmt.Sprintf("%s %s is in the future.", t.name, t.text)
		}
	}
	if len(times) == 2 && times[0].at.Seconds < times[1].at.Seconds {
		return fail, fmt.Sprintf("It was signed at %s, before %s %s.", times[0].text, times[1].name, times[1].text)
	}
	if begin, _ := instant.Parse(o.st.Begins); begin.Known && v.at.Known && begin.Seconds > v.at.Seconds+clockAllowance {
		return fail, fmt.Sprintf("It is valid only from %s.", o.st.Begins)
	}
	// as exp of a token, and the end of a key
	if end, _ := instant.Parse(o.st.Expires); v.at.Known && end.Compare(v.at) <= 0 {
		return fail, fmt.Sprintf("The signature expired at %s.", o.st.Expires)
	}
	if status, said := v.outsideWindow(o, times); status != "" {
		return status, said
	}
	if len(times) == 0 {
		return unknown, "The document does not say when it was evaluated or signed."
	}
	t := times[len(times)-1]
	if !t.signed {
		return unknown, fmt.Sprintf("%s says %s, but that is not signed.", t.name, t.text)
	}
	switch {
	case o.st.Revocable:
		return unknown, fmt.Sprintf("%s says %s. Its issuer may have revoked it since: the list that it names is not "+
			"fetched.", t.name, t.text)
	case v.brief:
		return pass, ""
	}
	said = fmt.Sprintf("%s is %s", t.name, instant.Said(t.text))
	if v.at.Known {
		said += ", not in the future"
	}
	return pass, said + "."
}

// timesOf returns the time of signing and the time of evaluation, as far as the
// document gives them. broken says that one of them is not a time.
func timesOf(o *outcome, r *record.Record) (times []dated, broken string) {
	add := func(name, text string, signed bool) {
		at, ok := instant.Parse(text)
		switch {
		case text == "" || broken != "":
		case !ok:
			broken = fmt.Sprintf("%s is %s, not %s.", name, op.Quote(text), instant.Want)
		default:
			times = append(times, dated{name: name, text: text, at: at, signed: signed})
		}
	}
	created := "created"
	if o.st.Format == "jws" {
		created = "iat"
	}
	add(created, o.st.Created, o.st.Dated)
	name, text := r.TextOf(record.WhenNames)
	add(name, text, name != "" && r.Cover(name))
	return times, broken
}

// outsideWindow returns the check's answer if the key was not valid when it signed, or
// that cannot be determined; else its status is "". The time of signing is the
// first that is signed, else the time of checking.
func (v *verifier) outsideWindow(o *outcome, times []dated) (status, said string) {
	if o.pin == nil || o.pin.From == "" && o.pin.To == "" {
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
	case o.pin.From != "" && at.Compare(o.pin.FromAt) < 0:
		return fail, fmt.Sprintf("The key is valid from %s, and it was used %s.", o.pin.From, words)
	case o.pin.To != "" && at.Compare(o.pin.ToAt) >= 0:
		return fail, fmt.Sprintf("The key is valid until %s, and it was used %s.", o.pin.To, words)
	}
	return "", ""
}

// logCheck reports the place of the record in a transparency log. The log vouches for
// it if its own key is listed, and counts now for a record of this arena.
func (v *verifier) logCheck(o *outcome, r *record.Record) (status, said string) {
	log := o.st.Log
	if log == nil {
		return skipped, "No log entry attached."
	}
	place := fmt.Sprintf("The log %s holds it at index %s of %s.", words.Called(log.Origin),
		strconv.FormatInt(log.Index, 10), strconv.FormatInt(log.Size, 10))
	if log.Heads == nil {
		return pass, place
	}
	status, said = unknown, fmt.Sprintf("By a checkpoint whose key is not listed for this, the log %s holds it at index "+
		"%s of %s.", words.Called(log.Origin), strconv.FormatInt(log.Index, 10), strconv.FormatInt(log.Size, 10))
	for i := range log.Heads {
		switch head := v.attempt(&log.Heads[i]); {
		case head.verdict == authentic:
			forbidden, _ := head.pin.Forbids(head.st.Use, r.Signed)
			if late, _ := v.outsideWindow(head, nil); forbidden == "" && late == "" && !head.pin.Revoked() {
				return pass, place
			}
		case head.verdict == notAuthentic:
			o.but["log"] = "its log did not sign the checkpoint"
			status, said = fail, fmt.Sprintf("The signature of the log %s does not match its checkpoint.",
				words.Called(log.Origin))
		}
	}
	return status, said
}
