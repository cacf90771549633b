#!/usr/bin/env bash
# Asks the engine random requests, natively and as wasm, and holds both against
# the hashes in core/engine/testdata/bytes.golden.
set -euo pipefail

usage="usage: scripts/parity.sh [--update] [operation]

100,000 requests per operation: a few minutes natively, a quarter of an hour as
wasm. Prints per operation how many were made and how many answered, the hash of
requests and answers, and nanoseconds a request. With an operation's name it asks
only that. --update keeps the native hashes first. Needs Go 1.26 and Node 20."

requests=100000
flags=() exec=() only=
for arg in "$@"; do
  case $arg in
    -h | --help | help) echo "$usage" && exit ;;
    --update) flags=(-update) ;;
    -*) echo "there is no option $arg"$'\n\n'"$usage" >&2 && exit 2 ;;
    *) only=/^${arg//./\\.}\$ ;;
  esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# ask NAME [TEST FLAG…]: one run of the test, as a table, with the lines of what
# failed.
ask() {
  local status=0
  printf '%s\n%-22s %9s %9s  %-16s %9s\n' "$1" operation requests answered hash ns
  go test ${exec[@]+"${exec[@]}"} -v -count=1 -timeout=2h -run="^TestSameBytesEverywhere\$$only" \
    ./core/engine -requests="$requests" "${@:2}" >"$tmp/out" 2>&1 || status=$?
  awk '$2 == "parity" { printf "%-22s %9d %9d  %-16s %9d\n", $3, $4, $5, $6, $7; rows++; next }
    !/^(=== RUN|ok|PASS| *--- PASS)/
    END { if (!rows) { print "no operation was asked"; exit 1 } }' "$tmp/out" || status=1
  return $status
}

ask native ${flags[@]+"${flags[@]}"}
# wasm_exec gives the program its environment, which must be small.
export GOOS=js GOARCH=wasm
exec=(-exec="env -i PATH=$PATH HOME=$HOME $(go env GOROOT)/lib/wasm/go_js_wasm_exec")
ask wasm
