#!/usr/bin/env bash
# Asks the engine the same random requests natively and as wasm, and compares the
# answers byte for byte.
set -euo pipefail

usage="usage: scripts/parity.sh [-n requests] [-seed n] [operation]

-n is the number of requests per operation, 100,000 if not given: a few minutes
natively, a quarter of an hour as wasm. -seed repeats an earlier run: it is printed.
Given the name of an operation, it asks that one alone. Prints per operation how
many requests were made and how many were answered. Needs Go 1.26 and Node 20."

requests=100000 seed=$(($(date +%s) % 1000000)) only=
while (($#)); do
  case $1 in
    -h | --help | help) echo "$usage" && exit ;;
    -n) requests=${2:?} && shift ;;
    -seed) seed=${2:?} && shift ;;
    -*) echo "there is no option $1"$'\n\n'"$usage" >&2 && exit 2 ;;
    *) only=/^${1//./\\.}\$ ;;
  esac
  shift
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$requests random requests per operation, seed $seed"

# ask NAME [GO TEST FLAG…]: one run, which writes its hashes to $work/NAME.
ask() {
  go test -v -vet=off -count=1 -timeout=2h -run="^TestRandomRequests\$$only" "${@:2}" \
    ./core/engine -args -requests="$requests" -seed="$seed" -answers="$work/$1" >"$work/$1.log" 2>&1 ||
    { grep -vE '^ *(=== RUN|--- PASS)' "$work/$1.log" >&2 && echo "$1 failed" >&2 && exit 1; }
}

ask native
# wasm_exec gives the program its environment, which must be small.
export GOOS=js GOARCH=wasm
ask wasm -exec="env -i PATH=$PATH HOME=$HOME $(go env GOROOT)/lib/wasm/go_js_wasm_exec"

awk '$2 == "parity" { printf "%-22s %9d requests %9d answered\n", $3, $4, $5; rows++ }
  END { if (!rows) { print "no operation was asked"; exit 1 } }' "$work/native.log"

# cmp and diff exit with 1 if the files differ, and with 2 if they cannot tell.
status=0
cmp -s "$work/native" "$work/wasm" || status=$?
((status == 0)) && exit
((status == 1)) || { echo "cmp exited with $status: want 0 or 1" >&2 && exit 1; }
echo "native (<) and wasm (>) differ: operation, number of the request, hash of the request, hash of the answer" >&2
diff "$work/native" "$work/wasm" >"$work/differences" || (($? == 1))
head -n 20 "$work/differences" >&2
exit 1
