package engine

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/op"
)

// Host holds the host's part of a badge: keys, time and stored proof.
type Host struct {
	Keyring []byte // the keys whose proofs are shown as verified, as proof.verify takes them
	At      string // the time, RFC 3339
	Proof   []byte // the stored proof that [badge.Route] asks for, or empty
	State   string // "withdrawn" or "replaced" if the stored proof was: its badge shows that
	Failed  bool   // the store did not answer, so the proof may exist
}

// badgePolicy is the Content-Security-Policy of badges: they are for every page,
// run nothing and load nothing.
const badgePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// picture answers the addresses of badges, which package core/badge describes.
func picture(req Request) Response {
	want, ok := badge.Route(req.Path)
	var res Response
	switch {
	case !reads(req):
		res = notAllowed("GET, HEAD, OPTIONS")
	case !ok:
		res = problem(&op.Error{Code: NotFound, Message: "this is no badge: want /badge/d/{packed proof}/{kind}.svg " +
			"or /badge/p/{id}/{kind}.svg or /badge/a/{arena}/{agent}/{kind}.svg, where kind is one of " + strings.Join(badge.Kinds, ", ")})
	default:
		res = drawn(req, want)
	}
	res.Header.Set("Content-Security-Policy", badgePolicy)
	return res
}

// badgeCaching limits the age of a badge and of the keys behind it: a revoked key
// disappears within five minutes from two caches in a row.
const badgeCaching = "public, max-age=120, must-revalidate"

// drawn returns a badge.
func drawn(req Request, want badge.Want) Response {
	if want.Stored() && req.Host.Failed {
		return fault("the proof could not be read; try again")
	}
	missing := want.Stored() && len(req.Host.Proof) == 0
	b := want.Missing()
	switch {
	case missing:
	case want.Stored() && req.Host.State != "":
		b = badge.Over(want.Kind, req.Host.State)
	default:
		limits := op.OverHTTP()
		limits.Admit = req.Admit
		if refusal := limits.Allow(want.Cost(string(req.Host.Proof), req.Host.Keyring)); refusal != nil {
			return refused(refusal)
		}
		var err error
		if b, err = want.Badge(string(req.Host.Proof), req.Host.Keyring, req.Host.At); err != nil {
			return fault("the badge could not be made: " + err.Error())
		}
	}
	mediaType, body := "image/svg+xml", []byte(b.SVG)
	if want.JSON {
		mediaType, body = "application/json", encode(b.Shields)
	}
	if missing {
		req.IfNoneMatch = "" // nobody has what is not there
	}
	res := cacheable(req, mediaType, badgeCaching, body)
	if missing {
		res.Status = 404
	}
	return res
}

func fault(message string) Response {
	return problem(&op.Error{Code: op.Internal, Message: message})
}
