// Command dependencies holds go.mod, go.sum and e2e/package-lock.json against
// docs/dependencies.tsv, the list of what was reviewed:
//
//	go run ./scripts/internal/dependencies
//
// It reports a module or package that is not listed with its version and
// checksum, and a line of the list that nothing requires. What is required
// directly must be in docs/decisions/0004-dependencies.md too, with the reason.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

const (
	listFile   = "docs/dependencies.tsv"
	reasonFile = "docs/decisions/0004-dependencies.md"
)

// required is a module or package that a lock file names.
type required struct {
	kind, name, version, sum string
	direct                   bool
}

func main() {
	faults, err := check()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dependencies:", err)
		os.Exit(1)
	}
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		fmt.Println("Review each change: who maintains it, its licence, its release, what it brings. Then write it into " + listFile + ".")
		os.Exit(1)
	}
}

func check() ([]string, error) {
	modules, err := goModules()
	if err != nil {
		return nil, err
	}
	packages, err := npmPackages()
	if err != nil {
		return nil, err
	}
	if len(modules) < 10 || len(packages) < 10 {
		return nil, fmt.Errorf("found %d modules and %d packages: want at least 10 of each", len(modules), len(packages))
	}
	list, err := os.ReadFile(listFile)
	if err != nil {
		return nil, err
	}
	reasons, err := os.ReadFile(reasonFile)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(modules, packages)
	return append(compare(all, string(list)), unexplained(all, string(reasons))...), nil
}

// compare lists what is required and not listed, and what is listed and not
// required.
func compare(all []required, list string) (faults []string) {
	listed, faults := readList(list)
	for _, r := range all {
		key := strings.Join([]string{r.kind, r.name, r.version, r.sum}, "\t")
		if _, ok := listed[key]; !ok {
			faults = append(faults, fmt.Sprintf("%s: no line for %s %s %s %s", listFile, r.kind, r.name, r.version, r.sum))
		}
		listed[key] = false
	}
	for key, unused := range listed {
		if unused {
			faults = append(faults, fmt.Sprintf("%s: nothing requires %s", listFile, strings.ReplaceAll(key, "\t", " ")))
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

// readList reads the list: which requirements it has, and which lines are wrong.
func readList(list string) (listed map[string]bool, faults []string) {
	listed = map[string]bool{}
	for line := range strings.Lines(list) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case len(f) != 7 || slices.Contains(f, ""):
			faults = append(faults, fmt.Sprintf("%s: %q: want 7 fields with tabs between them, none empty", listFile, line))
		case !slices.Contains([]string{"site", "worker", "test", "tool"}, f[3]):
			faults = append(faults, fmt.Sprintf("%s: %s: use %q: want site, worker, test or tool", listFile, f[1], f[3]))
		default:
			listed[strings.Join([]string{f[0], f[1], f[2], f[5]}, "\t")] = true
		}
	}
	return listed, faults
}

// unexplained lists direct requirements that are not in the decision with their
// version.
func unexplained(all []required, reasons string) (faults []string) {
	for _, r := range all {
		explained := slices.ContainsFunc(strings.Split(reasons, "\n"), func(line string) bool {
			return strings.Contains(line, "`"+r.name) && strings.Contains(line, r.version)
		})
		if r.direct && !explained {
			faults = append(faults, fmt.Sprintf("%s: no line names `%s` and %s", reasonFile, r.name, r.version))
		}
	}
	return faults
}

// goModules reads go.mod, with the checksums of go.sum.
func goModules() (all []required, err error) {
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		return nil, fmt.Errorf("go mod edit: %w", err)
	}
	var file struct {
		Require []struct {
			Path, Version string
			Indirect      bool
		}
		Replace, Exclude []any
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return nil, err
	}
	if len(file.Replace)+len(file.Exclude) > 0 {
		return nil, fmt.Errorf("go.mod replaces or excludes modules: this program compares required ones alone")
	}
	sum, err := goSums()
	if err != nil {
		return nil, err
	}
	for _, m := range file.Require {
		all = append(all, required{"go", m.Path, m.Version, sum[m.Path+" "+m.Version], !m.Indirect})
	}
	return all, nil
}

// goSums reads the checksums of go.sum, by "module version".
func goSums() (map[string]string, error) {
	text, err := os.ReadFile("go.sum")
	if err != nil {
		return nil, err
	}
	sum := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 {
			sum[f[0]+" "+f[1]] = f[2]
		}
	}
	return sum, nil
}

// npmPackages reads e2e/package-lock.json.
func npmPackages() (all []required, err error) {
	text, err := os.ReadFile("e2e/package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Integrity            string
			Dependencies, DevDependencies map[string]string
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	own := lock.Packages[""]
	for place, p := range lock.Packages {
		if place == "" {
			continue
		}
		name := place[strings.LastIndex(place, "node_modules/")+len("node_modules/"):]
		_, direct := own.DevDependencies[name]
		_, shipped := own.Dependencies[name]
		all = append(all, required{"npm", name, p.Version, p.Integrity, (direct || shipped) && place == "node_modules/"+name})
	}
	return all, nil
}
