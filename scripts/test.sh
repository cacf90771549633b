#!/usr/bin/env bash
# Checks everything: format, rules, types, the engine natively and as wasm, the
# site and its pages in a browser. Builds into a folder of its own.
set -euo pipefail

usage="usage: scripts/test.sh [-l | quick | all | step…]

Without arguments all steps run but the last five, with the short tests of Go; with
names only those and what they want. quick runs those that need no browser and no other
platform. all runs every step with all cases. -l lists the names. Needs Go 1.26,
Node 20 and a C compiler; Chromium and Firefox are taken from CHROME_PATH, FIREFOX_PATH
or PATH, else installed with apt-get, as are openssl, ssh-keygen and minisign. For root,
so in a container, also chromium-headless-shell is installed: Chromium without a window
loads pages with half of the work."

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
source scripts/lib/steps.sh
source scripts/lib/tools.sh
# Go's cache of what is compiled then serves every checkout of this machine, programs of
# tests are linked without tables for debuggers, and the compiler collects garbage less
# often, which saves a sixth of its work on a machine with an empty cache.
export GOFLAGS="${GOFLAGS:-} -trimpath -ldflags=-w '-toolexec=env GOGC=400'"

# Steps of the first lane look at the code, those of the second at the site, those
# of the third at its hosts and its files. Three lanes keep two cores busy while one waits.
code="compile format imports hygiene generated vet native race wasm"
quick="format imports hygiene vet native modules build node"
site="modules chromium build browser"
hosts="node edge firefox sizes types"
# What all adds: a second opinion on the code, which reads the code of all dependencies
# too; a second build, where TestBuildTwice and TestCompile have small ones; a release, twice;
# the npm package with every tool of its README, of which step node has two; and hours of what
# the other steps do with fewer cases.
more="staticcheck again release bundlers search"
wants=(
  [build]=compile [sizes]="modules chromium build" [again]=build [release]=build [node]="modules build" [types]=modules
  [edge]="modules build" [bundlers]="modules chromium build"
  [browser]="modules chromium build" [firefox]="modules build"
)

go_files() { find . -name '*.go' -not -path '*/node_modules/*' -not -path './dist*'; }

# Compiles once what the first steps of two lanes need. With nothing in Go's cache each
# would compile it for itself: two minutes of processor time.
step_compile() { go build ./core/... ./site/... ./templates/... ./hosts/server/...; }

