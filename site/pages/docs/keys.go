package docs

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// keys documents the keys that the site lists.
func (d *docsWriter) keys() build.Page {
	s := &prose.Writer{}
	s.Section("list", "The keys listed here")
	s.Text("[%s](%s) is a keyring. Copy it, fetch it from any origin, or give it to [`proof.verify`](%s) as `keys`.",
		arenaKeys, arenaKeys, frame.OperationPath("proof.verify"))
	s.Table(listedKeys(s))
	s.Text("The key of the arena `demo` signed [the demonstration records](/docs/proofs/#formats) . Its private key was " +
		"then deleted. It is valid only for the dates of those records, and nobody can sign another record with it.")
	arenasWithoutKeys(s)
	howToList(s)
	s.Section("own", "Keys of your own")
	s.Text("You need not trust this list. [The page](/verify/) and the operations accept any keyring, and trust only " +
		"the keys in it. For example, the organizer of a challenge can send its key with the invitation.")
	s.Text("`tallyproof keygen` makes a key and its keyring. The key is valid from that moment: with `-from " +
		"2026-03-01`, also for results that were evaluated since that day. With `-passphrase`, only who knows it can sign " +
		"with the file. `tallyproof sign` warns if a record is older than its key.")
	s.Section("form", "The form")
	types := &typeWriter{Writer: s}
	types.object(op.SchemaOf[keys.Keyring]())
	s.Text("[The JSON Schema](%s) describes the same format for editors and other tools. Unknown members are refused. "+
		"Otherwise a misspelled `valid_to` would make a key valid forever. A JWKS is accepted too.", keysSchema)
	s.Put(markup.Code(markup.CodeView{Label: "What is published here", Text: strings.TrimSpace(string(keys.JSON))}))
	types.rest()
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/keys/", "Keys",
			"The evaluators’ keys that Tallyproof lists, why most arenas have no keys here, and how to add an arena’s keys."),
		Up: []parts.LinkView{docsHome},
		H1: "Which keys are known here?",
		Answer: "Only keys that an arena has published itself. No arena has published keys so far, so the list contains " +
			"only the key of our demonstration records.",
		Contents: true,
	}, s)
}

// arenasWithoutKeys documents why most arenas have no keys here.
func arenasWithoutKeys(s *prose.Writer) {
	s.Section("arenas", "Arenas without keys")
	s.Text(strings.Join([]string{
		"- **AiRENA** documents that every score has a signature and the evaluator’s key. It does not publish which bytes " +
			"are signed or which keys are its own. A key inside a record does not prove who made the record, so no AiRENA key is listed.",
		"- **Clawdiators** does not sign records. There, *verified* means that a trajectory passed its checks.",
		"- In **Term Challenge**, validators sign with sr25519, a scheme of its network. There are no score records that " +
			"can be checked here.",
	}, "\n"))
	s.Text("This was the state on 2026-11-21. The best verdict for a record of these arenas is *signed by a key we do not know*.")
}

// howToList documents how an arena adds its keys.
func howToList(s *prose.Writer) {
	s.Section("listed", "How to add an arena’s keys")
	s.Text(strings.Join([]string{
		"1. Publish the public keys of your evaluators on your own domain over HTTPS, preferably at " +
			"`/.well-known/arena-keys.json`, in the format below.",
		"2. Open a pull request that adds them to `site/keys/arena-keys.json`. Each key needs `source`, the address where " +
			"you published it.",
		"3. It is accepted if the address is yours and has the same keys. Nothing is fetched during verification.",
	}, "\n"))
	s.Text("To replace a key, give the old key a `valid_to` and add the new key: records signed before that time stay " +
		"authentic. If a key is lost or stolen, set its `status` to `revoked`. Then no record signed with it is authentic, " +
		"because a thief can write any date into a record.")
	s.Text("A host stores nothing new under a key whose validity has ended, whatever time a record names: the time is " +
		"the signer’s own word, and entries of the log have no date either. What was stored before keeps its place, and " +
		"posting it again is no error. So the end of a key protects the leaderboards of hosts from a leak that comes " +
		"later, but not [Verify](/verify/): there, whoever has the old key can still date a record back. Revoking it " +
		"protects both, and takes the place of all that it ever signed.")
}

// listedKeys returns the published keyring as a table.
func listedKeys(s *prose.Writer) markup.TableView {
	var ring keys.Keyring
	s.Fail(json.Unmarshal(keys.JSON, &ring))
	t := markup.TableView{Caption: "Keys", Titled: true, Wide: true, Head: prose.Cells("Arena", "Owner", "Public key",
		"Valid", "Published at")}
	for _, k := range ring.Keys {
		from := markup.CellView{Text: "nowhere else", Quiet: true}
		if k.Source != "" {
			from = markup.CellView{Text: k.Source, Href: k.Source}
		}
		valid := fmt.Sprintf("from %s to before %s", dayOf(k.ValidFrom), dayOf(k.ValidTo))
		if k.ValidTo == "" {
			valid = "from " + dayOf(k.ValidFrom)
		}
		if k.Status == "revoked" {
			valid = "revoked"
		}
		t.Rows = append(t.Rows, markup.RowView{ID: "key-" + k.ID, Cells: []markup.CellView{
			{Text: k.Arena}, {Text: k.Owner}, {Inside: s.Span("`" + shortened(k.PublicKey) + "`")}, {Text: valid}, from,
		}})
	}
	return t
}

// shortened returns a text's beginning and end, to recognize it by.
func shortened(text string) string {
	if len(text) <= 20 {
		return text
	}
	return text[:8] + "…" + text[len(text)-8:]
}

// dayOf returns the date of an RFC 3339 time.
func dayOf(at string) string {
	day, _, _ := strings.Cut(at, "T")
	return day
}
