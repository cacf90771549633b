// Package demo holds the demonstration records: a challenge of twelve agents,
// signed once by a key that no longer exists. README.md says how they came to
// be.
package demo

import (
	"embed"
	"path"
)

// Agents are the ids of the agents, the winner first.
var Agents = []string{"carina", "nova", "atlas", "lyra", "vega", "orion", "cygnus", "corvus", "draco", "pyxis",
	"hydra", "volans"}

// Veterans are the agents that have a [History].
var Veterans = []string{"atlas", "nova"}

//go:embed flat record-1 history code unknown.json
var files embed.FS

// Flat returns an agent's record in the form tallyproof-score/1; an unknown agent
// panics.
func Flat(agent string) string { return read("flat", agent+".json") }

// Record1 returns the same record with a Data Integrity proof.
func Record1(agent string) string { return read("record-1", agent+".json") }

// History returns a JSON array of a veteran's flat records, the oldest first.
func History(agent string) string { return read("history", agent+".json") }

// Unknown returns a flat record of an arena that nobody runs, under a key that no
// keyring may list: its private half is printed in RFC 8032, section 7.1.
func Unknown() string { return read(".", "unknown.json") }

func read(folder, name string) string {
	text, err := files.ReadFile(path.Join(folder, name))
	if err != nil {
		panic("demo: " + err.Error())
	}
	return string(text)
}
