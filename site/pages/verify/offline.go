package verify

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/verify"
)

// withOffline returns the page and the same in one file, which the page offers. The
// file has no test vectors: it may fetch nothing.
func withOffline(f *frame.Frame, v markup.View) ([]build.Page, error) {
	path := "/verify/offline.html"
	alone := v
	alone.Page.Layout = f.Layout(path, "Is this score proof authentic? Offline",
		"Verify the signature of an AI arena’s score record from a file on your disk, without a network.",
		"verify/verify.mjs")
	alone.Page = alone.Page.Workbench()
	alone.Page.Layout.Linked = true
	alone.Page.Layout.Single = true
	alone.Page.Layout.Style, alone.Page.Layout.Font = f.URL("alone.css"), ""
	alone.Verdict.Takers = nil // pages that are not on the disk
	file, err := f.Single(markup.Page(alone))
	if err != nil {
		return nil, err
	}
	v.Page.Layout.Program, _ = f.Asset("verifier.wasm") // pages that are made without it ask later
	if v.TestVectors, err = vectorsView(f); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file)
	v.Offline = &markup.OfflineView{Href: path, Name: "tallyproof-verify.html", Size: megabytes(len(file)),
		SHA256: hex.EncodeToString(sum[:])}
	return []build.Page{
		{Path: v.Page.Layout.Path, Component: markup.Page(v)},
		{Path: path, Component: file},
	}, nil
}

// megabytes returns a size as people read it.
func megabytes(n int) string { return frame.Show(float64((n+50_000)/100_000)/10) + " MB" }
