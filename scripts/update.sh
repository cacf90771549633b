#!/usr/bin/env bash
# Writes everything that is generated and committed. Needs Go and nothing else.
set -euo pipefail

usage="usage: scripts/update.sh [-goldens]

Writes the Go of the templates, the types of the engine, the expected headers.
With -goldens also what the tests hold answers and pictures against: review the
difference, because it is what changes for those who use Tallyproof."

goldens=
case "${1:-}" in
  '') ;;
  -goldens) goldens=1 ;;
  -h | --help | help) echo "$usage"; exit ;;
  *) echo "$usage" >&2; exit 2 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# update PACKAGE…: runs tests that write the files with their expected results.
update() { go test "$@" -args -update; }

go tool templ generate -include-version=false
update ./site/contract/typescript -run '^TestCommittedFile$'
update ./site/build -run '^TestHeaders'
if [[ -n $goldens ]]; then
  update ./core/engine ./core/badge ./core/chart
fi
git status --short
