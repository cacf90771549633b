package main

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// pointsOf is a signed record without a score, and the keyring of its key.
func pointsOf(t *testing.T) (record, ring string) {
	t.Helper()
	folder := t.TempDir()
	key, file := filepath.Join(folder, "key"), filepath.Join(folder, "record.json")
	status, ring, errs := try(t.Context(), "", "keygen", "-owner", "points-runner", key)
	if status != done {
		t.Fatal(errs)
	}
	write(t, file, fmt.Sprintf(`{"points": 9999, "agent": "Nova", "code_hash": "%x"}`, sha256.Sum256([]byte("print()\n"))))
	status, record, errs = try(t.Context(), "", "sign", "-key", key, file)
	if status != done {
		t.Fatal(errs)
	}
	return record, ring
}

// TestVerifyWant: a signed record without a score is not authentic, unless something else
// is wanted that it has.
func TestVerifyWant(t *testing.T) {
	folder := t.TempDir()
	points, ring := pointsOf(t)
	record, keys, code := filepath.Join(folder, "record.json"), filepath.Join(folder, "keys.json"), filepath.Join(folder, "code.py")
	many := filepath.Join(folder, "many.jsonl")
	write(t, record, points)
	write(t, keys, ring)
	write(t, code, "print()\n")
	write(t, many, strings.Repeat(strings.Join(strings.Fields(points), " ")+"\n", 2))
	for _, row := range []struct {
		name      string
		args      []string
		status    int
		out, errs string
	}{
		{"no score", []string{record}, failed, "Authentic, but the signed bytes have no score\n", ""},
		{"no score in a list", []string{many}, failed, "qualified ", ""},
		{"another member", []string{"-want", "points", record}, done, "Authentic\n", ""},
		{"another member in a list", []string{"-want", "points", many}, done, "", ""},
		{"two members", []string{"-want", "points, agent", record}, done, "Authentic\n", ""},
		{"one member too many", []string{"-want", "points,rank", record}, failed, "Authentic, but the signed bytes have no rank\n", ""},
		{"nothing", []string{"-want", "", record}, done, "Authentic\n", ""},
		{"the file", []string{"-want", "file", "-code", code, record}, done, "Authentic\n", ""},
		{"another file", []string{"-want", "file", "-code", keys, record}, failed, "Authentic, but the code is not the code that was scored\n", ""},
		{"the file and a score", []string{"-want", "score,file", "-code", code, record}, failed, "Authentic, but the signed bytes have no score\n", ""},
		{"a file that is not given", []string{"-want", "score,file", record}, misled, "", "-want file needs -code FILE"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, errs := try(t.Context(), "", append([]string{"verify", "-keys", keys}, row.args...)...)
			if status != row.status || !strings.HasPrefix(out, row.out) || !strings.Contains(errs, row.errs) || row.errs == "" && errs != "" {
				t.Errorf("got %d, %q, %q; want %d, %q…, %q", status, out, errs, row.status, row.out, row.errs)
			}
		})
	}
}
