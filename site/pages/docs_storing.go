package pages

import (
	"encoding/json"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/web"
	"github.com/tallyproof/tallyproof/templates"
)

// storing documents stored proofs, their pages and cards.
func (d *docsWriter) storing() build.Page {
	s := &scribe{}
	s.section("store", "Storing a proof")
	s.text("Post the proof to `%s`, byte for byte as it was published. The body is the proof itself, in [any format that carries its own signature](/docs/proofs/#formats), of at most 64 KiB.", web.Proofs)
	s.put(templates.Code(templates.CodeView{Text: "curl --data-binary @proof.json http://127.0.0.1:8787" + web.Proofs}))
	s.put(templates.Code(templates.CodeView{Label: "The answer", Text: exampleKept(s)}))
	s.text("Nobody has an account: the signature is the permission. A proof is stored if all of this holds:")
	s.text(strings.Join([]string{
		"- [`proof.verify`](" + operationPath("proof.verify") + ") finds it *authentic* at that moment, under [the keys of the host](/docs/keys/). *Authentic, but …* is not enough.",
		"- Every member of its record is inside the signed bytes. What is not signed could be anybody’s.",
		"- Its key is listed for the arena that the record names, or for no arena.",
		"- The ids of its arena, challenge and agent can be part of an address: letters, digits, spaces and `.-_~:@+`, at most 128, no two dots in a row.",
	}, "\n"))
	s.text("Status 201 says that it is new, 200 that it was there before. A refusal is a [problem](/docs/errors/) with a code, the member and a sentence:")
	s.table(storeRefusals())
	s.section("ids", "Ids")
	s.text("A record that names its submission (`submission_id`, `match_id`, `attempt_id` or `run_id`) has the id of that submission, made from its arena, challenge, agent and submission. Two scores of one submission cannot both be stored: the second is refused as a conflict. Any other record has the id of its content, which is the key and the signed bytes: spelled otherwise it is the same proof. What is stored is never changed.")
	s.section("read", "Pages, leaderboards, histories")
	s.table(templates.TableView{
		Caption: "Addresses", Titled: true, Wide: true, Head: cells("Address", "What it shows"),
		Rows: []templates.RowView{
			{Cells: cells("/p/{id}", "What the proof proves now, its record, and what to copy")},
			{Cells: cells("/challenges/", "The challenges that have proofs")},
			{Cells: cells("/challenges/{arena}/{id}", "A challenge’s proofs, best first")},
			{Cells: cells("/agents/{arena}/{id}", "An agent’s proofs, the latest first")},
			{Cells: cells("/embed/card/{id}", "A card for other sites")},
			{Cells: cells("/oembed?url={address of a proof}", "oEmbed, for sites that turn an address into a card")},
			{Cells: cells("/badge/index.json", "The badges of all proofs, and what to paste to show them")},
		},
	})
	s.text("Proofs, leaderboards and histories end in `.json` too, and the challenges are in `/challenges/index.json`. Every answer verifies again what it shows: when a key is revoked, its proofs say so. Totals rank as they were signed; of equal ones the earlier submission is first, and those equal in both share a rank. Lists have 50 entries a page and say where they go on (`next`). Answers have an `ETag` and may be kept for a minute. Types and examples are in the [OpenAPI document](%s).", apiDocument)
	s.section("embed", "Embedding a card")
	s.text("A card is a page of about 3 KB for an `<iframe>`: it needs no script, loads nothing, sets no cookie, follows the reader’s light or dark scheme and fits from 240 pixels of width. It says the date of the score and the rules; when the score is over seven days old it says how old. Only `/embed/` may be framed by other sites.")
	s.put(templates.Code(templates.CodeView{Text: `<iframe src="https://…/embed/card/{id}" title="Nova: 94.25 in Merge intervals"
  width="480" height="208" style="border:0;max-width:100%" loading="lazy"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}))
	s.text("Each proof’s page has its own line to copy. A site that supports oEmbed needs only the address of that page. If your site sends a Content-Security-Policy, allow the host of the card in `frame-src`.")
	s.section("host", "Hosting it yourself")
	s.text("`site serve` stores proofs in memory, with [the demonstration challenge](/docs/proofs/#formats) at `/challenges/demo/merge-intervals`, and writes nothing. To keep them, and to take the proofs of your own evaluators:")
	s.put(templates.Code(templates.CodeView{Text: "go run ./site serve -db proofs.db -keys arena-keys.json -origin https://proofs.example"}))
	s.text("The database is one SQLite file. A proof that was acknowledged survives a crash. On Cloudflare the same pages are made at the edge with D1.")
	types := &typeWriter{scribe: s}
	s.section("types", "Types")
	s.text("What `%s` answers:", web.Proofs)
	types.object(op.SchemaOf[web.Kept]())
	s.text("A refusal:")
	types.object(op.SchemaOf[web.Problem]())
	types.rest()
	return d.page(templates.ProseView{
		Layout:   d.frame.layout("/docs/storing/", "Storing and embedding", "How to store a score proof under a permanent address, and show it on other sites."),
		Up:       []templates.LinkView{docsHome},
		H1:       "How do I give a proof an address, and show it elsewhere?",
		Answer:   "Post it. If it is authentic under the host’s keys it gets a page, a place on its leaderboard and a card to embed.",
		Contents: true,
	}, s)
}

// exampleKept is the answer for the demonstration record of Nova.
func exampleKept(s *scribe) string {
	const id, host = "b2dv3ivvs3injlnkbh3xo6esra", "http://127.0.0.1:8787"
	text, err := json.MarshalIndent(web.Kept{
		ID: id, Created: true, URL: host + "/p/" + id, JSON: host + "/p/" + id + ".json", Card: host + "/embed/card/" + id,
		Challenge: host + "/challenges/demo/merge-intervals", Agent: host + "/agents/demo/nova",
	}, "", "  ")
	s.fail(err)
	return string(text)
}

func storeRefusals() templates.TableView {
	return templates.TableView{
		Caption: "Refusals", Titled: true, Wide: true, Head: cells("Status and code", "When"),
		Rows: []templates.RowView{
			{Cells: cells("400 malformed", "the proof cannot be read")},
			{Cells: cells("403 not-authentic", "proof.verify finds it anything but authentic; verdict says what")},
			{Cells: cells("409 conflict", "another score of the same submission is stored; url says where")},
			{Cells: cells("413 too-large", "it is over 64 KiB")},
			{Cells: cells("422 invalid", "a member is not signed, is no id, or names another arena than the key is listed for; field says which")},
		},
	}
}
