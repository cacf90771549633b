package web

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tallyproof/tallyproof/site/sqlite"
	"github.com/tallyproof/tallyproof/site/web/store"
	"github.com/tallyproof/tallyproof/site/web/translog"
)

// killMe is set where this program is the server that TestKill kills: to the
// file of its database.
const killMe = "TALLYPROOF_KILL_ME"

func TestMain(m *testing.M) {
	if file := os.Getenv(killMe); file != "" {
		fmt.Fprintln(os.Stderr, serveToBeKilled(file))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func serveToBeKilled(file string) error {
	db, err := sqlite.Open(context.Background(), file)
	if err != nil {
		return err
	}
	key, _, err := translog.GenerateKey(strings.NewReader(strings.Repeat("a log of tests! ", 4)), "tallyproof.test/log")
	if err != nil {
		return err
	}
	app, err := New(Config{DB: db, LogKey: key, Quota: store.Quota{Proofs: 1 << 20, Bytes: 1 << 30}, Keyring: ring, Base: base, Style: "/style.css", Now: func() time.Time { return now }})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, app)
}

var kills = flag.Int("kills", 100, "how often TestKill kills the server")

// TestKill kills the server while three clients post proofs and ask for the log's
// checkpoint, many times, each at a random moment after a random number of
// acknowledgements. Whatever it acknowledged is there afterwards, whole, and has
// one place in the log; every checkpoint is of one history; the file is sound.
func TestKill(t *testing.T) {
	const clients = 3
	rounds := *kills
	if testing.Short() {
		rounds /= 20
	}
	file := t.TempDir() + "/proofs.db"
	chance := rand.New(rand.NewPCG(2026, 11))
	texts := map[string]string{}     // of acknowledged proofs, by id
	checkpoints := map[string]bool{} // that were answered
	var lock sync.Mutex
	posted := 0
	for round := range rounds {
		child, address := startVictim(t, file)
		wait := chance.IntN(6) // acknowledgements
		acknowledged := make(chan bool, 8)
		var posting sync.WaitGroup
		for client := range clients {
			posting.Go(func() {
				for i := 0; ; i++ {
					text := runner.sign(t, nova.like(record{"submission_id": fmt.Sprintf("%d-%d-%d", round, client, i)}))
					id, ok := postTo(address, text)
					checkpoint := checkpointOf(address)
					lock.Lock()
					if checkpoint != "" {
						checkpoints[checkpoint] = true
					}
					posted++
					if ok {
						texts[id] = text
					}
					lock.Unlock()
					if !ok {
						return
					}
					select {
					case acknowledged <- true:
					default: // nobody waits for so many
					}
				}
			})
		}
		go func() { posting.Wait(); close(acknowledged) }() // lest a server that refuses all be waited for
		for range wait {
			<-acknowledged
		}
		time.Sleep(time.Duration(chance.IntN(2_000)) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		child.Wait() // it was killed
		posting.Wait()
	}
	checkSurvivors(t, file, texts)
	checkLog(t, file, checkpoints, rounds)
	t.Logf("%d kills, %d proofs acknowledged of %d posted", rounds, len(texts), posted)
	if len(texts) < rounds {
		t.Errorf("%d proofs were acknowledged: too few to tell", len(texts))
	}
}

// startVictim starts a server on the file and waits until it listens.
func startVictim(t *testing.T, file string) (child *exec.Cmd, address string) {
	t.Helper()
	child = exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killMe+"="+file)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fscanln(out, &address); err != nil {
		child.Process.Kill()
		t.Fatalf("the server did not start: %v", err)
	}
	return child, address
}

// postTo posts a proof, and answers the id that was acknowledged.
func postTo(address, text string) (id string, ok bool) {
	res, err := http.Post("http://"+address+Proofs, "application/json", strings.NewReader(text))
	if err != nil {
		return "", false
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil && res.Header.Get("Location") == "" {
		return "", false
	}
	return strings.TrimPrefix(res.Header.Get("Location"), "/p/"), res.StatusCode == http.StatusCreated
}

// checkpointOf asks for the log's checkpoint; "" if the server was killed.
func checkpointOf(address string) string {
	res, err := http.Get("http://" + address + "/log/checkpoint")
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return ""
	}
	return string(text)
}

// checkLog compares the places with the stored proofs, and the checkpoints with the
// roots of the entries by definition.
func checkLog(t *testing.T, file string, checkpoints map[string]bool, least int) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	app := newLogged(t, func(c *Config) { c.DB = db })
	var proofs, places int64
	if err := db.QueryRow(`SELECT (SELECT COUNT(*) FROM proofs), (SELECT COUNT(*) FROM log)`).Scan(&proofs, &places); err != nil || proofs != places {
		t.Errorf("%d proofs have %d places; %v", proofs, places, err)
	}
	texts, err := app.store.LogEntries(t.Context(), 0, places)
	if err != nil {
		t.Fatal(err)
	}
	if tree := openCheckpoint(t, app); tree.N != places || [32]byte(tree.Hash) != root(texts) {
		t.Errorf("the checkpoint is of %d entries, want %d, or has another root", tree.N, places)
	}
	for text := range checkpoints {
		lines := strings.SplitN(text, "\n", 4)
		size, err := strconv.Atoi(lines[1])
		if hash := root(texts[:min(size, len(texts))]); err != nil || size > len(texts) || lines[2] != base64.StdEncoding.EncodeToString(hash[:]) {
			t.Errorf("a checkpoint that was answered is not of this history: %q", text)
		}
	}
	if len(checkpoints) < least {
		t.Errorf("%d checkpoints were answered: too few to tell", len(checkpoints))
	}
}

// checkSurvivors reads the file as a server does that starts anew.
func checkSurvivors(t *testing.T, file string, texts map[string]string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity_check: %q, %v", verdict, err)
	}
	app := newApp(t, func(c *Config) { c.DB = db })
	for id, text := range texts {
		p, problem := app.found(t.Context(), id)
		if problem != nil || !sameJSON(p.Text, text) {
			t.Errorf("%s was acknowledged: %+v", id, problem)
		}
	}
	all, err := db.Query(`SELECT id, text FROM proofs`)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	n := 0
	for ; all.Next(); n++ {
		var id, text string
		if err := all.Scan(&id, &text); err != nil {
			t.Fatal(err)
		}
		if found, problem := app.examine(text); problem != nil || found.proof.ID != id {
			t.Errorf("%s is half stored: %+v", id, problem)
		}
	}
	if err := all.Err(); err != nil || n < len(texts) {
		t.Errorf("%d rows: want at least %d; %v", n, len(texts), err)
	}
}
