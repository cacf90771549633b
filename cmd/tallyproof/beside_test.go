package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// formats are proofs in each format, which other programs made.
const formats = "../../testdata/vectors/proofs/formats/"

// TestVerifyBeside: a signature beside a document, and the code of which it has the hash, are
// verified with it.
func TestVerifyBeside(t *testing.T) {
	folder := t.TempDir()
	record := read(t, formats+"record.json")
	changed, empty, many := filepath.Join(folder, "changed.json"), filepath.Join(folder, "empty"), filepath.Join(folder, "many.jsonl")
	write(t, changed, strings.Replace(record, "85.5", "95.5", 1))
	write(t, empty, "")
	write(t, many, strings.Repeat(strings.Join(strings.Fields(read(t, demo)), " ")+"\n", 2))
	ssh, signature := formats+"sshsig.pub", formats+"record.json.sshsig"
	const code = "../../site/demo/code/nova.py"
	for _, row := range []struct {
		name, in  string
		args      []string
		status    int
		out, errs string
	}{
		{"SSH", "", []string{"-keys", ssh, "-signature", signature, formats + "record.json"}, done, "Authentic\n", ""},
		{"minisign", "", []string{"-keys", formats + "minisign.pub", "-signature", formats + "record.json.minisig", formats + "record.json"}, done, "Authentic\n", ""},
		{"signify", "", []string{"-keys", formats + "signify.pub", "-signature", formats + "record.json.signify", formats + "record.json"}, done, "Authentic\n", ""},
		{"a detached JWS", "", []string{"-keys", formats + "pubkey.pem", "-signature", formats + "jws-detached-over-jcs.txt", formats + "record.jcs.json"}, done, "Authentic\n", ""},
		{"a tlog-proof", "", []string{"-keys", formats + "note.vkey", "-signature", formats + "record.tlog-proof", formats + "record.jcs.json"}, done, "Authentic\n", ""},
		{"the document in standard input", record, []string{"-keys", ssh, "-signature", signature}, done, "Authentic\n", ""},
		{"the signature in standard input", read(t, signature), []string{"-keys", ssh, "-signature", "-", formats + "record.json"}, done, "Authentic\n", ""},
		{"as two files", "", []string{"-keys", ssh, formats + "record.json", signature}, done, "Authentic\n", ""},
		{"as two files of several", "", []string{"-keys", ssh, formats + "record.json", signature, changed}, failed, "authentic      " + formats + "record.json  Authentic.", ""},
		{"of another document", "", []string{"-keys", ssh, "-signature", signature, changed}, failed, "Not authentic\n", ""},
		{"under another key", "", []string{"-signature", signature, formats + "record.json"}, failed, "Signed by a key we do not know\n", ""},
		{"of a list", "", []string{"-keys", ssh, "-signature", signature, many}, failed, "Not authentic\n", ""},
		{"a proof in its place", "", []string{"-signature", demo, formats + "record.json"}, failed, "Can't read this\n", ""},
		{"no bytes of a signature", "", []string{"-signature", empty, demo}, failed, "", "has no bytes: want the signature of"},
		{"no bytes of a document", "", []string{"-signature", demo, empty}, failed, "", "has no bytes: want what"},
		{"no file", "", []string{"-signature", "none", demo}, misled, "", "open none"},
		{"two documents", "", []string{"-signature", signature, demo, changed}, misled, "", "-signature and -code want exactly one document, not 2"},
		{"two signatures", "", []string{"-signature", signature, formats + "record.json", signature}, misled, "", "want either -signature"},
		{"standard input twice", "x", []string{"-signature", "-"}, misled, "", "standard input cannot be two"},
		{"its code", "", []string{"-code", code, demo}, done, "Authentic\n", ""},
		{"its code in standard input", read(t, code), []string{"-code", "-", demo}, done, "Authentic\n", ""},
		{"another code", "", []string{"-code", demo, demo}, failed, "Authentic, but the code is not the code that was scored\n", ""},
		{"code and a signature", "", []string{"-keys", ssh, "-code", formats + "code.py", formats + "record.json", signature}, done, "Authentic\n", ""},
		{"no bytes of code", "", []string{"-code", empty, demo}, misled, "", "has no bytes"},
		{"code of several files", "", []string{"-code", code, demo, changed}, misled, "", "want exactly one document, not 2"},
		{"code of a list", "", []string{"-code", code, many}, misled, "", "wants exactly one document, " + many + " has several proofs"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), row.in, append([]string{"verify"}, row.args...)...)
			if status != row.status || !strings.HasPrefix(out, row.out) || row.out == "" && out != "" || !strings.Contains(errs, row.errs) || row.errs == "" && errs != "" {
				t.Errorf("got %d, %q, %q; want %d, %q…, %q", status, out, errs, row.status, row.out, row.errs)
			}
		})
	}
	if status, out, _ := try(t.Context(), "", "verify", "-code", code, demo); status != done || !strings.Contains(out, "\ncode        pass ") {
		t.Errorf("the check of the code: %d, %s", status, out)
	}
	if status, out, _ := try(t.Context(), "", "verify", demo); status != done || !strings.Contains(out, "\ncode        skipped  Add the code to match its hash.\n") {
		t.Errorf("without the code: %d, %s", status, out)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
