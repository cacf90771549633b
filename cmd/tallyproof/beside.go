package main

import (
	"cmp"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/inputs"
)

// wantOf returns what the option -want names; nothing if it is empty.
func wantOf(c *cli.Command) ([]string, error) {
	want := []string{}
	for name := range strings.SplitSeq(c.String("want"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			want = append(want, name)
		}
	}
	if slices.Contains(want, "file") && c.String("code") == "" {
		return nil, wrongly(c, "verify: -want file needs -code FILE, the file whose hash is signed")
	}
	return want, nil
}

// mostCode limits the bytes of code to hash, as in the engine.
const mostCode = 64 << 20

// beside reads a document's separate files, from options: its signature, and its code.
func (v *verifier) beside(all []inputs.Input) error {
	signature, code := v.c.String("signature"), v.c.String("code")
	if signature == "" && code == "" {
		return nil
	}
	if len(all) > 1 {
		return wrongly(v.c, "verify: -signature and -code want exactly one document, not %d", len(all))
	}
	of := &all[0]
	if signature != "" && of.Signature != "" {
		return wrongly(v.c, "verify: want either -signature %s or the file %s, not both", signature, of.Signature)
	}
	of.Signature = cmp.Or(signature, of.Signature)
	given := []string{of.Document, of.Signature, code, v.c.String("files0-from")}
	if i := slices.Index(given, "-"); i >= 0 && slices.Contains(given[i+1:], "-") {
		return wrongly(v.c, "verify: standard input cannot be two of the document, -signature and -code")
	}
	if code == "" {
		return nil
	}
	text, err := v.h.named("-code", code, mostCode)
	if err == nil && len(text) == 0 {
		err = wrongly(v.c, "verify: -code %s has no bytes", code)
	}
	v.code = base64.StdEncoding.EncodeToString(text)
	return err
}
