// Package web is the part of the site that keeps something: stored proofs, their
// pages, leaderboards, histories and cards. `tallyproof serve` runs it on SQLite, the
// Cloudflare Worker on D1. It is an http.Handler without state of its own, but for what
// [Config].Copies keeps.
//
// [Routes] lists its addresses. HEAD answers as GET does, errors are pages for
// browsers and RFC 9457 problems for everybody else.
//
// # Who may store
//
// Nobody has an account: the signature is the permission. A proof is stored if
// proof.verify finds it authentic at this moment under the keys of the
// deployment, its key is valid at this moment, its record is of the arena that its key
// is listed for, and all of its members are signed: what is not signed could be anybody's. A key stores so
// many records and bytes a day ([Config].Quota).
//
// # What is stored
//
// The minimal text of proof.Minimal: one signature that holds and what it signs. So
// nothing that a stranger adds to a proof is kept, and no proof costs more to show
// than another.
//
// # Ids
//
// A record that names its submission has the id of that submission: 26 letters
// and digits of the SHA-256 of its arena, challenge, agent and submission, all of
// them signed. So an arena can link to a proof before it is stored, and two
// scores of one submission by one owner cannot both count: the second is refused as a
// conflict, unless it replaces the first. Any other record has the id of its
// content.
//
// Owners do not stand in each other's way. Each has proofs of its own of a submission,
// and an entry of the keyring without an owner is one by itself. The address of a
// submission shows the record of the owner of the first entry with its arena, and names
// all others that are authentic now ([App.found]). What no longer counts gives way. A
// record has an address of its own besides: its id, or its content.
//
// Content is what was signed and by whom: the SHA-256 of the key and the record in
// canonical JSON, so that two envelopes of one record are one row. Storing the
// same content again is no error and changes nothing.
//
// # What counts
//
// Lists rank and count what is authentic now. The store tells that by key and
// dates (package store, counting), which is all that time and a new keyring change;
// every proof that is shown is verified as well, and one that turns out otherwise is
// left out from then on. The rest stands apart with the reason.
//
// Rows are candidates: columns find and sort them, and what is shown
// comes from the signed bytes, but for when a row was stored, its place in the log and
// counts. A row whose columns say something else has no rank.
//
// An owner withdraws or replaces a proof by a signed record, or by signing its
// submission anew with another key ([App.Keep]). Rows are only added: a proof's page
// tells its history. A change counts as long as its own signature does.
//
// # The log
//
// Every stored proof and every change has a place in an append-only log (package
// translog), which a host with a log key signs. Proofs and lists name the checkpoint
// that covers them. If entries were changed behind the host's back, nothing is signed
// any more, and pages go on without it.
//
// # When the store fails
//
// A leaderboard or a history that was shown before is shown again, with its age (package
// copies), as a page, as Markdown and as a frame. Programs get the error, and so does
// whoever asks for a verdict.
//
// # Caching
//
// Answers have a strong ETag of their bytes, pictures of a release one of what they
// show, and may be kept for a minute. What they say of time (a card that is out of
// date, a key that was revoked) is as old as that. A forecast says nothing of time, and
// may be kept for five minutes.
package web
