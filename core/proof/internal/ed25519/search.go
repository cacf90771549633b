package ed25519

// Search looks for the message of one signature among many candidates. With one
// R and one S, most of ZIP 215's equation is the same for all of them:
//
//	8·[S]B − [k](8A) = 8R
//
// so a candidate costs a hash and one multiple of 8A, from a table. It must not
// be used by two goroutines at once.
type Search struct {
	begin, end point // 8·[S]B and 8R
	table      *table
	prefix     [64]byte // R ‖ A
	sum        sum
}

// Search readies the search among about n messages. It reports false if the
// signature holds for no message, or has another length than 64 bytes.
func (k *Key) Search(signature []byte, n int) (*Search, bool) {
	var r point
	if len(signature) != SignatureSize || !r.setBytes((*[32]byte)(signature[:32])) {
		return nil, false
	}
	s := words((*[32]byte)(signature[32:]))
	if !s.less(&order) {
		return nil, false
	}
	begin := newSum(&identity)
	k.odds.addTo(begin, &s, &words256{})
	search := &Search{begin: times8(&begin.point), end: times8(&r)}
	key := times8(&k.point)
	w := widthFor(n, tableEntry)
	search.table = newTable(&key, w, windows(w))
	copy(search.prefix[:], signature[:32])
	copy(search.prefix[32:], k.bytes[:])
	return search, true
}

// Holds reports whether the signature is one of the message by ZIP 215.
func (s *Search) Holds(message []byte) bool {
	hash := sum512(s.prefix[:], message)
	h := reduce(&hash)
	s.sum.point = s.begin
	s.table.addTo(&s.sum, &h, true)
	return s.sum.equal(&s.end)
}

// times8 is 8p. It does not read T.
func times8(p *point) point {
	sum := newSum(p)
	sum.double(false)
	sum.double(false)
	sum.double(true)
	return sum.point
}
