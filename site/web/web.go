package web

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/tallyproof/tallyproof/core/badge"
	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/proof/key"
	"github.com/tallyproof/tallyproof/site/badges"
	"github.com/tallyproof/tallyproof/site/keys"
	"github.com/tallyproof/tallyproof/site/twin"
	"github.com/tallyproof/tallyproof/site/web/copies"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// Config is the configuration of an app.
type Config struct {
	DB       *sql.DB          // with the tables of package migrations
	Compiled bool             // whether DB keeps statements compiled; D1 does not
	Keyring  []byte           // the keys whose proofs are stored, as proof.verify takes them; nil: the site's own
	Base     string           // the site's public origin, "https://tallyproof.example"
	Now      func() time.Time // nil: the machine's clock
	Style    string           // URL of the site's stylesheet
	Font     string           // URL of the font that it names, to be fetched at once; "" to leave that to the stylesheet
	Text     string           // URL of the module that pages of text begin with; "" for pages without scripts
	Board    Script           // the module of <arena-board>; zero: leaderboards offer no code with it
	Errors   *log.Logger      // gets faults of the store; nil: the standard one
	// the private key of the transparency log, as `tallyproof log keygen` writes it; "" to sign no log
	LogKey   string
	LogState translog.Memory // keeps the highest signed state besides the database; nil: nothing does, which is reported
	Tiles    translog.Tiles  // keeps full tiles of the log besides the database; nil: nothing does
	Copies   copies.Keeper   // keeps what leaderboards showed last, for when the store fails; nil: 8 MiB of memory
	Quota    store.Quota     // what a key may store in a day; zero: [store.Quota]{5000, 16 MiB}
	Release  string          // names the exact code of this program; "" if nothing does
}

// Script is a module of the site that pages of other sites load.
type Script struct{ URL, Integrity string }

// App answers requests for stored proofs. It may be used by several at a time.
type App struct {
	Config
	store   store.Store
	host    string          // of Base
	own     bool            // whether the keyring is the site's, which /verify/ has too
	listed  listed          // its keys
	inOrder []key.ListedKey // these, as they are listed
	keys    store.Ring
	log     *translog.Log // nil if the host signs none
	badges  http.Handler
	mux     *http.ServeMux
}

// IsOrigin reports whether a text is an origin: http or https, and a host.
func IsOrigin(text string) bool { return originOf(text) != nil }

func originOf(text string) *url.URL {
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" || text != at.Scheme+"://"+at.Host {
		return nil
	}
	return at
}

// New returns the app of a deployment. It refuses a keyring that cannot be read, and a
// base that is not an origin.
func New(c Config) (*App, error) {
	base := originOf(c.Base)
	if base == nil {
		return nil, fmt.Errorf("web: the base is %q: want an origin such as https://tallyproof.example", c.Base)
	}
	if c.Style == "" {
		return nil, errors.New("web: there is no stylesheet: want the URL of style.css, as tallyproof build named it")
	}
	own := c.Keyring == nil
	c.setDefaults()
	if _, err := proof.Verify(proof.VerifyRequest{Text: "{}", Keys: c.Keyring}); err != nil {
		return nil, fmt.Errorf("web: the keyring: %w", err)
	}
	listed, inOrder, err := list(c.Keyring)
	if err != nil {
		return nil, fmt.Errorf("web: the keyring: %w", err)
	}
	a := &App{Config: c, store: store.Store{DB: c.DB, Compiled: c.Compiled}, host: base.Host, own: own, listed: listed,
		inOrder: inOrder, keys: ringOf(listed)}
	if c.LogKey != "" {
		if a.log, err = translog.New(&a.store, c.LogKey); err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		a.log.Remember(c.LogState, func() {
			a.Errors.Print("the log: what was signed is kept in the database alone, so that an older copy of the database " +
				"would fork the log in silence: see docs/deploy.md")
		})
		if c.Tiles != nil {
			a.log.KeepTiles(c.Tiles, func(err error) { a.Errors.Printf("the log: %v", err) })
		}
	}
	a.badges = badges.New(badges.Config{Keyring: c.Keyring, Now: c.Now, Stored: a.stored, Newest: a.newestOf})
	a.mux = newMux(a)
	return a, nil
}

