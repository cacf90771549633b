// Package proof reads signed scores and says what their signatures prove. This
// comment is its specification: what stands here is enough to write another
// verifier that gives the same answers.
//
// A document is read in three steps. A reader finds the signatures and the
// exact bytes that each is over. The signature is verified with Ed25519. Checks
// compare what the bytes say with what can be recomputed. Whatever cannot be
// read without a doubt is refused with a place (line, column, byte offset) and
// what was expected there. Texts of more than 2²⁰ bytes are refused.
//
// # Keys
//
// A public key is 32 bytes. It may be spelled as
//
//   - hexadecimal in either case, optionally after 0x or with a colon between bytes;
//   - base64 in either alphabet of RFC 4648, but not both at once, padded or not;
//   - ed25519: in either case, and hexadecimal, base64 or base58btc, unless the digits
//     may be both of these;
//   - SubjectPublicKeyInfo (RFC 8410), as PEM, or its 44 bytes of DER in
//     hexadecimal or base64;
//   - JWK (RFC 7517, RFC 8037): kty "OKP", crv "Ed25519"; alg, use and key_ops,
//     if present, "EdDSA" or "Ed25519", "sig" and a list with "verify"; x in
//     base64url without padding. A JWKS with one such key stands for that key;
//   - Multikey, z6Mk…: base58btc of ED 01 and the key; or did:key of that, with
//     an optional fragment that repeats it;
//   - SSH (RFC 8709): a line of a .pub, authorized_keys or allowed_signers file,
//     or its base64 alone. The options namespaces, without patterns, and
//     valid-after and valid-before, in UTC, limit the entry of a keyring as its own
//     members do, and both count; cert-authority is refused; others are about
//     logging in;
//   - minisign and signify: the .pub file, or its line of base64, which is "Ed",
//     a key number of 8 bytes, the key. The number is written as minisign does,
//     in hexadecimal with the last byte first;
//   - verifier key of a signed note, name+hash+key, of type 1.
//
// All base64 has zero in the bits that carry nothing. White space around a key
// is passed over. A private key of any of these kinds is refused, and neither it
// nor any other text given as a key is repeated in a message.
//
// # Keyrings
//
// A keyring is {"keys": […]}, each of which is a JWK or an object with
//
//	public_key   any spelling above; required
//	id           a name for the key, unique
//	owner, arena whose key it is, and where it signs
//	source       https address where its owner published it; never fetched
//	valid_from   RFC 3339 time from which it is valid
//	valid_to     RFC 3339 time from which it no longer is; after valid_from
//	status       "active", the default, or "revoked"
//	key_number   number of a key of minisign or signify, as minisign prints it
//	key_name     name under which the key signs notes
//	layout       how flat records of this key are signed, a [Layout]
//	namespaces   the only namespaces of SSH signatures that the key makes
//	payload_types the only types of DSSE payloads that the key signs
//
// There are no other members, no empty texts, no control or format characters in
// names, no key and no id twice, and at most 10,000 keys. If all are JWKs it is a
// JWKS, in which keys of other kinds and unknown members are passed over. A JWK, also
// one that is alone or in an entry, is valid from its nbf to its exp, in seconds since
// 1970, and revoked if it has a member revoked that is neither null nor false.
//
// # Trust
//
// A request has up to three keyrings. The first two, keys and pins, are trusted:
// a key that one of them lists is pinned, and what keys says of it holds, whatever
// pins says. The third, candidates, came with a link, a document or a file. Its
// keys are tried if the proof does not carry its own, and its names are repeated
// as what they are; they never pin a key, and change nothing about one that is.
//
// # Envelopes
//
// JSON is read strictly (package jcs); so is JSON inside a payload, header or
// signed text. Canonical JSON is RFC 8785. ‖ joins bytes, LF is a line feed.
//
// A byte order mark, a fence or backticks of Markdown, the quotes of a string in JSON, and
// Bearer before a JWS, also behind Authorization:, are taken off a text, and off what is
// then left, four at most. Nothing may stand around a proof that a log, a host or a badge
// carries. A signed note with a byte order mark is read with it and without it.
//
// Data Integrity (W3C vc-di-eddsa, eddsa-jcs-2022): the member proof, an object
// or a list. Options are the proof without proofValue; the document is without
// proof, and if the options have an @context, with that in place of its own,
// which must begin with the same values in the same order. Signed is
//
//	SHA-256(JCS(options)) ‖ SHA-256(JCS(document))
//
// proofValue is z and base58btc of 64 bytes, type is DataIntegrityProof,
// proofPurpose is assertionMethod; created and expires are RFC 3339 times if
// present. A verificationMethod that is a did:key carries its key; any other is
// a hint and never fetched. previousProof is refused. Values of the document's @context
// behind those of the proof's are not signed. A document with a
// credentialSubject is a credential: it holds from its validFrom or issuanceDate to
// its validUntil or expirationDate, RFC 3339 times if present, or to expires if that
// is earlier. Of a credential, in any envelope but a flat record, the record is the
// credentialSubject if that is an object: also of the member vc of a token without a
// score of its own. An arena that the signed objects around the record name is the
// record's.
//
// DSSE, version 1: payloadType, payload and signatures; base64 in either
// alphabet. Signed is
//
//	"DSSEv1" SP LEN(type) SP type SP LEN(payload) SP payload
//
// The record is the payload, or its predicate if the type is
// application/vnd.in-toto+json; the payload then is a Statement/v1 or v0.1.
//
// JWS (RFC 7515): compact, flattened, general; detached (header..signature) with
// the payload beside it; or signatures inside a document, over the canonical
// JSON of the document without its member signatures. Signed is
//
//	header "." payload, both in base64url without padding
//
// alg is in the protected header, and "EdDSA" or "Ed25519". crit and b64 are
// refused in either header, and so is a member of both. But a detached JWS may have
// "b64": false with "crit": ["b64"] in its protected header (RFC 7797), unless typ makes
// it a JSON Web Token: then the payload is signed as it is, not in base64url. All
// signatures of a JWS agree in this. A jwk is a key carried
// by the document; jku, x5u and x5c are passed over; kid is a hint. A detached
// signature may be over the exact bytes beside it or over their canonical JSON. A
// payload is a JSON Web Token (RFC 7519) if typ says so, or if it has iss, iat, nbf,
// aud or jti: it holds from nbf to exp, and was signed at iat, if that is a number. A
// credential that is the payload or the predicate, or its member vc, and one that any
// other envelope carries or that is a flat record, holds as one with a Data Integrity
// proof does.
//
// minisign: four lines. The second is base64 of an algorithm, a key number of 8
// bytes and a signature over the file (Ed) or its BLAKE2b-512 (ED). The fourth
// is a signature by the same key over the first signature ‖ the trusted comment,
// the third line after "trusted comment: ". Both must hold.
//
// signify: two lines, the second as above with algorithm Ed, over the file. The
// file may follow in the same text (signify -e). A key whose number is known makes
// no signature of another number.
//
// SSHSIG (OpenSSH PROTOCOL.sshsig), version 1, hash sha256 or sha512, a
// namespace that is not empty. Signed is, with strings as in RFC 4251,
//
//	"SSHSIG" ‖ string namespace ‖ string reserved ‖ string hash ‖ string HASH(file)
//
// Signed note (c2sp.org/signed-note): a text that ends in LF, an empty line and
// signature lines. Signed is the text with its last LF. A signature holds under
// a key only if its four bytes of hash are those of
// SHA-256(name ‖ LF ‖ 01 ‖ key). Cosignatures with a time, and signatures of
// other lengths, are not read. The record is the text, if it is a JSON object.
//
// tlog-proof (c2sp.org/tlog-proof@v1): the record is the leaf, as the exact bytes
// beside the proof, or their canonical JSON, or the extra data. Its hash
// SHA-256(00 ‖ leaf) leads by the proof's hashes, RFC 6962 section 2.1.1, to the
// root of the checkpoint, a signed note whose first line, the log's name, is
// also the name of the key. Signatures under other names are not read. A leaf that
// carries signatures of its own, or is no JSON object, is read as it would be alone: it
// has the format and the verdict of its signatures, or cannot be read, and the log
// decides the check log. A tlog-proof as a leaf cannot be read.
//
// raw: 64 bytes in hexadecimal or base64, over the exact bytes beside it.
//
// The JSON that a host answers for a stored proof, an object with text and answer,
// is read as the proof in its text. Of its other members, those of a host count for
// nothing, and any other stands beside what is signed.
//
// Bytes that begin with the mark of a format (tallyproof-score/, DSSEv1, SSHSIG,
// the header of a JWS, also one with b64, a signature line of a note, a tlog-proof) are read in that
// format alone: a bare signature, a note or a layout over them is refused.
//
// Other members of an envelope in JSON are not signed.
//
// One text has at most 32 signatures. A signature of another algorithm beside
// one of ours is passed over and mentioned; alone it is refused. sigstore
// bundles, Open Badges and other credentials that sign RDF, COSE, CMS, OpenPGP, JWE, JWS
// and SSH signatures by other algorithms are recognised by their form and refused by
// name, as not supported.
//
// # Flat records
//
// A flat record is an object with a member evaluator_signature (or signature):
// 64 bytes in hexadecimal or base64. Its key may stand in evaluator_pubkey,
// evaluator_public_key, public_key or pubkey. With "version":
// "tallyproof-score/1" the signed bytes are
//
//	"tallyproof-score/1" LF JCS(record without its signature)
//
// With any other version, or none, a layout says what is signed (see [Layout]):
// which members, in which order, as JSON of one of three spellings, as values or
// pairs joined by a separator, or as the bytes that hexadecimal stands for; how
// numbers and characters beyond ASCII are spelled; a prefix, a final line feed,
// a hash and an encoding of all that. It is the one that is listed with the key;
// else the one given with the request; else it is looked for: candidates are
// tried in a fixed order, the likeliest first, and their number is limited.
//
// What is signed is read from the signed bytes, never from the record beside
// them. Bytes that are a JSON object and nothing else say themselves which value
// is which, whoever chose the layout. Joined values and pairs, bytes behind a
// prefix, and hashes do not: whoever may choose the layout may choose the meaning.
// They are read only by a layout that is listed with the key that signed, which
// names the members, and if they can be taken apart in one way. A layout that
// came with the request never makes a proof authentic, nor does one that the request
// says was found for an earlier record, unless a search finds it for this one.
//
// Joined values do not say their kind. A rating, a rank, a total and a dimension score
// are numbers; the members that hold weights and scores are objects; ids, names, times
// and other members with a meaning are texts, also 1e2 and null. The value of a member
// without a meaning is what the strict reader takes it for, if canonical JSON spells
// it so, else a text. A number beside a signed text is the same only in its canonical
// spelling.
//
// # Many documents
//
// A text is many documents if it is a JSON array, whose elements they are; a
// table with a column that names them; or lines, each with one. It is lines if
// two of them begin with {, or two are compact JWSs, or one begins with { and
// ends with } and another is not empty, and the whole cannot be read as one
// document. A byte order mark before all this is passed over, and so are empty
// lines. Documents are distinguished by line ends, brackets and quotation marks
// alone, and then read one by one, so that one that cannot be read hides no
// other. Behind an element, row or line of more than 2²⁰ bytes, what follows in
// the array, in an open cell or on the line is not read.
//
// A table is CSV (RFC 4180) with a header; lines may end in LF, and cells be
// separated by commas, semicolons or tabs. Columns have different names. One
// called proof, record or document, in any case, holds whole documents. Of the
// others, those whose name says agent, challenge, score, rating or rank are
// compared with what is signed: a row is at best qualified if one says something
// else, or an agent or a score where none is signed. Else one is called evaluator_signature or signature,
// and a row is a flat record: an object with a member for every cell, in the
// order of the columns. Cells that are empty, or of a column without a name, are
// left out. A cell that the strict reader takes for a number, true, false, null,
// an object or an array is that, as it is spelled: 82.50 is a number and stays
// 82.50. Integers beyond ±(2⁵³−1) and all else are texts, as are 007 and True.
// Quotation marks around a cell make no difference. A record with a text that
// looks like a number cannot be a row; it can be a document in a cell.
//
// # Records
//
// A record's members are known by the names arenas give them (see [MeansScore]
// and those after it): the total is final_score, composite_score, total_score,
// score, composite or total; the rating is rating_after, elo_after, rating, elo or
// elo_rating; weights are scoring_weights or weights; the code's hash is code_hash
// or code_sha256, SHA-256 in hexadecimal or base64; the time is evaluated_at,
// scored_at, timestamp or completed_at. Of several the first counts whose value
// is of the right kind: a number in quotation marks is a text. Of the names of the
// total, of the rating and of the rank the first counts, and if its value is no number
// there is none. Dimension scores are members of the record or of its scores, dimensions, breakdown or
// score_breakdown. Integers beyond ±(2⁵³−1) are refused, and so are they anywhere in
// a document that is signed as canonical JSON, in which several may be one number.
//
// # Signatures
//
// One rule accepts: the strict one of WebCrypto's specification and libsodium.
// Key and signature have 32 and 64 bytes, S is below the group's order, the key
// is canonical and not of small order, R is not a small-order encoding, and the
// equation holds without the cofactor, R compared as bytes. ZIP-215 accepts all
// of that and more; it serves only to recognise contested signatures.
//
// The keys tried are the one the document carries; else the one pasted beside
// it, then the one with the id, the hash or the number that the document names,
// then the others. A signature that none of these others made is someone's, and
// not called false. A document with several signatures has the verdict of its
// best one, unless one that names a pinned key is false.
//
// A badge is an SVG with an element <metadata> that holds, with single spaces
// between them, tallyproof-badge/1, what it shows, its variant, and a proof in
// base64. It is read by reading that proof. If the signature holds and the SVG is
// not, byte for byte but for white space around it, what [Badge] draws from the
// record's signed members, the badge is not authentic. A middle dot in a name is
// drawn as a hyphen, unless it stands between two Latin letters.
//
// A request may take about a second: 10,000 checks beyond the first of each
// signature, fewer where the signed bytes are long, four times as many where a
// layout is looked for under few keys. If that ends before the keys do, the
// signature is not called false: no key that was tried could have made it.
//
// # Checks
//
//	format      what the document is
//	signature   whether it holds by the strict rule, over how many bytes, made how
//	key         fails if not canonical, of small order, outside the prime-order
//	            subgroup, revoked, listed for another arena than a signed arena or
//	            arena_id in any case, for another namespace or payload type, or not
//	            listed while another is under the same id, owner or arena; and if a signed
//	            credential or token names another did:key as its issuer. Another name
//	            than the owner's is told
//	code        SHA-256 of the file given; on a miss, of the file with other line
//	            ends, with or without byte order mark or final line end
//	arithmetic  the total recomputed by the rulebook given, or AiRENA's for its four
//	            dimensions if none is given that knows every weighed dimension, with
//	            the weights given, the record's, or those of the rulebook given;
//	            unknown without weights. It agrees if it rounds to what is written
//	weights     fails if they sum neither to 1 nor to 100 %, or if those given are
//	            not the record's
//	coverage    fails if the total, a part of it, or another member with a meaning
//	            is not inside the signed bytes, nor one whose name another reader
//	            may take for such, as Score, or any with other characters than
//	            letters of ASCII, digits, blanks, - . and _, be it of the record or of
//	            its envelope; if the record differs from them; if a signed member
//	            with a name of the total, rating or rank is no number, but for a
//	            rating or rank of null and a rank in words;
//	            if they leave open what they mean, or are no JSON object at all: a
//	            hash, a list, joined values, a text, also in an envelope; or if the
//	            layout came with the request; and if something wanted is not inside
//	            them: a score, unless the request wants other members, or the hash of
//	            the code. If nothing is wanted, it is unknown for a record without a
//	            score and for a checkpoint: a note of an origin, a size and a root hash
//	time        fails if a time is none, is more than five minutes after the time of
//	            checking, or is before the evaluation; if the signature has expired;
//	            or if the key was not valid. The time of use is the first signed
//	            one, else the time of checking. It is unknown for a credential that
//	            names a list in which it may be revoked, which nobody fetches
//	log         the record's place in a transparency log; for a record with its
//	            own signature unknown if the log's key is not listed, and fails if
//	            that key did not sign the checkpoint
//
// Each is pass, fail, unknown (it cannot be determined) or skipped (nothing was
// given).
//
// # Verdicts
//
// The verdict is the first of these that applies:
//
//	unreadable     the text cannot be read, or a signature over what cannot be read holds
//	not-authentic  the signed bytes are declared, and the signature is false under
//	               the key that should have made it; or the record is not in its log
//	unmatched      no layout is declared, and none that was tried fits
//	contested      the strict rule refuses, ZIP-215 accepts
//	unknown-key    the signature holds under a key that is not pinned, or no key
//	               that is known could have made it
//	qualified      it holds under a pinned key, and some check failed
//	authentic      it holds under a pinned key, and no check failed
//
// The first three show no other check and none of the document's contents.
package proof
