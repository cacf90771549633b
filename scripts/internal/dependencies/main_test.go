package main

import (
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	all := []required{{"go", "example.com/m", "v1.2.3", "h1:a", true}, {"npm", "@a/b", "4.5.6", "sha512-b", false}}
	listed := "# a comment\ngo\texample.com/m\tv1.2.3\tsite\tMIT\th1:a\tnumbers\nnpm\t@a/b\t4.5.6\ttest\tMIT\tsha512-b\tfor c\n"
	for _, row := range []struct {
		name, old, new string
		want           []string
	}{
		{"as listed", "", "", nil},
		{"a version", "v1.2.3", "v1.2.4", []string{
			"docs/dependencies.tsv: no line for go example.com/m v1.2.3 h1:a",
			"docs/dependencies.tsv: nothing requires go example.com/m v1.2.4 h1:a",
		}},
		{"a checksum", "sha512-b", "sha512-c", []string{
			"docs/dependencies.tsv: no line for npm @a/b 4.5.6 sha512-b",
			"docs/dependencies.tsv: nothing requires npm @a/b 4.5.6 sha512-c",
		}},
		{"a new package", "npm\t@a/b\t4.5.6\ttest\tMIT\tsha512-b\tfor c\n", "", []string{"docs/dependencies.tsv: no line for npm @a/b 4.5.6 sha512-b"}},
		{"no reason", "numbers", "", []string{
			`docs/dependencies.tsv: "go\texample.com/m\tv1.2.3\tsite\tMIT\th1:a\t\n": want 7 fields with tabs between them, none empty`,
			"docs/dependencies.tsv: no line for go example.com/m v1.2.3 h1:a",
		}},
		{"a use", "site", "page", []string{
			`docs/dependencies.tsv: example.com/m: use "page": want site, worker, test or tool`,
			"docs/dependencies.tsv: no line for go example.com/m v1.2.3 h1:a",
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := compare(all, strings.Replace(listed, row.old, row.new, 1))
			slices.Sort(row.want)
			if !slices.Equal(got, row.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(row.want, "\n"))
			}
		})
	}
}

// Only what is required directly needs a line in the decision.
func TestUnexplained(t *testing.T) {
	all := []required{{"go", "example.com/m", "v1.2.3", "h1:a", true}, {"npm", "@a/b", "4.5.6", "sha512-b", false}}
	if got := unexplained(all, "| `example.com/m/part` | v1.2.3 |"); got != nil {
		t.Errorf("got %q", got)
	}
	if got := unexplained(all, "| `example.com/m` | v1.2.2 |"); len(got) != 1 || !strings.Contains(got[0], "no line names `example.com/m` and v1.2.3") {
		t.Errorf("got %q", got)
	}
}
