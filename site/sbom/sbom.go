// Package sbom writes what Tallyproof is made of as a CycloneDX document: every
// Go module and npm package of docs/dependencies.tsv, with version, licence and
// checksum. It holds no time and no serial number, so that two builds of one
// commit write the same bytes.
package sbom

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// List is where the checkout keeps the list of what was reviewed.
const List = "docs/dependencies.tsv"

// Entry is a line of the list.
type Entry struct {
	Kind    string // go or npm
	Name    string
	Version string // as go.mod or package-lock.json has it
	Use     string // site, worker, test or tool
	Licence string // an SPDX expression
	Sum     string // as go.sum or package-lock.json has it
	Why     string
}

// Read reads the list of a checkout.
func Read(root string) ([]Entry, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(List)))
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("%s:%d: got %d fields, want 7", List, i+1, len(f))
		}
		entries = append(entries, Entry{f[0], f[1], f[2], f[3], f[4], f[5], f[6]})
	}
	return entries, nil
}

// Document is CycloneDX 1.6 in JSON. goVersion, such as go1.26.0, is that of the
// standard library that the programs link.
func Document(entries []Entry, goVersion string) ([]byte, error) {
	components := []component{{
		Type: "library", Ref: "pkg:golang/std@" + strings.TrimPrefix(goVersion, "go"), Name: "std", Version: goVersion, Scope: required,
		URL: "pkg:golang/std@" + strings.TrimPrefix(goVersion, "go"), Licenses: licences("BSD-3-Clause"), Description: "the standard library of Go",
	}}
	for _, e := range entries {
		c, err := e.component()
		if err != nil {
			return nil, fmt.Errorf("%s: %s %s: %w", List, e.Kind, e.Name, err)
		}
		components = append(components, c)
	}
	d := document{Format: "CycloneDX", Spec: "1.6", Version: 1, Components: components}
	d.Metadata.Component = component{Type: "application", Ref: "tallyproof", Name: "tallyproof", Licenses: licences("MIT"), URL: "pkg:golang/github.com/tallyproof/tallyproof"}
	text, err := json.MarshalIndent(d, "", " ")
	return append(text, '\n'), err
}

// Scopes of CycloneDX: what programs link, and what only builds and tests use.
const (
	required = "required"
	excluded = "excluded"
)

type document struct {
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

type component struct {
	Type        string    `json:"type"`
	Ref         string    `json:"bom-ref"`
	Name        string    `json:"name"`
	Version     string    `json:"version,omitempty"`
	Description string    `json:"description,omitempty"`
	Scope       string    `json:"scope,omitempty"`
	Hashes      []hash    `json:"hashes,omitempty"`
	Licenses    []licence `json:"licenses"`
	URL         string    `json:"purl"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// licence is an expression: a single identifier is one too.
type licence struct {
	Expression string `json:"expression"`
}

func licences(expression string) []licence { return []licence{{expression}} }

func (e Entry) component() (component, error) {
	sum, err := e.hash()
	if err != nil {
		return component{}, err
	}
	url, err := e.url()
	if err != nil {
		return component{}, err
	}
	scope := excluded
	if e.Use == "site" || e.Use == "worker" {
		scope = required
	}
	return component{
		Type: "library", Ref: url, Name: e.Name, Version: e.Version, Description: e.Use + ": " + e.Why,
		Scope: scope, Hashes: []hash{sum}, Licenses: licences(e.Licence), URL: url,
	}, nil
}

// url is the package URL; the @ of an npm scope is written as %40 there.
func (e Entry) url() (string, error) {
	switch e.Kind {
	case "go":
		return "pkg:golang/" + e.Name + "@" + e.Version, nil
	case "npm":
		return "pkg:npm/" + strings.Replace(e.Name, "@", "%40", 1) + "@" + e.Version, nil
	}
	return "", fmt.Errorf("kind %q: want go or npm", e.Kind)
}

// hash is the checksum in hexadecimal. That of go.sum, h1, is a SHA-256 over the
// checksums of the module's files.
func (e Entry) hash() (hash, error) {
	for prefix, algorithm := range map[string]string{"h1:": "SHA-256", "sha512-": "SHA-512"} {
		if digits, ok := strings.CutPrefix(e.Sum, prefix); ok {
			sum, err := base64.StdEncoding.DecodeString(digits)
			return hash{algorithm, hex.EncodeToString(sum)}, err
		}
	}
	return hash{}, fmt.Errorf("sum %q: want h1:… or sha512-…", e.Sum)
}
