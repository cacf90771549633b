package jcs

// fewNames is up to how many members comparing names one by one beats a map.
const fewNames = 24

// names finds repeated member names of one object.
type names struct{ set map[string]struct{} }

// repeated reports whether one of the members read so far has the name, and
// otherwise remembers it.
func (n *names) repeated(name string, members []Value) bool {
	if len(members) < fewNames {
		return contains(members, name)
	}
	if n.set == nil {
		n.set = make(map[string]struct{}, 2*fewNames)
		for i := range members {
			n.set[members[i].Key] = struct{}{}
		}
	}
	before := len(n.set)
	n.set[name] = struct{}{}
	return len(n.set) == before
}

func contains(members []Value, name string) bool {
	for i := range members {
		if members[i].Key == name {
			return true
		}
	}
	return false
}
