#!/usr/bin/env bash
# Checks what scripts/release.sh made, as those who download it can.
set -euo pipefail

usage="usage: scripts/check-release.sh FOLDER

Starts the program for Linux in an empty folder, asks it for every page, and verifies
the checksums: with the program itself, with OpenSSL, and as the Action does.
RELEASE_KEYS is the keyring, docs/release-keys.json if absent. Needs curl and OpenSSL 3."

[[ -n ${1:-} && ${1:-} != -* ]] || { echo "$usage" && [[ ${1:-} == -h || ${1:-} == --help ]] && exit || exit 2; }
folder=$(cd "$1" && pwd)
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ring=$(realpath "${RELEASE_KEYS:-$source/docs/release-keys.json}")
case $(uname -m) in
  x86_64) name=tallyproof-linux-amd64 arch=X64 ;;
  *) name=tallyproof-linux-arm64 arch=ARM64 ;;
esac
program=$folder/$name
work=$(mktemp -d)
mkdir "$work/empty" "$work/action"

(cd "$folder" && sha256sum --check --quiet --ignore-missing checksums.txt)
version=$("$program" version)
version=v${version##* version }
version=${version%% *}

# Every page that the site lists, in both forms, from a folder with nothing in it.
cd "$work/empty"
PORT=0 "$program" serve -init >"$work/said" 2>"$work/errors" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
for ((i = 0; i < 300; i++)); do
  [[ ! -s $work/said ]] || break
  kill -0 "$server" 2>/dev/null || { cat "$work/errors" >&2 && exit 1; }
  sleep 0.2
done
read -r _ _ _ address <"$work/said"
pages=$(curl --fail --silent "${address}llms.txt" | grep -o '(/[^)]*\.md)' | tr -d '()' | sort -u)
count=0
for page in $pages; do
  case $page in
    */index.md) html=${page%index.md} ;;
    *) html=${page%.md}/ ;;
  esac
  for path in "$page" "$html"; do
    curl --fail --silent --show-error --output /dev/null "$address${path#/}" || { echo "$path is not there" >&2 && exit 1; }
    count=$((count + 1))
  done
done
((count > 40)) || { echo "only $count pages are listed" >&2 && exit 1; }
for path in engine/engine.wasm engine/verifier.wasm .well-known/arena-keys.json api/openapi.json challenges/; do
  curl --fail --silent --show-error --output /dev/null "$address$path"
done
echo "$count pages from an empty folder"

# The checksums, with the program and as the Action does it with OpenSSL.
cd "$folder"
"$program" verify -quiet -keys "$ring" -want file -code checksums.txt checksums.txt.proof.json
mkdir -p "$work/releases/$version" "$work/source/docs"
cp -- * "$work/releases/$version"
cp "$ring" "$work/source/docs/release-keys.json"
REF=$version REPOSITORY=tallyproof/tallyproof SOURCE=$work/source DOWNLOADS=file://$work/releases RUNNER_OS=Linux \
  RUNNER_ARCH=$arch RUNNER_TEMP=$work/action GITHUB_OUTPUT=$work/output "$source/scripts/fetch-release.sh"
grep -q ^program= "$work/output"
