#!/usr/bin/env bash
# What action.yml runs first: downloads the program of the release that REF names, a tag of
# a version or its commit, and holds it to the checksums that one of the keys in
# docs/release-keys.json has signed. It writes program=FILE to GITHUB_OUTPUT; without a release it
# writes nothing, and the program is compiled from the checkout of the Action. Needs
# OpenSSL 3, curl and git.
#
# SOURCE is that checkout, REPOSITORY its name at GitHub. RUNNER_OS, RUNNER_ARCH and
# RUNNER_TEMP are GitHub's. DOWNLOADS is where releases are, for tests.
set -euo pipefail

# compile leaves the program to the next step: the source is as trustworthy as this script.
compile() {
  echo "::notice::Tallyproof is compiled, which takes minutes: $1. Name a version to have its release."
  exit 0
}

# refused ends the run: something is there, and it is not what was released.
refused() {
  echo "::error::$1"
  exit 2
}

server=https://github.com/$REPOSITORY
downloads=${DOWNLOADS:-$server/releases/download}
is_version='^v[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$'

version=${REF:-}
if [[ $version =~ ^[0-9a-f]{40}$ ]]; then # a commit: the version whose tag is on it
  found=
  tags=$(git ls-remote --tags "${TAGS:-$server}") || compile "the tags of $REPOSITORY cannot be read"
  while read -r commit name; do
    name=${name#refs/tags/}
    name=${name%"^{}"}
    [[ $commit != "$version" || ! $name =~ $is_version ]] || found=$name
  done <<<"$tags"
  version=$found
fi
[[ $version =~ $is_version ]] || compile "${REF:-this checkout} is no version"

case ${RUNNER_OS:-}/${RUNNER_ARCH:-} in
  Linux/X64) name=tallyproof-linux-amd64 ;;
  Linux/ARM64) name=tallyproof-linux-arm64 ;;
  macOS/X64) name=tallyproof-darwin-amd64 ;;
  macOS/ARM64) name=tallyproof-darwin-arm64 ;;
  Windows/X64) name=tallyproof-windows-amd64.exe ;;
  Windows/ARM64) name=tallyproof-windows-arm64.exe ;;
  *) compile "there is no program for ${RUNNER_OS:-} on ${RUNNER_ARCH:-}" ;;
esac

openssl=
for found in openssl /opt/homebrew/opt/openssl@3/bin/openssl /usr/local/opt/openssl@3/bin/openssl; do
  if says=$("$found" version 2>/dev/null) && [[ $says == "OpenSSL 3."* ]]; then openssl=$found && break; fi
done
[[ -n $openssl ]] || compile "there is no OpenSSL 3 to check a release with"

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/tallyproof.XXXXXX")
fetch() { curl --fail --silent --show-error --location --retry 3 --max-filesize 200000000 --output "$folder/$1" "$downloads/$version/$1"; }
for file in checksums.txt checksums.txt.proof.json; do fetch "$file" || compile "there is no signed release $version"; done

sha256() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi; }
bytes() { printf '%b' "$(sed 's/../\\x&/g')"; } # of hexadecimal digits

# The proof is one line of canonical JSON, and has this form alone: what is signed are the
# mark of the format, and the line without its signature.
hash=$(sha256 "$folder/checksums.txt")
proof=$(<"$folder/checksums.txt.proof.json")
form='^\{"code_hash":"([0-9a-f]{64})","evaluated_at":"[0-9TZ:-]+","evaluator_pubkey":"([0-9a-f]{64})","evaluator_signature":"([0-9a-f]{128})","file":"checksums\.txt","release":"([^"\\]+)","version":"tallyproof-score/1"\}$'
[[ $proof =~ $form ]] || refused "the proof of release $version is not of its form"
key=${BASH_REMATCH[2]} signature=${BASH_REMATCH[3]}
[[ ${BASH_REMATCH[1]} == "${hash%% *}" ]] || refused "checksums.txt of release $version is not the file that was signed"
[[ ${BASH_REMATCH[4]} == "$version" ]] || refused "the checksums are of another release than $version"
grep -q "\"public_key\": *\"$key\"" "$SOURCE/docs/release-keys.json" || refused "release $version is signed by a key that docs/release-keys.json does not list"
printf 'tallyproof-score/1\n%s' "${proof/\"evaluator_signature\":\"$signature\",/}" >"$folder/message"
bytes <<<"$signature" >"$folder/signature"
bytes <<<"302a300506032b6570032100$key" >"$folder/key.der"
"$openssl" pkeyutl -verify -pubin -keyform DER -inkey "$folder/key.der" -rawin -in "$folder/message" -sigfile "$folder/signature" >/dev/null ||
  refused "the signature of release $version is not valid"

fetch "$name" || refused "release $version lacks $name"
hash=$(sha256 "$folder/$name")
grep -qxF "${hash%% *}  $name" "$folder/checksums.txt" || refused "$name is not the file of release $version"
chmod +x "$folder/$name"
echo "program=$folder/$name" >>"$GITHUB_OUTPUT"
echo "Tallyproof $version, signed by $key."
