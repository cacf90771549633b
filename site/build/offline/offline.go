// Package offline makes the service worker, by which pages that were opened, and a
// few more, work without a network. Its program is site/assets/offline; docs/decisions has
// the reasons.
package offline

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"path/filepath"
	"slices"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/tallyproof/tallyproof/site/serve"
)

// Script is the file of the service worker, at the root of the site, whose pages it
// may answer.
const Script = "sw.js"

// folder has its modules; the first to run is entry.
const (
	folder = "site/assets/offline"
	entry  = folder + "/worker.mjs"
)

// None is a service worker for sites without offline copies: it removes an earlier
// service worker and all its copies.
const None = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((name) => name.startsWith("tallyproof-")).map((name) => caches.delete(name)))).then(() => registration.unregister())));
`

// Site holds the service worker's knowledge of the site.
type Site struct {
	Build    string              `json:"build"`    // changes with every file
	Files    map[string]File     `json:"files"`    // assets, by their addresses
	Programs map[string][]string `json:"programs"` // by the names of programs, those that a page loads only when it starts one
	Ahead    []string            `json:"ahead"`    // pages that are kept before anybody opens them
	Stored   string              `json:"stored"`   // a regular expression of paths whose answers change without a build
	Page     string              `json:"page"`     // what is shown for a page that is not on the device
	Headers  map[string]string   `json:"headers"`  // of that page
}

// File is an asset.
type File struct {
	Digest string   `json:"digest"`
	Needs  []string `json:"needs,omitempty"` // assets that it loads
}

// Digest returns the start of the SHA-256 of an asset.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Headers returns the headers of the page for missing copies. The service worker makes
// it, so no host sets them.
func Headers() map[string]string {
	h := http.Header{}
	serve.SetHeaders(h, "/"+Script)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	all := map[string]string{}
	for name := range h {
		all[name] = h.Get(name)
	}
	return all
}

// Version returns a name for the content of all files of a site.
func Version(files map[string][]byte) string {
	all := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(all, "%q %s\n", name, Digest(files[name]))
	}
	return hex.EncodeToString(all.Sum(nil)[:5])
}

// Worker bundles the service worker of a site into one script, and lists the files
// below root that it is made of.
func Worker(root string, s Site) (script []byte, made []string, err error) {
	known, err := json.Marshal(s)
	if err != nil {
		return nil, nil, err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(root, filepath.FromSlash(entry))}, AbsWorkingDir: root,
		Outfile: filepath.Join(root, Script),
		Bundle:  true, Format: api.FormatIIFE, Platform: api.PlatformBrowser, Target: api.ES2022, Charset: api.CharsetUTF8,
		LegalComments:    api.LegalCommentsNone,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, TsconfigRaw: "{}", Metafile: true,
		Define: map[string]string{"globalThis.OFFLINE_SITE": string(known)},
	})
	for _, fault := range slices.Concat(result.Errors, result.Warnings) {
		err = errors.Join(err, fmt.Errorf("%s: %s", Script, fault.Text))
	}
	if err != nil {
		return nil, nil, err
	}
	var meta struct{ Inputs map[string]any }
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, nil, err
	}
	for input := range meta.Inputs {
		if path.Dir(input) == folder {
			made = append(made, input)
		}
	}
	return result.OutputFiles[0].Contents, made, nil
}
