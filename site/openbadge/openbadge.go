// Package openbadge makes Open Badges of score records: credentials as Open Badges
// 3.0 of 1EdTech defines them, on top of Verifiable Credentials 2.0 of W3C, to be
// signed by Data Integrity with eddsa-jcs-2022. Wallets for badges read the
// achievement and its results; whoever verifies the score finds the whole record
// inside the signed bytes, as members of the credential's subject.
package openbadge

import (
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/words"
)

// contexts say what the members of a credential mean. The last one lets a record
// keep its own members, which no context defines.
var contexts = []string{
	"https://www.w3.org/ns/credentials/v2",
	"https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
	"https://www.w3.org/ns/credentials/undefined-terms/v2",
}

// taken are the names that Open Badges give another meaning in a subject
// (AchievementSubject, section B.1.3), so that no record may use them.
var taken = []string{
	"id", "type", "activityEndDate", "activityStartDate", "achievement", "creditsEarned", "identifier", "image",
	"licenseNumber",
	"narrative", "result", "role", "source", "term", "@context", "@id", "@type",
}

// Options are what a record does not say.
type Options struct {
	Achievement string // address of what was achieved, such as the challenge's page; "" to make a name of it
	Issuer      string // name of who signs, for readers; may be ""
	Image       string // address of a picture of the achievement, PNG or SVG; "" for a sign of ours, inside the badge
	Subject     string // URI of who achieved it, such as a DID; "" to make a name of the arena and the agent
	Status      string // address of the issuer's list of revoked credentials; "" for none
}

// check refuses options that are no addresses.
func (o *Options) check() error {
	for _, one := range []struct{ what, is string }{{"achievement", o.Achievement}, {"image", o.Image},
		{"subject", o.Subject}, {"list of revoked credentials", o.Status}} {
		if u, err := url.Parse(one.is); one.is != "" && (err != nil || !u.IsAbs()) {
			return fmt.Errorf("the %s %q: want an address with a scheme, such as https://arena.example/challenges/sort-1",
				one.what, one.is)
		}
	}
	return nil
}