step_format() {
  local found
  found=$(go_files | xargs gofmt -l)
  [[ -z $found ]] || { printf 'not as gofmt writes them:\n%s\n' "$found" && exit 1; }
  for found in scripts/*.sh scripts/lib/*.sh .ci/run; do bash -n "$found"; done
}

step_imports() { go run ./scripts/internal/imports; }

step_hygiene() {
  # Also the mirrors this machine is set up to use, if it is.
  local registry proxies mirrors
  registry=$(npm config get registry)
  proxies=$(go env GOPROXY)
  mirrors=$(tr ',|' '\n\n' <<<"$registry,$proxies" | sed -n 's#^https*://\([^/]*\).*#\1#p' |
    sed -e '/^registry\.npmjs\.org$/d' -e '/^proxy\.golang\.org$/d')
  # shellcheck disable=SC2086
  go run ./scripts/internal/hygiene $mirrors
}

# Generated files are what the generators write: templates here, engine.d.ts by
# its test in site/contract/typescript.
step_generated() {
  mkdir -p "$tmp/generated" "$tmp/committed"
  cp go.mod go.sum "$tmp/generated"
  find templates -name '*.templ' | tar -c -T - | tar -x -C "$tmp/generated"
  # The names of files in the code are those seen from the checkout.
  go build -o "$tmp/templ" github.com/a-h/templ/cmd/templ
  (cd "$tmp/generated" && "$tmp/templ" generate -include-version=false)
  find templates -name '*.templ' -o -name '*_templ.go' | tar -c -T - | tar -x -C "$tmp/committed"
  diff -rq "$tmp/committed/templates" "$tmp/generated/templates" || die "run: go tool templ generate -include-version=false"
}

# For the other platform only what is written for it: core has no such file, which step
# imports holds.
step_vet() {
  go vet ./...
  GOOS=js GOARCH=wasm go vet ./wasm/... ./hosts/worker
  GOOS=js GOARCH=wasm go vet -tags=trap ./wasm/... ./hosts/worker
}

step_staticcheck() {
  go build -o "$tmp/staticcheck" honnef.co/go/tools/cmd/staticcheck
  "$tmp/staticcheck" ./...
  # It does not know go:wasmexport, nor what tests of the other platform use.
  GOOS=js GOARCH=wasm "$tmp/staticcheck" -checks=inherit,-U1000 ./wasm/... ./hosts/worker
}

# Fuzz targets, of which only the seeds run, are apart from the tests. They look for a
# corpus in the checkout, and Go takes no result of another checkout for what reads files.
step_native() {
  install_signers
  go test -vet=off -timeout 120m "${short[@]}" -run '^(Test|Example)' ./...
  # shellcheck disable=SC2046
  go test -vet=off -timeout 30m -run '^Fuzz' $(folders_with '^func Fuzz')
}

# folders_with PATTERN: the folders with a file of tests that matches.
folders_with() { grep -rlE --include='*_test.go' --exclude-dir=node_modules "$1" . | xargs -n1 dirname | sort -u; }

# The race detector has something to watch where goroutines share something: in the tests
# that are called …AtOnce. Core has no goroutines, which step imports holds. So neither core
# nor the templates are compiled with the detector, nor the two large packages of the
# database, which are not ours. Its small ones are: they contain a copy of the code of
# sync.Map. If the linker takes a copy without the detector, correct uses of a sync.Map are
# reported as races.
unwatched=(-gcflags="github.com/tallyproof/tallyproof/core/...=-race=false" -gcflags="github.com/tallyproof/tallyproof/templates/...=-race=false"
  -gcflags="modernc.org/libc=-race=false" -gcflags="modernc.org/sqlite/lib=-race=false")

step_race() {
  local run='AtOnce$' packages
  packages=$(folders_with '^func Test[A-Za-z]*AtOnce\(')
  # All run every short test of what has goroutines.
  [[ ${#short[@]} != 0 ]] || { run='^Test' && packages="./cmd/... ./hosts/server/... ./site/..."; }
  # shellcheck disable=SC2086
  go test -vet=off -race "${unwatched[@]}" -timeout 60m -short -run "$run" $packages
}

# As wasm run the tests of the packages that calculate with bits by themselves, with
# fewer random cases, and without two that ask only how much work is refused.
# What is built on them is compared answer by answer: the same random requests to
# every operation, natively and as wasm. wasm_exec gives a program its
# environment, which must be small.
step_wasm() {
  GOOS=js GOARCH=wasm go test -short -vet=off -timeout 30m -exec="env -i PATH=$PATH HOME=$HOME $(go env GOROOT)/lib/wasm/go_js_wasm_exec" \
    -skip '^(TestHostile|TestProjectWorkLimit)$' ./core/{fmath,exact,jcs,ranking/nearest,rating/forecast,reward/number,proof/internal/ed25519}
  scripts/parity.sh -n 60
}

# 30,000 requests of nine kinds that may take more than they seem to, the worst request
# of each operation, a million rows of hostile stores, and random requests natively and as
# wasm. A million hostile proofs are in step native, whose tests are not short for all.
step_search() {
  go test -vet=off -timeout 0 -run '^TestBounds$' ./core/engine -bounds.n 3400 -bounds.seed "$RANDOM"
  go test -vet=off -timeout 0 -run '^TestBudget$' ./core/engine -budget.search 3s
  go test -vet=off -timeout 0 -run '^TestHostileStore$' ./site/web -hostile 1000000
  scripts/parity.sh -n 5000
}

step_modules() { install_modules; }

step_chromium() {
  install_shell
  install_signers
  "$(find_shell)" --version
}

# What is over its limit is for step sizes to refuse: it builds nothing itself.
step_build() {
  go build -o "$tmp/tallyproof" ./cmd/tallyproof
  "$tmp/tallyproof" build -out "$tmp/dist" 2>"$tmp/over" || grep -q '^over its limit: ' "$tmp/over" || { cat "$tmp/over" && exit 1; }
  sed -e '/^over its limit: /d' -e '/^close to its limit: /d' "$tmp/over" >"$tmp/complaints"
  [[ ! -s $tmp/complaints ]] || die "$(<"$tmp/complaints")"
  [[ -e $tmp/dist/_headers ]]
  go run ./site/build/program -tags=trap wasm/engine "$tmp/trap.wasm" # an engine that can be made to crash, for the tests of three steps
}

# The build has the limits, and warns from 95 % of each.
step_sizes() {
  cat "$tmp/over"
  ! grep -q '^over its limit: ' "$tmp/over" || exit 1
  [[ ${#short[@]} != 0 ]] || DIST=$tmp/dist SITE_BIN=$tmp/tallyproof scripts/bench.sh --quick sizes # benchmarks still run
}

# A second build, from another folder, is the same, byte for byte.
step_again() {
  local copy=$tmp/checkout
  mkdir "$copy"
  tar -c --exclude=./.git --exclude=./dist --exclude='./dist.*' --exclude=node_modules . | tar -x -C "$copy"
  cd "$copy"
  export GOCACHE
  GOCACHE=$(go env GOCACHE)
  "$tmp/tallyproof" build -out "$tmp/dist.again"
  diff -rq "$tmp/dist" "$tmp/dist.again"
}

# A release for this system, signed with a key of this test, serves and verifies, and a
# second one is the same.
step_release() {
  local folder
  "$tmp/tallyproof" keygen -from 2020-01-01 -o "$tmp/release.json" "$tmp/release.key"
  export RELEASE_KEY=$tmp/release.key RELEASE_KEYS=$tmp/release.json
  for folder in release again; do scripts/release.sh "$tmp/$folder" "linux/$(go env GOARCH)" >/dev/null; done
  diff -r "$tmp/release" "$tmp/again"
  scripts/check-release.sh "$tmp/release"
}

step_bundlers() {
  ENGINE_DIR=$tmp/dist/engine CHROME_PATH=$(find_shell) node --test --test-reporter="./$reporter" e2e/bundlers/bundlers.test.mjs
}

step_types() {
  local tsc=e2e/node_modules/.bin/tsc
  "$tsc" -p e2e
  "$tsc" -p e2e/browser
  "$tsc" -p e2e/node
}

reporter=e2e/browser/support/reporter.mjs

step_node() {
  DIST=$tmp/dist SITE_BIN=$tmp/tallyproof ENGINE_DIR=$tmp/dist/engine TRAP_ENGINE=$tmp/trap.wasm \
    node --test --test-reporter="./$reporter" e2e/node/*.test.mjs $(find site/assets -name '*.test.mjs')
}

# The Worker in Cloudflare's runtime: what a deployment would upload.
step_edge() {
  "$tmp/tallyproof" worker -dist "$tmp/dist" -out "$tmp/dist.worker"
  SHORT=${short:+1} DIST=$tmp/dist SITE_BIN=$tmp/tallyproof WORKER=$tmp/dist.worker ENGINE_DIR=$tmp/dist/engine TRAP_ENGINE=$tmp/trap.wasm \
    node e2e/edge/run.mjs
}

step_browser() {
  SHORT=${short:+1} DIST=$tmp/dist SITE_BIN=$tmp/tallyproof TRAP_ENGINE=$tmp/trap.wasm CHROME_PATH=$(find_shell) node e2e/browser/run.mjs
}

# Where browsers differ in what counts, both are asked.
step_firefox() {
  install_firefox
  "$(find_firefox)" --version
  DIST=$tmp/dist SITE_BIN=$tmp/tallyproof FIREFOX_PATH=$(find_firefox) node e2e/browser/run.mjs --firefox
}

# only NAME…: the names of a lane that are asked for, or wanted by those.
only() {
  local name
  for name in "$@"; do
    if [[ -z $asked || " $asked " == *" $name "* ]]; then echo -n "$name "; fi
  done
}

# ask NAME: that step, after what it wants.
ask() {
  local want
  for want in ${wants[$1]:-}; do ask "$want"; done
  asked+=" $1"
}

asked= short=(-short)
for name in "$@"; do
  case $name in
    quick)
      for name in $quick; do ask "$name"; done
      continue
      ;;
    all)
      short=()
      for name in $code $site $hosts $more; do ask "$name"; done
      continue
      ;;
    -l) printf '%s\n' $code $site $hosts $more && exit ;;
    -h | --help | help) echo "$usage" && exit ;;
  esac
  [[ " $code $site $hosts $more " == *" $name "* ]] || die "there is no step called $name"$'\n\n'"$usage"
  ask "$name"
done

need_tools
tmp=$(mktemp -d)
set +e # not "|| status=$?": errexit would not hold in any step
# shellcheck disable=SC2086
(run_lanes "$(only $code)${asked:+$(only $more)}" "$(only $site)" "$(only $hosts)")
status=$?
rm -rf "$tmp"
exit $status
