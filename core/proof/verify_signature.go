package proof

import (
	"cmp"
	"strconv"
)

// outcome is what one signature of a document came to.
type outcome struct {
	st             *statement
	verdict        string // authentic stands for: strict, and the key pinned
	key            []byte // that verified, else that should have; nil where none is known
	pin            *listedKey
	changed        *listedKey // listed under the same id, owner or arena as key, which it is not
	whose          string     // the owner, arena or id it is listed under
	strict, zip215 bool
	layout         *Layout           // of a flat record
	given          bool              // layout came with the request
	tried          int               // layouts tried
	cut            bool              // there was more to try than one request may
	why            string            // of a verdict not-authentic that needs another reason than the signature
	beside         int               // further signatures of the document
	called         string            // what keys that were brought call the key
	but            map[string]string // by check that failed: what the heading says of it
	recomputed     *Recomputed
}

// candidates are the keys that may have made a signature: named are those that
// the document carries or names, or that were given for it; others are the rest
// of those known.
type candidates struct {
	named, others [][]byte
	more          bool // there are others still
}

func (c candidates) all() [][]byte { return append(c.named[:len(c.named):len(c.named)], c.others...) }

func (v *verifier) candidates(s *statement) candidates {
	if s.key != nil {
		return candidates{named: [][]byte{s.key}}
	}
	var c candidates
	if v.pasted != nil && s.mayBe(v.pasted.known()) {
		c.named = append(c.named, v.pasted.bytes)
	}
	for _, ring := range []*keyring{&v.ring.keyring, &v.brought.keyring} {
		if hinted := ring.named(s.keyID); hinted != nil && s.mayBe(hinted.knownKey) {
			c.named = append(c.named, hinted.bytes)
		}
	}
	for _, ring := range []*keyring{&v.ring.keyring, &v.brought.keyring} {
		v.addOthers(&c, s, ring)
	}
	return c
}

// addOthers adds the keys of a keyring that the document does not name by their
// id: those with the hash or number it gives as named ones.
func (v *verifier) addOthers(c *candidates, s *statement, ring *keyring) {
	hinted := ring.named(s.keyID)
	for i := range ring.keys {
		key := &ring.keys[i]
		switch {
		case key == hinted || !s.mayBe(key.knownKey):
		case v.work <= 0 && len(c.named)+len(c.others) > 0: // no other would be tried
			c.more = true
			return
		case s.hashed || key.number != "" && key.number == s.keyID:
			c.named = append(c.named, key.bytes)
		default:
			c.others = append(c.others, key.bytes)
		}
	}
}

// mayBe says whether a key may be the one that the document names.
func (s *statement) mayBe(key knownKey) bool { return s.fits == nil || s.fits(key) }

// One request may take about a second, however many keys, layouts and
// signatures it has. Work is counted in checks of one signature that share their
// key's tables, about 25 µs in a browser. The first check of every signature
// is free: there are no more of those than the text has bytes for.
const (
	mostWork    = alone * mostKeys
	workPerText = 64   // a text has one more for so many bytes
	alone       = 4    // a check that shares nothing
	sizedWork   = 1024 // so many signed bytes cost one more
)

// spend takes a check over that many bytes from the work that is left, and
// reports whether there was enough.
func (v *verifier) spend(check, size int) bool {
	v.work -= check + size/sizedWork
	return v.work >= 0
}

// prepare is a key to check with, each prepared once.
func (v *verifier) prepare(key []byte) *preparedKey {
	if v.prepared == nil {
		v.prepared = map[string]*preparedKey{}
	}
	p, ok := v.prepared[string(key)]
	if !ok {
		p = prepare(key)
		p.many = v.documents / (1 + len(v.prepared)) // tables for many keys would fill the memory
		if len(v.prepared) < mostKeys {
			v.prepared[string(key)] = p
		}
	}
	return p
}

func (v *verifier) prepareAll(keys [][]byte) []*preparedKey {
	all := make([]*preparedKey, len(keys))
	for i, key := range keys {
		all[i] = v.prepare(key)
	}
	return all
}

