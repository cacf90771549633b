#!/usr/bin/env bash
# Measures sizes and speeds, and prints them beside their limits and peers.
set -euo pipefail

usage="usage: scripts/bench.sh [--quick] [sizes|browser|first|steps|calculators|node|native|edge|budget|hostile|crowd|lighthouse…]

Builds the site into a folder of its own first, unless DIST, WORKER and SITE_BIN
name a built site, its Worker and its program. --quick takes fewer samples.
Ends with status 1 if a limit of e2e/bench/limits.mjs is exceeded, unless
BENCH_SOFT=1. For numbers that mean something, let the machine do nothing else."

case "${1:-}" in
  -h | --help | help) echo "$usage" && exit ;;
esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
source scripts/lib/tools.sh

need_tools
install_chrome
(install_modules)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
if [[ -z ${DIST:-} ]]; then
  export DIST=$tmp/dist WORKER=$tmp/dist.worker SITE_BIN=$tmp/tallyproof
  go build -o "$SITE_BIN" ./cmd/tallyproof
  "$SITE_BIN" build -out "$DIST" >/dev/null
  "$SITE_BIN" worker -dist "$DIST" -out "$WORKER" >/dev/null
fi
CHROME_PATH=$(find_chrome) node e2e/bench/bench.mjs "$@"
