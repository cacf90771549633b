#!/usr/bin/env bash
# Builds the program for every system that it is published for, into a folder, with
# the checksums of the files. Two builds of one commit are byte-identical.
set -euo pipefail

usage="usage: scripts/release.sh FOLDER [SYSTEM…]

SYSTEM is an operating system and a processor, such as linux/arm64; all of them if
absent. Needs Go 1.26."

systems=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)

case "${1:-}" in
  "" | -*) echo "$usage" && [[ ${1:-} == -h || ${1:-} == --help ]] && exit || exit 2 ;;
esac
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
(($# == 0)) || systems=("$@")

cd "$(dirname "${BASH_SOURCE[0]}")/.."
for system in "${systems[@]}"; do
  name=tallyproof-${system/\//-}
  [[ $system != windows/* ]] || name+=.exe
  CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} go build -buildvcs=true -trimpath -ldflags=-s -o "$folder/$name" ./cmd/tallyproof
done
cd "$folder"
sha256sum tallyproof-* >checksums.txt
cat checksums.txt
