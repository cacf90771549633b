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
	if wanted := key.limited(&k); wanted != "" {
		return r.refuse(v, pointer, wanted)
	}
	return r.add(&key, v, i)
}

// bounds reads what a JWK, if the key is spelled as one, says of its validity (OpenID
// Federation 1.0), or returns what was wanted. Of two times the narrower counts: the
// entry around the JWK may have its own.
func (k *Listed) bounds(jwk *jcs.Value) (wanted string) {
	if jwk == nil {
		return ""
	}
	for i := range jwk.Items {
		member := &jwk.Items[i]
		begins := member.Key == "nbf"
		switch {
		case member.Kind == jcs.Null: // as if it were not there
		case member.Key == "revoked":
			if member.Kind != jcs.Bool || member.Bool {
				k.status = "revoked"
			}
		case !begins && member.Key != "exp":
		case member.Kind != jcs.Number:
			return "a JWK whose " + member.Key + " is a number of seconds"
		default:
			text := instant.Text(member.Num)
			at, _ := instant.Parse(text)
			k.narrow(text, at, begins)
		}
	}
	if k.neverValid() {
		return "a JWK that is valid at some time, found from " + k.From + " to " + k.To
	}
	return ""
}

// narrow begins or ends the validity of a key at a time, if it was not narrower.
func (k *Listed) narrow(text string, at instant.Instant, begins bool) {
	if begins && (!k.FromAt.Known || at.Compare(k.FromAt) > 0) {
		k.From, k.FromAt = text, at
	} else if !begins && at.Compare(k.ToAt) < 0 { // one that is not known is later
		k.To, k.ToAt = text, at
	}
}

func (k *Listed) neverValid() bool {
	return k.FromAt.Known && k.ToAt.Known && k.FromAt.Compare(k.ToAt) >= 0
}
