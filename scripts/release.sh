#!/usr/bin/env bash
# Builds the program with the site inside, for every system that it is published for, into
# a folder, with the checksums of the files and their signature. Two builds of one commit
# are byte-identical.
set -euo pipefail

usage="usage: scripts/release.sh FOLDER [SYSTEM…]

SYSTEM is an operating system and a processor, such as linux/arm64; all of them if
absent. RELEASE_KEY is the file of the private key that signs checksums.txt, without
which it is not signed. RELEASE_KEYS is the keyring under which the signature must be
authentic, docs/release-keys.json if absent. Needs Go 1.26."

systems=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)

case "${1:-}" in
  "" | -*) echo "$usage" && [[ ${1:-} == -h || ${1:-} == --help ]] && exit || exit 2 ;;
esac
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
(($# == 0)) || systems=("$@")
key=${RELEASE_KEY:+$(realpath "$RELEASE_KEY")}
ring=$(realpath "${RELEASE_KEYS:-$(dirname "${BASH_SOURCE[0]}")/../docs/release-keys.json}")

cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
carried=site/carried/site.zip # where the build tag carried embeds it
trap 'rm -rf "$work" "$carried"' EXIT

go build -trimpath -o "$work/tallyproof" ./cmd/tallyproof

# A tag names the version that the program, the engine, its package and the API name.
version=$("$work/tallyproof" version)
version=v${version##* version }
version=${version%% *}
tag=$(git tag --points-at HEAD --list 'v[0-9]*.*' | head -n 1)
[[ -z $tag || $tag == "$version" ]] || { echo "the tag is $tag and core/op has $version: want the same version" >&2 && exit 1; }

"$work/tallyproof" build -out "$work/dist"
go run ./site/carried/pack "$work/dist" "$carried"
for system in "${systems[@]}"; do
  name=tallyproof-${system/\//-}
  [[ $system != windows/* ]] || name+=.exe
  CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} go build -tags=carried -buildvcs=true -trimpath -ldflags=-s -o "$folder/$name" ./cmd/tallyproof
done

cd "$folder"
sha256sum tallyproof-* >checksums.txt
cat checksums.txt
[[ -n $key ]] || { echo "not signed: RELEASE_KEY is not set" && exit; }
# The record has the hash of the file, so the proof is of the file.
hash=$(sha256sum checksums.txt)
date=$(TZ=UTC git -C "$OLDPWD" log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ)
printf '{"file": "checksums.txt", "code_hash": "%s", "release": "%s", "evaluated_at": "%s"}' "${hash%% *}" "$version" "$date" >"$work/record.json"
"$work/tallyproof" sign -key "$key" -keys "$ring" -o checksums.txt.proof.json "$work/record.json"
"$work/tallyproof" verify -keys "$ring" -want file -code checksums.txt checksums.txt.proof.json
