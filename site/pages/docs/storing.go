package docs

import (
	"encoding/json"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/site/web"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// storing documents stored proofs, their pages and cards.
func (d *docsWriter) storing() build.Page {
	s := &prose.Writer{}
	s.Section("store", "Storing a proof")
	s.Text("Post the proof to `%s`, byte for byte as it was published. The body is the proof itself, in [any format that carries its own signature](/docs/proofs/#formats), of at most 64 KiB.", web.Proofs)
	s.Put(markup.Code(markup.CodeView{Text: "curl --data-binary @proof.json http://127.0.0.1:8787" + web.Proofs}))
	s.Put(markup.Code(markup.CodeView{Label: "The answer", Text: exampleKept(s)}))
	s.Text("Nobody has an account: the signature is the permission. A proof is stored if all of this holds:")
	s.Text(strings.Join([]string{
		"- [`proof.verify`](" + frame.OperationPath("proof.verify") + ") finds it *authentic* at that moment, under [the keys of the host](/docs/keys/). *Authentic, but …* is not enough.",
		"- Every member of its record is inside the signed bytes. What is not signed could be anybody’s.",
		"- Its key is listed for the arena that the record names, or for no arena. A key whose arena is no id stores nothing.",
		"- The ids of its arena, challenge and agent can be part of an address: letters, digits, spaces and `.-_~:@+`, at most 128, no two dots or spaces in a row. They are in Unicode’s form NFKC, of one script or of one beside Latin, and every character can be seen. The id of a submission may have other signs too.",
		"- Its total and its rating are JSON numbers. A text in their place is refused.",
		"- What is signed has at most 16 KiB.",
	}, "\n"))
	s.Text("Stored is the shortest text that proves the same: one signature by a listed key, and what it signs. Further signatures, members and headers that are not signed, comments and white space are not kept, so nobody can add to what somebody else has signed. Two envelopes of one record by one key are one proof.")
	s.Section("quota", "How much a key may store")
	s.Text("In a day, from 0:00 UTC on, a key may store 5,000 records of 16 MiB together. More is refused with 429 and the code `quota`; `Retry-After` says in how many seconds the next day begins. What is stored already is answered as before, and costs nothing.")
	s.Section("outcome", "The answer")
	s.Text("Status 201 says that it is new, 200 that it was there before. A refusal is a [problem](/docs/errors/) with a code, the member and a sentence:")
	s.Table(storeRefusals())
	s.Section("ids", "Ids")
	s.Text("A record that names its submission (`submission_id`, `match_id`, `attempt_id` or `run_id`) has the id of that submission, made from its arena, challenge, agent and submission. Two scores of one submission cannot both count: the second is refused as a conflict, unless it replaces the first. Any other record has the id of its content, which is the key and the record in canonical JSON: spelled otherwise it is the same proof. What is stored is never changed.")
	s.Section("withdraw", "Withdrawing and replacing")
	s.Text("Only the owner of a proof’s key changes what became of it, with any key of the same owner that is listed, active and valid now, for the same arena. There are three ways:")
	s.Text(strings.Join([]string{
		"- **Sign the submission anew** with another key of the owner, as after a key was lost. The new proof replaces the old one. After a withdrawal the same key may do it too.",
		"- **Withdraw** a proof: sign a record with these members, in any format that can be stored, and post it to the same address.",
		"- **Replace** a proof by another one that is stored: the same with `\"type\": \"replacement\"` and the id of the other as `by`.",
	}, "\n"))
	s.Put(markup.Code(markup.CodeView{Label: "A withdrawal, before it is signed", Text: withdrawal}))
	s.Text("`of` is the id of the proof or its content, `reason` has at most 200 characters. The old proof stays at its address, which says what became of it, when and why; its JSON has the signed texts (`history`). Its badge and its card say the same. A withdrawal counts as long as it is authentic itself: one by a key that is revoked later says nothing.")
	s.Section("read", "Pages, leaderboards, histories")
	s.Table(markup.TableView{
		Caption: "Addresses", Titled: true, Wide: true, Head: prose.Cells("Address", "What it shows"),
		Rows: storeAddresses(),
	})
	s.Text("Proofs, leaderboards and histories end in `.json` too, and the challenges are in `/challenges/index.json`. Every answer verifies again what it shows. Ranks, counts and sentences speak only of proofs that are authentic now, by the keys and the clock of this moment. Others (their key is revoked, not listed any more or was not valid then; withdrawn; replaced) stand below, without a rank, each with the reason (`apart`). Totals rank as they were signed; of equal ones the earlier submission is first, and those equal in both share a rank. Names with letters of several scripts, which may imitate others, are marked. Lists have 50 entries a page and say where they go on (`next`). Answers have an `ETag` and may be kept for a minute, badges for two, and never longer while somebody asks anew: a revoked key is gone from all of them within five minutes. Types and examples are in the [OpenAPI document](%s).", apiDocument)
	s.Section("embed", "Embedding a card")
	s.Text("A card is a page of about 3 KB for an `<iframe>`: it needs no script, loads nothing, sets no cookie, follows the reader’s light or dark scheme and fits from 240 pixels of width. It says the date of the score and the rules; when the score is over seven days old it says how old. Only `/embed/` may be framed by other sites.")
	s.Put(markup.Code(markup.CodeView{Text: `<iframe src="https://…/embed/card/{id}" title="Nova: 94.25 in Merge intervals"
  width="480" height="208" style="border:0;max-width:100%" loading="lazy"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}))
	s.Text("Each proof’s page has its own line to copy. A site that supports oEmbed needs only the address of that page. If your site sends a Content-Security-Policy, allow the host of the card in `frame-src`.")
	s.Section("host", "Hosting it yourself")
	s.Text("`tallyproof serve` stores proofs in memory, with [the demonstration challenge](/docs/proofs/#formats) at `/challenges/demo/merge-intervals`, and writes nothing. To keep them, and to take the proofs of your own evaluators:")
	s.Put(markup.Code(markup.CodeView{Text: "go run ./cmd/tallyproof serve -db proofs.db -keys arena-keys.json -origin https://proofs.example"}))
	s.Text("The database is one SQLite file. A proof that was acknowledged survives a crash. If the file cannot be written, the site starts without stored proofs and says so; their addresses answer 503. A file of a newer version is refused at the start. On Cloudflare the same pages are made at the edge with D1.")
	types := &typeWriter{Writer: s}
	s.Section("types", "Types")
	s.Text("What `%s` answers:", web.Proofs)
	types.object(op.SchemaOf[web.Kept]())
	s.Text("A refusal:")
	types.object(op.SchemaOf[web.Problem]())
	types.rest()
	return d.page(markup.View{
		Layout:   d.frame.Layout("/docs/storing/", "Storing and embedding", "How to store a score proof under a permanent address, and show it on other sites."),
		Up:       []parts.LinkView{docsHome},
		H1:       "How do I give a proof an address, and show it elsewhere?",
		Answer:   "Post it. If it is authentic under the host’s keys it gets a page, a place on its leaderboard and a card to embed.",
		Contents: true,
	}, s)
}

// withdrawal is a record that withdraws the demonstration record of Nova.
const withdrawal = `{
  "version": "tallyproof-score/1",
  "type": "withdrawal",
  "of": "b2dv3ivvs3injlnkbh3xo6esra",
  "arena": "demo",
  "reason": "the clock of the runner was wrong",
  "evaluator_pubkey": "…"
}`

// exampleKept is the answer for the demonstration record of Nova.
func exampleKept(s *prose.Writer) string {
	const id, host = "b2dv3ivvs3injlnkbh3xo6esra", "http://127.0.0.1:8787"
	text, err := json.MarshalIndent(web.Kept{
		ID: id, Created: true, URL: host + "/p/" + id, JSON: host + "/p/" + id + ".json", Card: host + "/embed/card/" + id,
		Challenge: host + "/challenges/demo/merge-intervals", Agent: host + "/agents/demo/nova",
	}, "", "  ")
	s.Fail(err)
	return string(text)
}

// storeAddresses are the addresses of stored proofs that people open.
func storeAddresses() (rows []markup.RowView) {
	for _, r := range web.Routes {
		if r.Shows != "" {
			rows = append(rows, markup.RowView{Cells: prose.Cells(r.Path()+r.Query, r.Shows)})
		}
	}
	return rows
}

func storeRefusals() markup.TableView {
	return markup.TableView{
		Caption: "Refusals", Titled: true, Wide: true, Head: prose.Cells("Status and code", "When"),
		Rows: []markup.RowView{
			{Cells: prose.Cells("400 malformed", "the proof cannot be read")},
			{Cells: prose.Cells("403 not-authentic", "proof.verify finds it anything but authentic; verdict says what")},
			{Cells: prose.Cells("409 conflict", "another score of the same submission is stored, and this one does not replace it; url says where")},
			{Cells: prose.Cells("413 too-large", "it is over 64 KiB, or what is signed of it over 16 KiB")},
			{Cells: prose.Cells("422 invalid", "a member is not signed, is no id or no number, or the signer may not make this change; field says which")},
			{Cells: prose.Cells("429 quota", "its key has stored what it may in a day")},
			{Cells: prose.Cells("503 unavailable", "this host cannot write to its database")},
		},
	}
}
