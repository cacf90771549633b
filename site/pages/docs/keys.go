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
	s.Text("[%s](%s) is a keyring: copy it, fetch it from any origin, or give it to [`proof.verify`](%s) as `keys`.", arenaKeys, arenaKeys, frame.OperationPath("proof.verify"))
	s.Table(listedKeys(s))
	s.Text("The key of the arena `demo` signed [the demonstration records](/docs/proofs/#formats) and was thrown away when it had: it is valid for the days those records bear, and nobody can sign another.")
	s.Section("arenas", "Arenas without keys")
	s.Text(strings.Join([]string{
		"- **AiRENA** says that every score carries a signature and the evaluator’s key, and publishes neither which bytes are signed nor which keys are its own. A key that comes with a record proves nothing about who made it, so none is listed.",
		"- **Clawdiators** signs nothing. *Verified* there means that a trajectory passed its checks.",
		"- **Term Challenge** has validators sign with sr25519, a scheme of its network, and no score records that could be checked here.",
	}, "\n"))
	s.Text("That was so on 2026-11-21. A record of theirs is at best *signed by a key we do not know*.")
	s.Section("listed", "How an arena gets listed")
	s.Text(strings.Join([]string{
		"1. Publish the public keys of your evaluators under your own name over HTTPS, best at `/.well-known/arena-keys.json`, in the form below.",
		"2. Open a change of `site/keys/arena-keys.json` that adds them, each with `source`, the address where you published it.",
		"3. It is accepted if the address is yours and says the same. Nothing is fetched when somebody verifies.",
	}, "\n"))
	s.Text("When a key is to be replaced, give the old one a `valid_to` and list the new one beside it: what was signed before stays authentic. When a key is lost or stolen, set its `status` to `revoked`: then nothing signed with it is authentic any more, since a thief may date a record as he likes.")
	s.Section("own", "Keys of your own")
	s.Text("You need not trust this list. [The page](/verify/) and the operations take any keyring, and only the keys in it are trusted: whoever runs a challenge can hand out its key with the invitation.")
	s.Section("form", "The form")
	types := &typeWriter{Writer: s}
	types.object(op.SchemaOf[keys.Keyring]())
	s.Text("[The JSON Schema](%s) says the same for editors and other tools. Unknown members are refused, so that a misspelled `valid_to` does not make a key valid for ever. A JWKS is read too.", keysSchema)
	s.Put(markup.Code(markup.CodeView{Label: "What is published here", Text: strings.TrimSpace(string(keys.JSON))}))
	types.rest()
	return d.page(markup.View{
		Layout:   d.frame.Layout("/docs/keys/", "Keys", "The evaluators’ keys that Tallyproof lists, why most arenas have none, and how an arena gets listed."),
		Up:       []parts.LinkView{docsHome},
		H1:       "Whose keys are known here?",
		Answer:   "Those that an arena has published itself. So far no arena has: only the key of our demonstration records is listed.",
		Contents: true,
	}, s)
}

// listedKeys is the published keyring as a table.
func listedKeys(s *prose.Writer) markup.TableView {
	var ring keys.Keyring
	s.Fail(json.Unmarshal(keys.JSON, &ring))
	t := markup.TableView{Caption: "Keys", Titled: true, Wide: true, Head: prose.Cells("Arena", "Owner", "Public key", "Valid", "Published at")}
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

// shortened is a text's beginning and end, to recognize it by.
func shortened(text string) string {
	if len(text) <= 20 {
		return text
	}
	return text[:8] + "…" + text[len(text)-8:]
}

// dayOf is the date of an RFC 3339 time.
func dayOf(at string) string {
	day, _, _ := strings.Cut(at, "T")
	return day
}
