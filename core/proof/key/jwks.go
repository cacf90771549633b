package key

import (
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
)

func (r *ringReader) readJWK(v *jcs.Value, i int) bool {
	pointer := op.Pointer("keys", i)
	if IsPrivateJWK(v) {
		r.problem = RefuseSecret(r.text)
		return false
	}
	if !isEd25519JWK(v) {
		return true
	}
	var k Public
	if wanted := k.ReadJWK(v); wanted != "" {
		return r.refuse(v, pointer, wanted)
	}
	if why := refuseName(k.ID); why != "" {
		return r.refuse(v, pointer, "a kid of "+why)
	}
	key := Listed{Known: k.Known(), ID: k.ID}
	return r.bounds(&key, v, pointer) && r.add(&key, v, i)
}

// bounds reads what a JWK of a set says of its validity (OpenID Federation 1.0).
func (r *ringReader) bounds(key *Listed, jwk *jcs.Value, pointer string) bool {
	for i := range jwk.Items {
		member := &jwk.Items[i]
		into, at := &key.From, &key.FromAt
		switch member.Key {
		case "revoked":
			if member.Kind != jcs.Null && (member.Kind != jcs.Bool || member.Bool) {
				key.status = "revoked"
			}
			continue
		case "exp":
			into, at = &key.To, &key.ToAt
		case "nbf":
		default:
			continue
		}
		if member.Kind != jcs.Number {
			return r.refuse(member, pointer+op.Pointer(member.Key), "a number of seconds")
		}
		*into = instant.Text(member.Num)
		*at, _ = instant.Parse(*into)
	}
	return true
}