// tally is the picture of an achievement that has no other: a tally of five.
const tally = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><path fill="#fff" d="M0 0h26v26H0z"/>` +
	`<path fill="#15181c" d="M3 3h3v20H3zM8.7 3h3v20h-3zM14.4 3h3v20h-3zM20.1 3h3v20h-3z"/>` +
	`<path fill="none" stroke="#2440d6" stroke-width="3" d="M.5 13.2l6.8 5.6L25.5 5.5"/></svg>`

// Credential returns the credential of a record, as JSON, with all of its proof but the
// proofValue: proof.statement tells what is to be signed.
//
// A credential of the same record, key and options is always the same. Errors: a
// record that is no JSON object, does not say whose score it is and of what, when and
// how much, or has a member that Open Badges give another meaning.
func Credential(text []byte, public ed25519.PublicKey, o Options) ([]byte, error) {
	members, s, err := read(text)
	if err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	did := didOf(public)
	achievement := cmp.Or(o.Achievement, named("achievement", s.arena, s.challenge))
	results, descriptions := s.results(achievement)
	picture := cmp.Or(o.Image, "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(tally)))
	subject := map[string]any{
		"type": []string{"AchievementSubject"},
		"id":   cmp.Or(o.Subject, named("agent", s.arena, s.agent)),
		"identifier": []any{map[string]any{"type": "IdentityObject", "hashed": false, "identityHash": s.agent,
			"identityType": "systemId"}},
		"achievement": map[string]any{
			"id": achievement, "type": []string{"Achievement"}, "name": s.title,
			"description":       "A score in " + s.where() + ".",
			"criteria":          map[string]any{"narrative": "The submission was evaluated and scored in " + s.where() + "."},
			"image":             map[string]any{"id": picture, "type": "Image"},
			"resultDescription": descriptions,
		},
		"result": results,
	}
	for name, value := range members {
		subject[name] = value
	}
	issuer := map[string]any{"id": did, "type": []string{"Profile"}}
	if o.Issuer != "" {
		issuer["name"] = o.Issuer
	}
	credential := map[string]any{
		"@context": contexts, "type": []string{"VerifiableCredential", "OpenBadgeCredential"},
		"id": named("credential", did, achievement, o.Issuer, o.Image, o.Subject, o.Status, string(s.canonical)), "name": s.title, "issuer": issuer,
		"validFrom": s.at, "credentialSubject": subject,
		"proof": map[string]any{
			"@context": contexts, "type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022",
			"proofPurpose":       "assertionMethod",
			"verificationMethod": did + "#" + strings.TrimPrefix(did, "did:key:"),
		},
	}
	if o.Status != "" {
		credential["credentialStatus"] = map[string]any{"id": o.Status, "type": "1EdTechRevocationList"}
	}
	return json.Marshal(credential)
}

// Sealed returns a credential with its signature, as canonical JSON.
func Sealed(credential, signature []byte) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(credential, &members); err != nil {
		return nil, err
	}
	var proof map[string]any
	if err := json.Unmarshal(members["proof"], &proof); err != nil {
		return nil, err
	}
	proof["proofValue"] = multibase(signature)
	sealed, err := json.Marshal(proof)
	if err != nil {
		return nil, err
	}
	members["proof"] = sealed
	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	return jcs.Canonicalize(text)
}

// said is what a record says of itself.
type said struct {
	record.Signed
	agent, challenge, title, arena, at string
	canonical                          []byte
}

// read returns the part of a record that is signed anew: its members without the
// signature or proof, the key and the version, which belong to the format that it
// was in.
func read(text []byte) (map[string]json.RawMessage, *said, error) {
	if _, err := jcs.Parse(text); err != nil {
		return nil, nil, fmt.Errorf("the record: %w", err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, nil, fmt.Errorf("the record: want a JSON object")
	}
	for name := range members {
		if record.IsSignatureName(name) || record.IsKeyMember(name) || name == "version" || name == "proof" {
			delete(members, name)
		}
	}
	if won := members["result"]; members["outcome"] == nil && len(won) > 0 && won[0] == '"' {
		members["outcome"] = won
		delete(members, "result")
	}
	for _, name := range taken {
		if members[name] != nil {
			return nil, nil, fmt.Errorf("the record has a member %s, to which Open Badges give another meaning: want it under "+
				"another name", name)
		}
	}
	s, err := say(members)
	return members, s, err
}

// say reads what the members of a record say.
func say(members map[string]json.RawMessage) (*said, error) {
	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	s := &said{}
	if s.canonical, err = jcs.Canonicalize(text); err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	signed, p := record.ReadSigned(text)
	if p != nil {
		return nil, fmt.Errorf("the record: %s", p.Where())
	}
	s.Signed = signed
	_, s.agent = s.Text(record.MeansAgent)
	_, s.challenge = s.Text(record.MeansChallenge)
	_, s.arena = s.Text(record.MeansArena)
	_, title := s.Text(record.MeansTitle)
	s.title = cmp.Or(title, s.challenge)
	for _, means := range []string{record.MeansTime, record.MeansSubmitted} {
		if _, at := s.Text(means); s.at == "" {
			s.at = at
		}
	}
	return s, s.complete()
}

// complete reports what is missing.
func (s *said) complete() error {
	_, _, scored := s.Number(record.MeansScore)
	_, _, rated := s.Number(record.MeansRating)
	for _, want := range []struct {
		has   bool
		means string
	}{{s.agent != "", record.MeansAgent}, {s.challenge != "", record.MeansChallenge}, {s.at != "", record.MeansTime},
		{scored || rated, record.MeansScore}} {
		if !want.has {
			return fmt.Errorf("the record does not say its %s: want a member such as %s", want.means,
				strings.Join(record.Names(want.means)[:2], " or "))
		}
	}
	if _, err := time.Parse(time.RFC3339, s.at); err != nil {
		return fmt.Errorf("the record's time %q: want one as in RFC 3339", s.at)
	}
	return nil
}

// where names the challenge and its arena.
func (s *said) where() string {
	if s.arena == "" {
		return words.Called(s.title)
	}
	return words.Called(s.title) + " of the arena " + words.Called(s.arena)
}

// results returns the numbers of a record as Open Badges give results: a text each, and
// what it means.
func (s *said) results(achievement string) (results, descriptions []any) {
	for _, one := range []struct{ means, name string }{{record.MeansScore, "Score"}, {record.MeansRating, "Rating"},
		{record.MeansRank, "Rank"}} {
		_, x, ok := s.Number(one.means)
		if !ok {
			continue
		}
		id := named("result", achievement, one.means)
		results = append(results, map[string]any{"type": []string{"Result"}, "resultDescription": id, "value": op.Show(x)})
		descriptions = append(descriptions, map[string]any{"id": id, "type": []string{"ResultDescription"}, "name": one.name,
			"resultType": "RawScore"})
	}
	return results, descriptions
}

// named returns an id made of texts, the same each time: a UUID of version 8 (RFC 9562)
// of their SHA-256.
func named(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	id := slices.Clone(sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	h := hex.EncodeToString(id)
	return "urn:uuid:" + strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}

// didOf returns a key as a did:key: base58btc of 0xed, 0x01 and the key.
func didOf(public ed25519.PublicKey) string {
	return "did:key:" + multibase(append([]byte{0xed, 0x01}, public...))
}

// multibase encodes bytes in base58btc, after its letter z.
func multibase(data []byte) string {
	const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	n, base, rest := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int)
	var out []byte
	for n.Sign() > 0 {
		n.DivMod(n, base, rest)
		out = append(out, digits[rest.Int64()])
	}
	for i := 0; i < len(data) && data[i] == 0; i++ {
		out = append(out, digits[0])
	}
	slices.Reverse(out)
	return "z" + string(out)
}
