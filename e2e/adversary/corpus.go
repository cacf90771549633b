package adversary

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/layout"
)

// Setting is a viewer: what they trust, and the proofs that its signers made.
type Setting struct {
	Name      string
	Trust     Trust
	Originals []*Original

	flat bool // whether they are flat records without a version
}

// Load makes every setting: with the published vectors and the demonstration
// records below root, the repository, and with proofs of this package's own. It reads
// files, because Go would else keep the result of a test that should be new in each clone.
func Load(root string) ([]*Setting, error) {
	vectors, err := loadVectors(filepath.Join(root, "testdata/vectors/proofs/formats"))
	if err != nil {
		return nil, err
	}
	demo, err := loadDemo(filepath.Join(root, "site"))
	if err != nil {
		return nil, err
	}
	all := append(vectors, demo)
	return append(all, Own()...), nil
}

// Own returns the settings whose keys this package has.
func Own() []*Setting {
	all := []*Setting{enveloped("envelopes-1", recordNames[:5]), enveloped("envelopes-2", recordNames[5:])}
	for i := range layouts {
		all = append(all, laidOut(fmt.Sprintf("layout-%d", i), &layouts[i]))
	}
	return all
}

// entryOf lists a signer.
func entryOf(s *Signer, owner, arena string) Entry {
	return Entry{ID: s.keyID(), Owner: owner, Arena: arena, PublicKey: s.Hex, Hex: s.Hex, ValidFrom: "2026-01-01T00:00:00Z"}
}

// enveloped signs records in every envelope: the first half by a key of the
// host's, the rest by one that the viewer pinned.
func enveloped(name string, names []string) *Setting {
	host, own := NewSigner(name+" host"), NewSigner(name+" own")
	set := &Setting{Name: name}
	listed, pinned := entryOf(host, "open-runner", "open"), entryOf(own, "my runner", "")
	listed.Namespaces, listed.PayloadTypes = []string{ScoreNamespace}, []string{ScoreType, inTotoType}
	set.Trust = Trust{Keys: []Entry{listed}, Pins: []Entry{pinned}}
	for _, envelope := range Envelopes {
		for i, record := range names {
			s := []*Signer{host, own}[i%2]
			set.Originals = append(set.Originals, original(envelope+" "+record, envelope, s, envelopes[envelope](s, records[record])))
		}
	}
	return set
}

// laidOut signs flat records by a layout: by a key whose entry has it, and by
// one whose entry does not.
func laidOut(name string, l *layout.Layout) *Setting {
	with, without := NewSigner(name+" with"), NewSigner(name+" without")
	set := &Setting{Name: name, flat: true}
	listed := entryOf(with, "layout-runner", "open")
	listed.Layout = l
	set.Trust = Trust{Keys: []Entry{listed}, Pins: []Entry{entryOf(without, "no layout", "open")}}
	for i, record := range recordNames {
		r := withCode(records[record])
		if !fits(r, l) || plain(first(r, "arena")) != "open" {
			continue
		}
		for j, s := range []*Signer{with, without} {
			o := original([]string{"listed ", "unlisted "}[j]+record, "flat-"+l.Form, s, sealFlat(s, r, l, (i+j)%4 != 0))
			o.Layout, o.Code = l, hostileCode
			o.Ambiguous = !strings.HasPrefix(l.Form, "json") || l.Hash != ""
			set.Originals = append(set.Originals, o)
		}
	}
	return set
}

