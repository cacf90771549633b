#!/usr/bin/env bash
# Builds the site into dist/, or builds and serves it. Needs Go and nothing else.
set -euo pipefail

usage="usage: scripts/build.sh [build] [-out dir] [-origin https://host] [-release]
       scripts/build.sh serve [-addr host:port] [-dist dir] [-watch]
       scripts/build.sh worker [-dist dir] [-out dir]

Without a command it builds; with -release it also keeps the modules that other
sites load in site/released, so that every later build has them, too. serve takes
the port from PORT, else 8787, else a free one, and prints the address; with -watch
it builds again when a file changes, and open pages load themselves anew. worker
makes the modules of the Cloudflare Worker in dist.worker, of a site that is built.
Paths are relative to the checkout."

case "${1:-build}" in
  -h | --help | help) echo "$usage"; exit ;;
  build | serve | worker) command=${1:-build}; shift $(($# > 0)) ;;
  -*) command=build ;;
  *) echo "$usage" >&2; exit 2 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v go >/dev/null; then
  echo "Tallyproof needs Go 1.26 or newer, and there is no go command. Get it at https://go.dev/dl/" >&2
  exit 1
fi
# An older go downloads the version in go.mod, if downloads are allowed.
version=$(go env GOVERSION 2>/dev/null || GOTOOLCHAIN=local go version)
if [[ ! $version =~ go([0-9]+)\.([0-9]+) ]] || ((BASH_REMATCH[1] == 1 && BASH_REMATCH[2] < 26)); then
  echo "Tallyproof needs Go 1.26 or newer, and this is $version. Get it at https://go.dev/dl/" >&2
  exit 1
fi

if [[ -t 2 ]]; then
  echo "Building. The first time takes about a minute." >&2
fi

for arg in "$@"; do
  if [[ $command == serve && $arg =~ ^--?watch(=|$) ]]; then
    # So a change compiles fewer packages: without inlining, no package holds code of
    # another. The compiler does less for each: it makes no data for debuggers, uses one
    # thread, and collects no garbage below 1 GiB. The program collects garbage less
    # often than usual.
    export GOFLAGS="${GOFLAGS:-} '-gcflags=./...=-l -dwarf=false -c=1' '-toolexec=env GOGC=off GOMEMLIMIT=1GiB'" GOGC=400
  fi
done

# A binary, because `go run` would keep signals from the server; in the checkout
# (dist.* is ignored by git), because after exec nobody is left to remove it.
go build -o dist.bin/tallyproof ./cmd/tallyproof
exec dist.bin/tallyproof "$command" "$@"