// decide is the outcome that stands for a document: a false signature under a
// pinned key, else the best of its signatures, the first of equals. Two
// readings of one signature are one: it is enough that either holds.
func (v *verifier) decide(statements []statement) *outcome {
	var all []*outcome
	for i := range statements {
		o := v.attempt(&statements[i])
		if last := len(all) - 1; statements[i].alternative && last >= 0 {
			if rankOf(o) > rankOf(all[last]) {
				all[last] = o
			}
			continue
		}
		all = append(all, o)
	}
	best := all[0]
	for _, o := range all[1:] {
		if rankOf(o) > rankOf(best) {
			best = o
		}
	}
	for _, o := range all {
		if o.verdict == notAuthentic && o.pin != nil {
			best = o
			break
		}
	}
	best.beside = len(all) - 1 + len(statements[0].unread)
	return best
}

// rankOf orders outcomes from worst to best.
func rankOf(o *outcome) int {
	for rank, verdict := range []string{notAuthentic, unmatched, contested, unknownKey, authentic} {
		if o.verdict != verdict {
			continue
		}
		switch {
		case verdict != unknownKey || o.strict:
		case o.cut: // it may yet hold
			return 1
		default:
			return -1
		}
		return rank
	}
	return -1
}

// attempt checks one signature under the keys that may have made it.
func (v *verifier) attempt(s *statement) *outcome {
	o := &outcome{st: s}
	keys := v.candidates(s)
	o.cut = keys.more
	switch {
	case len(keys.all()) == 0:
		o.verdict = unknownKey
		return o
	case s.message == nil:
		v.find(o, keys)
	default:
		v.tryKeys(o, keys)
	}
	o.pin = v.ring.lookup(o.key)
	if o.pin == nil {
		o.called = v.calledBy(o.key)
	}
	if o.pin == nil && o.strict {
		v.noticeChange(o)
	}
	o.verdict = o.judged(keys)
	return o
}

// calledBy is what keys that were brought call a key; "" if they do not list it.
func (v *verifier) calledBy(key []byte) string {
	entry := v.brought.lookup(key)
	if entry == nil {
		return ""
	}
	return cmp.Or(entry.owner, entry.id, entry.arena)
}

// judged is the verdict on the signature and its key alone.
func (o *outcome) judged(keys candidates) string {
	switch {
	case o.elsewhere():
		return notAuthentic
	case o.strict && o.pin != nil:
		return authentic
	case o.strict:
		return unknownKey
	case o.zip215:
		return contested
	case o.st.message == nil:
		return unmatched
	case len(keys.named) == 0 || o.cut: // someone else's signature, or perhaps that of a key not tried
		return unknownKey
	}
	return notAuthentic
}

// elsewhere says that the document is not authentic for another reason than its
// signature: it lacks what the layout signs, or is not what was logged.
func (o *outcome) elsewhere() bool {
	return o.why != "" || o.st.log != nil && !o.st.log.included
}

// tryKeys looks for a key under which the signature holds; the first of them
// is the one that should have made it.
func (v *verifier) tryKeys(o *outcome, keys candidates) {
	if len(keys.named) > 0 {
		o.key = keys.named[0]
	}
	for i, key := range keys.all() {
		if i > 0 && !v.spend(alone, len(o.st.message)) {
			o.cut = true
			return
		}
		p := v.prepare(key)
		strict, zip215 := p.verify(o.st.message, o.st.signature)
		if also := o.st.also; also != nil && zip215 {
			strict2, zip2 := p.verify(also.message, also.signature)
			strict, zip215 = strict && strict2, zip215 && zip2
		}
		if strict || zip215 && !o.zip215 {
			o.key, o.strict, o.zip215 = key, strict, zip215
		}
		if strict {
			return
		}
	}
}

