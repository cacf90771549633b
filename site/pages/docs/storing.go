package docs

import (
	"encoding/json"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/site/web"
	"github.com/tallyproof/tallyproof/site/web/forecasts"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// storing documents stored proofs, their pages and cards.
func (d *docsWriter) storing() build.Page {
	s := &prose.Writer{}
	conditions(s)
	s.Section("quota", "How much a key may store")
	s.Text("In a day that starts at 0:00 UTC, a key may store 5,000 records of 16 MiB in total. More records are " +
		"refused with 429 and the code `quota`. `Retry-After` has the number of seconds until the next day. Posting a " +
		"stored proof again is answered as before, and does not count.")
	s.Section("outcome", "The answer")
	s.Text("Status 201 means that the proof is new. Status 200 means that it was stored before. A refusal is a " +
		"[problem](/docs/errors/) with a code, the member and a sentence:")
	s.Table(storeRefusals())
	s.Section("ids", "Ids")
	s.Text("A record that names its submission (`submission_id`, `match_id`, `attempt_id` or `run_id`) has the id of " +
		"that submission, computed from its arena, challenge, agent and submission. Two scores of one submission by one " +
		"owner of keys cannot both count: the second is refused as a conflict, unless it replaces the first. Any other " +
		"record has the id of its content, which is the key and the record in canonical JSON. So a record with other white " +
		"space or another order is the same proof. A stored proof is never changed.")
	s.Text("Nobody can take the id of a submission from others. Each owner of keys has a record of its own; an entry of " +
		"the keyring without `owner` is an owner by itself. If several have signed the same submission, its address shows " +
		"the record of the owner of the first entry in the host’s keyring with that arena, and entries without an arena " +
		"come last. The page lists all records that are authentic now (`claims` in its JSON). A record whose key no longer " +
		"counts stands in nobody’s way. Each record is also at an address with its content, `/p/{content}`.")
	withdrawing(s)
	s.Section("read", "Pages, leaderboards, histories")
	s.Table(markup.TableView{
		Caption: "Addresses", Titled: true, Wide: true, Head: prose.Cells("Address", "What it shows"),
		Rows: storeAddresses(),
	})
	s.Text("To get proofs, leaderboards and histories as JSON, use an address that ends in `.json`, or `.md` for the "+
		"page as Markdown, or name the form in `Accept`. The challenges are in `/challenges.json`. `parts` of an entry are "+
		"the points of each dimension that its page shows. Every proof is verified again when it is shown. Ranks and "+
		"counts include only proofs that are authentic now, by the current keys and time. What is shown is read from the "+
		"signed bytes: an entry that the store has otherwise has no rank, and `state` is `differs`. Other proofs are "+
		"listed below them without a rank, each with the reason (`apart`): the proof was withdrawn or replaced, or its key "+
		"is revoked, is no longer listed or was not valid at the time. Proofs are ranked by their signed totals. If totals "+
		"are equal, the earlier submission comes first. If the times are equal too, they share a rank. Names that mix "+
		"letters of several scripts are marked, because they may imitate other names. Lists have 50 entries a page and a "+
		"link to the next page (`next`). Answers have an `ETag`. They may be cached for one minute, badges for two "+
		"minutes. A revoked key disappears from all answers within five minutes. Types and examples are in the [OpenAPI "+
		"document](%s).", apiDocument)
	embeddingAndHosting(s)
	logging(s)
	storeTypes(s)
	return d.page(markup.View{
		Layout: d.frame.Layout("/docs/storing/", "Storing and embedding",
			"How to store a score proof under a permanent address, and show it on other sites."),
		Up: []parts.LinkView{docsHome},
		H1: "How do I give a proof an address, and show it on other sites?",
		Answer: "Post it to a host. If it is authentic under the host’s keys, it gets a page, a place on its leaderboard " +
			"and a card to embed.",
		Contents: true,
	}, s)
}

// conditions documents which proofs are stored, and what of them.
func conditions(s *prose.Writer) {
	s.Section("store", "Storing a proof")
	s.Text("Post the proof to `%s`, byte for byte as it was published. The body is the proof itself, in [any format "+
		"that carries its own signature](/docs/proofs/#formats), of at most 64 KiB.", web.Proofs)
	s.Put(markup.Code(markup.CodeView{Text: "curl --data-binary @proof.json http://127.0.0.1:8787" + web.Proofs}))
	s.Put(markup.Code(markup.CodeView{Label: "The answer", Text: exampleKept(s)}))
	s.Text("There are no accounts: the signature is the permission. A proof is stored if all of these conditions are met:")
	s.Text(strings.Join([]string{
		"- [`proof.verify`](" + frame.OperationPath("proof.verify") +
			") finds it *authentic* at that moment, under [the keys of the host](/docs/keys/). *Authentic, but …* is not enough.",
		"- A flat record says the version `tallyproof-score/1`, or its key is listed with the layout of its bytes. No " +
			"layout is searched for here.",
		"- Every member of its record is inside the signed bytes. Anybody could have written a member that is not signed.",
		"- Its key is listed for the arena that the record names, or for no arena. A key cannot store proofs if the name " +
			"of its arena is not an id.",
		"- The ids of its arena, challenge and agent can be part of an address: letters, digits, spaces and `.-_~:@+`, at " +
			"most 128, no two dots or spaces in a row. They are in Unicode’s form NFKC. Their letters are of one script, or " +
			"of Latin and one other script. Every character is visible. The id of a submission may also have other characters.",
		"- Its total and its rating are JSON numbers. Texts are refused.",
		"- The signed bytes and their signature are at most 16 KiB.",
	}, "\n"))
	s.Text("The shortest text that proves the same is stored: one signature by a listed key, and the bytes that it " +
		"signs. Other signatures, unsigned members and headers, comments and white space are not stored. So nobody can add " +
		"anything to a record that somebody else signed. Two envelopes of the same record by the same key are one proof.")
}

// withdrawing documents how the owner of a key withdraws or replaces a proof.
func withdrawing(s *prose.Writer) {
	s.Section("withdraw", "Withdrawing and replacing")
	s.Text("Only the owner of a proof’s key can withdraw or replace the proof. The owner can use any of its keys that " +
		"is listed, active and valid now, for the same arena. There are three ways:")
	s.Text(strings.Join([]string{
		"- **Sign the submission again** with another key of the owner, for example after a key was lost. The new proof " +
			"replaces the old proof, unless it was signed before it, or before a change of it that counts. After a " +
			"withdrawal, the same key may do this too.",
		"- **Withdraw** a proof: sign a record with these members, in any format that can be stored, and post it to the " +
			"same address.",
		"- **Replace** a proof with another stored proof: sign the same members with `\"type\": \"replacement\"`, and the " +
			"id of the other proof as `by`.",
	}, "\n"))
	s.Put(markup.Code(markup.CodeView{Label: "A withdrawal, before it is signed", Text: withdrawal}))
	s.Text("`of` is the id of the proof or its content, `reason` has at most 200 characters. Give it a time, such as " +
		"`evaluated_at`: then it counts only for proofs that were signed before it, also on other hosts, where anybody may " +
		"post it, and no score that was signed before it takes the place of the proof. The old proof stays at its address. " +
		"Its page, badge and card show that it was withdrawn or replaced, when and why. Its JSON has the signed texts " +
		"(`history`). A withdrawal counts only while it is authentic itself: if its key is revoked later, it does not count.")
}

// forecastFrames documents forecasts on other sites.
func forecastFrames(s *prose.Writer) {
	s.Text("A forecast of a rating needs no proof: all its inputs are in the address, and nobody has signed them. It "+
		"has the picture of [the calculator](/rating/clawdiators/), a table, the inputs, and a link that opens the "+
		"calculator with the same inputs. It has no script. The rulebook is one of %s. The parameters are members of the "+
		"request of [`explain.forecast`](%s):", "`"+strings.Join(forecasts.IDs(), "`, `")+"`",
		frame.OperationPath("explain.forecast"))
	s.Put(markup.Code(markup.CodeView{Text: `<iframe src="https://…/embed/forecast/clawdiators?rating=1050&amp;matches=9&amp;strength=1150&amp;schedule=even&amp;length=60&amp;targets=1150,1200"
  title="Forecast of Nova’s rating" width="100%" height="725" frameborder="0" loading="lazy"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}))
	s.Text("`%s`, and `theme`. `targets` has 1 to 8 ratings with commas between them. `plan` replaces `schedule` and "+
		"`length` with up to 10 rows: `plan=contender*10,veteran*5`, or for AiRENA the ratings of opponents, "+
		"`plan=1200*10,1350`. A parameter that is unknown, doubled or wrong is refused with 422, and the frame shows why.",
		strings.Join(forecasts.Parameters, "`, `"))
}

// embeddingAndHosting documents cards, leaderboards and forecasts on other sites, and how to run a host.
func embeddingAndHosting(s *prose.Writer) {
	s.Section("embed", "Embedding a badge, a card, a leaderboard or a forecast")
	s.Text("A badge follows its agent: `/badge/a/{arena}/{agent}/score.svg` always shows the agent’s newest proof that is " +
		"authentic, and without one it says so and shows no value. `rating`, `rank` and `tier` are the other values, `.png` and " +
		"`.json` (for shields.io) the other forms. `/badge/p/{id}/score.svg` keeps to one proof. The agent’s page has the " +
		"line to paste.")
	s.Text("A card is a page of about 4 KB for an `<iframe>`: it needs no script, loads nothing, sets no cookie, " +
		"follows the reader’s light or dark scheme, and needs a width of at least 240 pixels. It shows what the " +
		"proof claims, and that the reader’s device has not checked it, with a link to the page that does; and the date of the " +
		"score and the rules. If the score is more than seven days old, it shows the age. Only `/embed/` may be framed by " +
		"other sites. `?theme=light` or `?theme=dark` sets its colours.")
	s.Put(markup.Code(markup.CodeView{Text: `<iframe src="https://…/embed/card/{id}" title="Nova: 94.25 in Merge intervals"
  width="100%" height="305" frameborder="0" loading="lazy"
  sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}))
	s.Text("A leaderboard is the same for the first ten proofs of a challenge, `?rows=5` for others: " +
		"`/embed/board/{arena}/{challenge}`. Each agent links to its proof. A script of its own sorts the rows; without " +
		"it, the leaderboard is whole.")
	s.Text("`<arena-board>` is a leaderboard whose rows the reader verifies: a button loads the engine into a Worker " +
		"and checks the proof of each row on the reader’s machine, under the keys of this site. A row whose score, name, " +
		"challenge or arena is not the signed one is marked. That no row is missing, and the ranks, it does not check: " +
		"[the log](#log) shows that. `rows` is how many rows it has, `theme` its colours. Its script has at most 6 KB; " +
		"without the script, or if the rows cannot be loaded, it is a link. The code fixes its height, so that nothing on " +
		"the page moves.")
	forecastFrames(s)
	s.Text("The page of each proof and leaderboard has a line to copy. A site that supports oEmbed needs only the " +
		"address of the page, or of a forecast’s frame. If your site sends a Content-Security-Policy, allow the host of " +
		"the card in `frame-src`; an element needs it in `script-src`, `connect-src` and `worker-src`, " +
		"`'wasm-unsafe-eval'` in `script-src`, and `blob:` in `worker-src`.")
	s.Section("host", "Hosting it yourself")
	s.Text("`tallyproof serve` stores proofs in memory, with [the demonstration challenge](/docs/proofs/#formats) at " +
		"`/challenges/demo/merge-intervals`, and writes no files. To keep proofs, and to accept the proofs of your own evaluators:")
	s.Put(markup.Code(markup.CodeView{
		Text: "tallyproof serve -db proofs.db -keys arena-keys.json -origin https://proofs.example"}))
	s.Text("A released `tallyproof` carries this site and needs nothing else. `-init` makes the database, a key to sign " +
		"with and its keyring in an empty folder. `docs/serve.md` in the repository covers a service, a proxy, backups " +
		"and keys.")
	s.Text("`-keys` decides which proofs this host stores and counts. The host also publishes these keys at " +
		"`/.well-known/arena-keys.json`, by which `<arena-board>` and `<arena-card>` on other sites verify. " +
		"[Verify](/verify/) trusts only the keys in `site/keys/arena-keys.json` at the time of the build. Add your keys to " +
		"that file too, or it shows your proofs as signed by an unknown key.")
	s.Text("`-log-key log.key` signs [the transparency log](#log), with the key that `tallyproof log keygen " +
		"proofs.example/log log.key` makes. Without it, a key is made: beside the database, which `serve` prints, or in " +
		"memory one that ends with the program. `log.key.signed` has what the log signed last. A database that is behind " +
		"it, such as a restored backup, is not signed until its operator says why: `tallyproof log accept-rollback`. Keep " +
		"the key and this file apart from copies of the database.")
	s.Text("An address may have 256 connections at a time, and all together 1,024. Connections that wait make room for " +
		"others. Behind a proxy all clients have the proxy’s address: add `-per-address 1024`, and limit clients there.")
	s.Text("The database is one SQLite file. `tallyproof backup -db proofs.db copy.db` copies it while the server runs; " +
		"copying the file itself loses proofs. A proof is safe from a crash after the host has acknowledged it. If the " +
		"file cannot be written, the site starts without stored proofs and prints a message; the addresses of stored " +
		"proofs return 503. A file of a newer version is refused at the start. On Cloudflare, a Worker makes the same " +
		"pages with a D1 database.")
}

// logging documents the transparency log.
func logging(s *prose.Writer) {
	s.Section("log", "The transparency log")
	s.Text("Every stored proof, withdrawal and replacement is an entry of an append-only log. The host signs its size " +
		"and the root hash of its tree. Whoever keeps such a checkpoint can later show that an entry was changed, moved or " +
		"dropped. Leaderboards name the checkpoint that they were computed from, and each proof’s page has a proof that it " +
		"is in the log (`.tlog-proof`), which shows that without asking the host. [Verify](/verify/) judges the entry by " +
		"its own signature, and shows its place in the log if you trust the log’s key; `tallyproof log verify` reads every entry.")
	s.Put(markup.Code(markup.CodeView{Label: "Check a host", Text: "tallyproof log verify -key " +
		"'proofs.example/log+1f2e3d4c+AQ…' -kept checkpoint.txt https://proofs.example/log"}))
	s.Text("The command reads all entries, recomputes the root, and compares it with the checkpoint that you kept. " +
		"Other programs can read the log too: `/log/checkpoint`, `/log/tile/…` and `/log/tile/entries/…` have the formats " +
		"of `c2sp.org/tlog-tiles`.")
	s.Text("The log shows what a host stores. It does not show that a score is right, and a host could show different " +
		"logs to different people until they compare their checkpoints.")
}

// storeTypes documents the JSON of answers and refusals.
func storeTypes(s *prose.Writer) {
	types := &typeWriter{Writer: s}
	s.Section("types", "Types")
	s.Text("Answers of `%s`:", web.Proofs)
	types.object(op.SchemaOf[web.Kept]())
	s.Text("A refusal:")
	types.object(op.SchemaOf[web.Problem]())
	types.rest()
}

// withdrawal is a record that withdraws the demonstration record of Nova.
const withdrawal = `{
  "version": "tallyproof-score/1",
  "type": "withdrawal",
  "of": "b2dv3ivvs3injlnkbh3xo6esra",
  "arena": "demo",
  "reason": "the clock of the runner was wrong",
  "evaluated_at": "2026-11-20T09:00:00Z",
  "evaluator_pubkey": "…"
}`

// exampleKept returns the answer for the demonstration record of Nova.
func exampleKept(s *prose.Writer) string {
	const id, host = "b2dv3ivvs3injlnkbh3xo6esra", "http://127.0.0.1:8787"
	text, err := json.MarshalIndent(web.Kept{
		ID: id, Created: true, URL: host + "/p/" + id, JSON: host + "/p/" + id + ".json", Card: host + "/embed/card/" + id,
		Challenge: host + "/challenges/demo/merge-intervals", Agent: host + "/agents/demo/nova",
	}, "", "  ")
	s.Fail(err)
	return string(text)
}

// storeAddresses returns the addresses of stored proofs that people open.
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
			{Cells: prose.Cells("403 not-authentic",
				"the verdict of proof.verify is not authentic; the member verdict has the verdict")},
			{Cells: prose.Cells("409 conflict", "another score of the same submission by the same owner is stored, and this "+
				"proof does not replace it; url has its address")},
			{Cells: prose.Cells("413 too-large",
				"the proof is over 64 KiB, or its signed bytes and their signature are over 16 KiB")},
			{Cells: prose.Cells("422 invalid", "a member is not signed, is not an id or not a number, or the signer may not "+
				"make this change; field names the member")},
			{Cells: prose.Cells("429 quota", "its key has reached its limit for the day")},
			{Cells: prose.Cells("503 busy", "this host has too much to do; Retry-After has the seconds to wait")},
			{Cells: prose.Cells("503 unavailable", "this host cannot write to its database")},
		},
	}
}
