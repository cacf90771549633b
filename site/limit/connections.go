package limit

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Connections are the limits on connections to a server. One that waits, for the first or
// the next request of its client, makes room for others.
type Connections struct {
	All  int           // at a time
	Each int           // at a time from one address; of IPv6, from one network of 64 bits
	Idle time.Duration // how long one may wait while nine tenths of All are in use
}

// Guard returns a listener for a server that keeps to the limits. It sets the server's ConnState.
func (c Connections) Guard(server *http.Server, listener net.Listener) net.Listener {
	g := &guard{Listener: listener, most: c, open: map[*connection]bool{}, from: map[netip.Prefix]int{}}
	server.ConnState = func(conn net.Conn, state http.ConnState) {
		g.mark(conn.(*connection), state)
	}
	return g
}

// guard is a listener that accepts connections within limits.
type guard struct {
	net.Listener
	most Connections

	mu   sync.Mutex
	open map[*connection]bool
	from map[netip.Prefix]int // how many are open
}

// connection is an open connection of a guard.
type connection struct {
	net.Conn
	guard   *guard
	address netip.Prefix
	waits   bool
	since   time.Time // waiting
}

// Accept returns the next connection that there is room for, and closes those that there is none for.
func (g *guard) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &connection{Conn: conn, guard: g, address: addressOf(conn), waits: true, since: time.Now()}
		ended, ok := g.admit(c)
		for _, other := range ended {
			other.Close()
		}
		if ok {
			return c, nil
		}
		conn.Close()
	}
}

// admit counts a connection if there is room, or if one that waits can make room. The
// connections that it returns are to be closed.
func (g *guard) admit(c *connection) (ended []*connection, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.open) >= g.most.All*9/10 {
		for other := range g.open {
			if other.waits && c.since.Sub(other.since) > g.most.Idle {
				ended = append(ended, other)
				g.forget(other)
			}
		}
	}
	for g.from[c.address] >= g.most.Each || len(g.open) >= g.most.All {
		other := g.longestWaiting(c.address)
		if other == nil {
			return ended, false
		}
		ended = append(ended, other)
		g.forget(other)
	}
	g.open[c] = true
	g.from[c.address]++
	return ended, true
}

// longestWaiting returns the connection that has waited longest, nil if none waits. If an
// address has all that it may have, it is one from there.
func (g *guard) longestWaiting(address netip.Prefix) (longest *connection) {
	full := g.from[address] >= g.most.Each
	for c := range g.open {
		if c.waits && (!full || c.address == address) && (longest == nil || c.since.Before(longest.since)) {
			longest = c
		}
	}
	return longest
}

// mark notes whether a connection waits.
func (g *guard) mark(c *connection, state http.ConnState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	waits := state == http.StateNew || state == http.StateIdle
	if waits && !c.waits {
		c.since = time.Now()
	}
	c.waits = waits
}

// forget stops counting a connection.
func (g *guard) forget(c *connection) {
	if !g.open[c] {
		return
	}
	delete(g.open, c)
	if g.from[c.address]--; g.from[c.address] == 0 {
		delete(g.from, c.address)
	}
}

// Close closes the connection and stops counting it.
func (c *connection) Close() error {
	c.guard.mu.Lock()
	c.guard.forget(c)
	c.guard.mu.Unlock()
	return c.Conn.Close()
}

// addressOf returns the address that a connection comes from: of IPv6 the network, since a
// client has all of it.
func addressOf(conn net.Conn) netip.Prefix {
	tcp, _ := conn.RemoteAddr().(*net.TCPAddr)
	address := tcp.AddrPort().Addr().Unmap()
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.WithZone("").Prefix(bits)
	return network
}