// find lays out a flat record that does not say how it was signed: by the layout
// that is listed with its key, by the one given, by those found for earlier
// records, or by looking for one.
func (v *verifier) find(o *outcome, keys candidates) {
	o.key = keys.all()[0]
	if v.byEntry(o, keys) {
		return
	}
	if v.layout != nil {
		o.given = true
		v.byLayout(o, v.layout, keys, fromRequest)
		return
	}
	if !v.byEarlier(o, keys.all()) {
		v.search(o, keys.all())
	}
}

// byEntry lays the record out as the trusted entry of a key says, and reports
// whether that settles it: the signature holds, or the key is the one that the
// record names.
func (v *verifier) byEntry(o *outcome, keys candidates) bool {
	for i, key := range keys.all() {
		entry := v.ring.lookup(key)
		if entry == nil || entry.layout == nil {
			continue
		}
		named := i < len(keys.named)
		v.byLayout(o, entry.layout, candidates{named: [][]byte{key}}, fromKey)
		if named || o.strict || o.zip215 {
			return true
		}
		o.key, o.layout, o.why = keys.all()[0], nil, ""
		o.st.message, o.st.layout, o.st.inside, o.st.open, o.st.readable = nil, "", nil, "", nil
	}
	return false
}

// byLayout lays the record out, and tries keys.
func (v *verifier) byLayout(o *outcome, l *Layout, keys candidates, from source) {
	s := o.st
	if missing := s.lay(l, s.spelled(), from); missing != "" {
		o.why = say("The record has no member %s that the layout could sign.", missing)
		return
	}
	if format := taggedFormat(s.message); format != "" {
		o.why = say("The layout makes bytes that begin as those of %s, and are read in that format alone.", format)
		return
	}
	o.layout = named(l)
	v.tryKeys(o, keys)
}

// byEarlier tries the layouts found for earlier records.
func (v *verifier) byEarlier(o *outcome, keys [][]byte) bool {
	s := o.st
	for _, l := range v.layouts {
		signed, missing := s.laidOut(l, s.spelled())
		if missing == "" && taggedFormat(signed) == "" && v.holds(o, keys, signed) {
			o.layout = l
			s.lay(l, s.spelled(), fromSearch)
			return true
		}
		o.tried++
	}
	return false
}

// search looks for a layout.
func (v *verifier) search(o *outcome, keys [][]byte) {
	s := o.st
	size := s.root.End - s.root.Start
	got := newFinder(s.spelled()).search(v.from, v.limit, v.some(keys, size, o), s.signature, &v.work)
	o.tried += got.tried
	o.cut = o.cut || got.cut
	if got.layout == nil {
		return
	}
	o.layout, o.key, o.strict, o.zip215 = got.layout, keys[got.key], got.strict, got.zip215
	s.lay(o.layout, s.spelled(), fromSearch)
	if len(v.layouts) < mostLayouts {
		v.layouts = append(v.layouts, o.layout)
	}
}

// laidOut is what the layout signs of the record, or which member is missing.
func (s *statement) laidOut(l *Layout, sp *speller) (signed []byte, missing string) {
	if s.laid != nil && s.laidBy == l {
		return s.laid, ""
	}
	return l.bytes(sp)
}

// mostLayouts is how many found layouts are tried for the documents that follow.
const mostLayouts = 16

// some are the keys that one layout at least can be tried with.
func (v *verifier) some(keys [][]byte, size int, o *outcome) []*preparedKey {
	if most := max(1, v.work/(alone+size/sizedWork)); len(keys) > most {
		keys, o.cut = keys[:most], true
	}
	return v.prepareAll(keys)
}

func (v *verifier) holds(o *outcome, keys [][]byte, signed []byte) bool {
	for i, key := range keys {
		if (i > 0 || o.tried > 0) && !v.spend(alone, len(signed)) {
			o.cut = true
			return false
		}
		p := v.prepare(key)
		if strict, zip215 := p.verify(signed, o.st.signature); strict || zip215 {
			o.key, o.strict, o.zip215 = keys[i], strict, zip215
			return true
		}
	}
	return false
}

