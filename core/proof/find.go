package proof

import (
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/proof/layout"
	"github.com/tallyproof/tallyproof/core/proof/signature"
	"github.com/tallyproof/tallyproof/core/proof/text"
)

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
		v.byLayout(o, v.layout, keys, layout.FromRequest)
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
		entry := v.ring.Lookup(key)
		if entry == nil || entry.Layout == nil {
			continue
		}
		named := i < len(keys.named)
		v.byLayout(o, entry.Layout, candidates{named: [][]byte{key}}, layout.FromKey)
		if named || o.strict || o.zip215 {
			return true
		}
		o.key, o.layout, o.why = keys.all()[0], nil, ""
		o.st.Unlay()
	}
	return false
}

// byLayout lays the record out, and tries keys.
func (v *verifier) byLayout(o *outcome, l *layout.Layout, keys candidates, from layout.Source) {
	s := o.st
	if missing := s.Lay(l, s.Spelled(), from); missing != "" {
		o.why = message.Say("The record has no member %s that the layout could sign.", missing)
		return
	}
	if format := text.TaggedFormat(s.Message); format != "" {
		o.why = message.Say("The layout makes bytes that begin as those of %s, and are read in that format alone.", format)
		return
	}
	o.layout = named(l)
	v.tryKeys(o, keys)
}

// byEarlier tries the layouts found for earlier records.
func (v *verifier) byEarlier(o *outcome, keys [][]byte) bool {
	s := o.st
	for _, l := range v.layouts {
		signed, missing := s.LaidOut(l, s.Spelled())
		if missing == "" && text.TaggedFormat(signed) == "" && v.holds(o, keys, signed) {
			o.layout = l
			s.Lay(l, s.Spelled(), layout.FromSearch)
			return true
		}
		o.tried++
	}
	return false
}

// search looks for a layout.
func (v *verifier) search(o *outcome, keys [][]byte) {
	s := o.st
	got := layout.NewFinder(s.Spelled()).Search(v.from, v.limit, v.some(keys, s.Size(), o), s.Signature, &v.work)
	o.tried += got.Tried
	o.cut = o.cut || got.Cut
	if got.Layout == nil {
		return
	}
	o.layout, o.key, o.strict, o.zip215 = got.Layout, keys[got.Key], got.Strict, got.Zip215
	s.Lay(o.layout, s.Spelled(), layout.FromSearch)
	if len(v.layouts) < mostLayouts {
		v.layouts = append(v.layouts, o.layout)
	}
}

// mostLayouts is how many found layouts are tried for the documents that follow.
const mostLayouts = 16

// some are the keys that one layout at least can be tried with.
func (v *verifier) some(keys [][]byte, size int, o *outcome) []*signature.Prepared {
	if most := max(1, v.work/(signature.Alone+size/signature.SizedWork)); len(keys) > most {
		keys, o.cut = keys[:most], true
	}
	return v.prepareAll(keys)
}

func (v *verifier) holds(o *outcome, keys [][]byte, signed []byte) bool {
	for i, key := range keys {
		if (i > 0 || o.tried > 0) && !v.spend(signature.Alone, len(signed)) {
			o.cut = true
			return false
		}
		p := v.prepare(key)
		if strict, zip215 := p.Verify(signed, o.st.Signature); strict || zip215 {
			o.key, o.strict, o.zip215 = keys[i], strict, zip215
			return true
		}
	}
	return false
}

func named(l *layout.Layout) *layout.Layout {
	own := *l
	own.Name = own.Words()
	return &own
}