// setDefaults fills in what a deployment leaves out.
func (c *Config) setDefaults() {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Errors == nil {
		c.Errors = log.Default()
	}
	if c.Keyring == nil {
		c.Keyring = keys.JSON
	}
	if c.Copies == nil {
		c.Copies = copies.NewMemory(8 << 20)
	}
	if c.Quota == (store.Quota{}) {
		c.Quota = usualQuota
	}
}

// answer is the result of a request: a body, or the reason for its absence.
type answer func(ctx context.Context, w http.ResponseWriter, r *http.Request) *Problem

// ServeHTTP answers one request.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h, _ := a.mux.Handler(r); h != nil {
		if _, ours := h.(bound); ours {
			a.mux.ServeHTTP(w, r)
			return
		}
	}
	// the mux would clean the path: the Worker leaves it to the badges as it is
	if strings.HasPrefix(r.URL.EscapedPath(), badge.Prefix) {
		a.badges.ServeHTTP(w, r)
		return
	}
	setHeaders(w.Header(), r.URL.Path)
	a.notFound(w, r)
}

// segments returns the decoded parts of a path.
func segments(path string) ([]string, bool) {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil, false
		}
		parts[i] = text
	}
	return parts, true
}

// pathTo returns the path of a challenge or an agent; "" where the record does not
// name it.
func pathTo(kind, arena, id string) string {
	if arena == "" || id == "" {
		return ""
	}
	path := "/" + kind + "/" + url.PathEscape(arena) + "/" + url.PathEscape(id)
	for _, form := range []string{twin.JSON, twin.Markdown} {
		if stem, ok := strings.CutSuffix(path, form); ok { // it is the id's, and asks for no other form
			return stem + "%2E" + form[1:]
		}
	}
	return path
}

// stored returns the proof with an id, for badges.
func (a *App) stored(ctx context.Context, id string) (badges.Proof, error) {
	p, problem := a.found(ctx, id)
	if problem != nil && problem.Code == codeNotFound {
		return badges.Proof{}, badges.ErrNotFound
	}
	if problem != nil {
		return badges.Proof{}, errors.New(problem.Detail)
	}
	ring, problem := a.ring(ctx)
	if problem != nil {
		return badges.Proof{}, errors.New(problem.Detail)
	}
	signed, problem := a.asSigned(p)
	if problem != nil {
		return badges.Proof{}, errors.New(problem.Detail)
	}
	as, problem := a.decided(ctx, ring, signed)
	if problem != nil {
		return badges.Proof{}, errors.New(problem.Detail)
	}
	return badges.Proof{Text: p.Text, State: as.state}, nil
}

// failed returns the problem that a visitor gets for an error of the store.
func (a *App) failed(err error) *Problem {
	if err == nil {
		return nil
	}
	a.Errors.Printf("stored proofs: %v", err)
	return fault()
}

// verify decides what a text proves at this moment. A change has no score: it is
// authentic without one.
func (a *App) verify(text string) (proof.VerifyResponse, error) {
	req := a.request(text)
	res, err := proof.Verify(req)
	if err == nil && isChange(&res) {
		req.Want = ofChange
		return proof.Verify(req)
	}
	return res, err
}

// request returns the request to proof.verify for a text. It tries only layouts that
// the keyring declares: to look for others in each row of a list takes too long.
func (a *App) request(text string) proof.VerifyRequest {
	return proof.VerifyRequest{Text: text, Keys: a.Keyring, At: a.Now().UTC().Format(time.RFC3339), Limit: 1}
}
