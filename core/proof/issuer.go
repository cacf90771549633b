package proof

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/core/words"
)

// foreignIssuer says that a credential or token names as its issuer another key than the
// key that signed it; "" if it does not.
func (o *outcome) foreignIssuer() string {
	issuer := o.st.Issuer.ID
	if !strings.HasPrefix(issuer, key.DidKey) {
		return ""
	}
	var named key.Public
	switch wanted := named.ReadDIDKey(issuer); {
	case wanted != "":
		return fmt.Sprintf("The credential names a key as its issuer that is not the key that signed it, %s.",
			key.Short(o.key))
	case !slices.Equal(named.Bytes, o.key):
		return fmt.Sprintf("The credential names the key %s as its issuer, and another key signed it, %s.",
			key.Short(named.Bytes), key.Short(o.key))
	}
	return ""
}

// otherIssuer names the issuer of a credential or token that is not called as the owner of
// the listed key is; "" if one of them has no name, or both have the same.
func (o *outcome) otherIssuer() string {
	name, id := o.st.Issuer.Name, o.st.Issuer.ID
	if strings.HasPrefix(id, key.DidKey) {
		id = "" // the key itself, which [outcome.foreignIssuer] compares
	}
	if o.pin == nil || cmp.Or(o.pin.Owner, o.pin.Arena) == "" || cmp.Or(name, id) == "" {
		return ""
	}
	for _, listed := range []string{o.pin.Owner, o.pin.ID, o.pin.Arena, o.pin.Source} {
		if listed != "" && (strings.EqualFold(listed, name) || strings.EqualFold(listed, id)) {
			return ""
		}
	}
	return fmt.Sprintf("It names another issuer: %s.", words.Called(cmp.Or(name, id)))
}
