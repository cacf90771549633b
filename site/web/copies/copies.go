// Package copies keeps what pages showed last, for when the store of a host fails.
package copies

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"
)

// Copy is a page's data and the time at which it was shown.
type Copy struct {
	At   time.Time
	Text []byte
}

// Keeper keeps copies. It may be used by several requests at a time, and may forget
// what it likes.
type Keeper interface {
	Put(ctx context.Context, key string, c Copy)
	Get(ctx context.Context, key string) (c Copy, found bool)
}

// Memory keeps copies as long as the program runs, and drops those that were put
// first if there are too many bytes.
type Memory struct {
	most int

	mu    sync.Mutex
	bytes int
	order *list.List // of kept, the latest first
	at    map[string]*list.Element
}

type kept struct {
	key string
	Copy
}

func (k kept) size() int { return len(k.key) + len(k.Text) }

// NewMemory returns a memory of that many bytes.
func NewMemory(most int) *Memory {
	return &Memory{most: most, order: list.New(), at: map[string]*list.Element{}}
}

// Put keeps a copy in place of the one with that key.
func (m *Memory) Put(_ context.Context, key string, c Copy) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(m.at[key])
	m.at[key] = m.order.PushFront(kept{key, c})
	m.bytes += kept{key, c}.size()
	for m.bytes > m.most {
		m.drop(m.order.Back())
	}
}

// Get returns the copy with that key.
func (m *Memory) Get(_ context.Context, key string) (c Copy, found bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.at[key]; e != nil {
		return e.Value.(kept).Copy, true
	}
	return Copy{}, false
}

func (m *Memory) drop(e *list.Element) {
	if e == nil {
		return
	}
	k := m.order.Remove(e).(kept)
	delete(m.at, k.key)
	m.bytes -= k.size()
}

// Ago returns the age of a copy in words: "8 days ago".
func Ago(since time.Duration) string {
	for _, unit := range []struct {
		name   string
		length time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		switch n := since / unit.length; {
		case n == 1:
			return fmt.Sprintf("1 %s ago", unit.name)
		case n > 1:
			return fmt.Sprintf("%d %ss ago", n, unit.name)
		}
	}
	return "less than a minute ago"
}