func named(l *Layout) *Layout {
	own := *l
	own.Name = own.words()
	return &own
}

// noticeChange looks for an entry of the keyring with the id the document gives
// its key, or of the owner or arena the record names, but with another key. The
// record need not have signed the name: saying it raises the alarm, by which
// nobody gains.
func (v *verifier) noticeChange(o *outcome) {
	if named := v.ring.named(o.st.keyID); named != nil {
		o.changed, o.whose = named, nameOf(named)
		return
	}
	r, _ := readRecord(o.st) // what cannot be read names nobody
	for _, name := range whoNames {
		_, who := r.textOf([]string{name})
		if other := v.ring.other(who, o.key); other != nil {
			o.changed, o.whose = other, who
			return
		}
	}
}

// toRepeat are the signatures that were checked, for another verifier.
func (o *outcome) toRepeat() []Ed25519Request {
	if o.key == nil || o.st.message == nil || o.elsewhere() {
		return nil
	}
	var all []Ed25519Request
	for s := o.st; s != nil; s = s.also {
		all = append(all, Ed25519Request{base64Text(o.key), base64Text(s.message), base64Text(s.signature)})
	}
	return all
}

func base64Text(data []byte) string { return string(appendBase64(nil, data)) }

// signatureCheck says what the signature came to.
func (o *outcome) signatureCheck() Check {
	status, said := o.signatureSaid()
	return Check{"signature", status, said}
}

func (o *outcome) signatureSaid() (status, said string) {
	s, size := o.st, strconv.Itoa(len(o.st.message))
	switch {
	case o.why != "":
		return fail, o.why
	case s.log != nil && !s.log.included:
		return fail, say("The record is not what the log %s holds at index %s.", s.log.origin, strconv.FormatInt(s.log.index, 10))
	case o.strict:
		return pass, say("The signature covers these exact %s bytes by the strict Ed25519 rule: %s.", size, s.layout) + o.besideWords()
	case o.zip215:
		return fail, say("The signature over these %s bytes breaks the strict Ed25519 rule and passes ZIP-215, the loosest one: verifiers disagree about it.", size)
	case o.verdict == unknownKey && o.cut:
		return unknown, "The signature was not checked under all keys that may have made it: they are more than one request may try. Name the key, or give fewer."
	case o.verdict == unknownKey:
		return unknown, "The document does not carry its key, and no key that is known here made this signature."
	case s.message == nil:
		return fail, say("The record does not say which bytes are signed, and the signature fits none of the %s layouts tried.", strconv.Itoa(o.tried)) + o.cutWords()
	}
	return fail, say("The signature does not match these %s bytes: %s.", size, s.layout)
}

func (o *outcome) besideWords() string {
	if o.beside == 0 {
		return ""
	}
	return say(" The document has %s more, which this does not speak of.", strconv.Itoa(o.beside))
}

// cutWords say that there was more to try.
func (o *outcome) cutWords() string {
	if !o.cut {
		return ""
	}
	return " There are more layouts and keys than one request may try."
}

// layoutAnswer is the layout as the answer shows it.
func (o *outcome) layoutAnswer() *Layout {
	if o.layout != nil {
		return o.layout
	}
	if o.st.layout == "" {
		return nil
	}
	return &Layout{Name: o.st.layout}
}

func (o *outcome) keyInfo() *KeyInfo {
	if o.key == nil {
		return nil
	}
	info := &KeyInfo{PublicKey: hexOf(o.key), ID: o.st.keyID, Called: o.called}
	if o.changed != nil {
		info.Changed, info.Listed = true, hexOf(o.changed.bytes)
	}
	if p := o.pin; p != nil {
		info.Pinned, info.Entry, info.Owner, info.Arena, info.Source, info.ValidFrom, info.ValidTo = true, p.entry, p.owner, p.arena, p.source, p.from, p.to
		if p.id != "" {
			info.ID = p.id
		}
	}
	return info
}