// loadVectors reads the record that independent tools signed in every format.
func loadVectors(folder string) ([]*Setting, error) {
	read := map[string]string{}
	for _, name := range strings.Fields("record.json record.jcs.json flat-jcs.json pos-number-respelled.json vc-eddsa-jcs-2022.json dsse-intoto.json jws-compact.txt jws-flattened.json a2a-jws-over-jcs.json jws-detached-over-jcs.txt record.note record.tlog-proof record.json.minisig record.json.signify record.json.sshsig pubkey.hex minisign.pub signify.pub") {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		read[name] = string(data)
	}
	record := recordOf(read["record.jcs.json"])
	key := strings.TrimSpace(read["pubkey.hex"])
	line := func(name string) string {
		return hex.EncodeToString(unbase64(strings.Split(read[name], "\n")[1])[10:])
	}
	armoured := strings.Split(strings.TrimSpace(read["record.json.sshsig"]), "\n")
	const before = 10 + 4 + 4 + 11 + 4 // SSHSIG and version; lengths of blob, type, type's name and key
	sshKey := hex.EncodeToString(unbase64(strings.Join(armoured[1:len(armoured)-1], ""))[before:][:32])
	set := &Setting{Name: "vectors", Trust: Trust{Keys: []Entry{
		{ID: "runner-1", Owner: "arena.example runner", Arena: "arena.example", PublicKey: key, Hex: key},
		{ID: "mini", Owner: "arena.example mini", Arena: "arena.example", PublicKey: read["minisign.pub"], Hex: line("minisign.pub")},
	}, Pins: []Entry{
		{ID: "signify", Owner: "my signify", PublicKey: read["signify.pub"], Hex: line("signify.pub")},
		{ID: "ssh", Owner: "my ssh", PublicKey: sshKey, Hex: sshKey, Namespaces: []string{"score@arena.example"}},
	}}}
	add := func(name, envelope, key, signature string) {
		p := Proof{Text: read[name]}
		signed := record
		if signature != "" {
			p.Signature = read[signature]
		} else if envelope == "flat-json" {
			signed = record.With("evaluator_pubkey", text(key))
		}
		set.Originals = append(set.Originals, published(name+" "+signature, envelope, key, p, signed))
	}
	add("flat-jcs.json", "flat-json", key, "")
	add("pos-number-respelled.json", "flat-json", key, "")
	add("vc-eddsa-jcs-2022.json", "data-integrity-2", key, "")
	add("dsse-intoto.json", "dsse-in-toto", key, "")
	add("jws-compact.txt", "jws-compact", key, "")
	add("jws-flattened.json", "jws-flattened", key, "")
	add("a2a-jws-over-jcs.json", "jws-inside", key, "")
	add("record.note", "note", key, "")
	add("record.json", "jws-detached", key, "jws-detached-over-jcs.txt")
	add("record.jcs.json", "tlog-proof", key, "record.tlog-proof")
	add("record.json", "minisign", line("minisign.pub"), "record.json.minisig")
	add("record.json", "signify", line("signify.pub"), "record.json.signify")
	add("record.json", "sshsig", sshKey, "record.json.sshsig")
	for _, o := range set.Originals {
		o.Numbered = o.Envelope == "minisign" || o.Envelope == "signify"
		if o.Envelope == "sshsig" {
			o.Namespace = "score@arena.example"
		}
		if o.Envelope == "dsse-in-toto" {
			o.Type = inTotoType
		}
	}
	return []*Setting{set}, nil
}

// loadDemo reads the site's demonstration records.
func loadDemo(site string) (*Setting, error) {
	const key = "2464f135295b2f0d91e1d200a4ae34c1c484c4f1f17ac8ec8c538bd74ffba670"
	set := &Setting{Name: "demo", Trust: Trust{Keys: []Entry{{
		ID: "demo-2026-11", Owner: "demo-evaluator-1", Arena: "demo", PublicKey: key, Hex: key,
		ValidFrom: "2026-11-03T00:00:00Z", Status: "active",
	}}}}
	add := func(name, envelope, whole string) {
		record := recordOf(whole).Without("evaluator_signature", "proof")
		set.Originals = append(set.Originals, published(name, envelope, key, Proof{Text: whole}, record))
	}
	for _, folder := range [][2]string{{"flat", "score/1"}, {"record-1", "data-integrity"}} {
		files, err := filepath.Glob(filepath.Join(site, "demo", folder[0], "*.json"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("adversary: no demonstration records: %v", err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			add(folder[0]+" "+filepath.Base(file), folder[1], string(data))
		}
	}
	data, err := os.ReadFile(filepath.Join(site, "demo/history/nova.json"))
	if err != nil {
		return nil, err
	}
	for i, one := range parse(string(data)).kids {
		add(fmt.Sprintf("history %d", i), "score/1", one.String())
	}
	return set, nil
}
