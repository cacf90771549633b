#!/usr/bin/env bash
# What action.yml runs: verifies the files that match the patterns in FILES, one a
# line, under the keyring KEYS, and writes the outcome to the files that GitHub
# names in GITHUB_STEP_SUMMARY and GITHUB_OUTPUT. WANT is what proofs must sign, as
# the option -want. KEYS is read as it is in KEYS_REF, or in BASE_REF, the base of a pull
# request, if one of them is given. SOURCE is the checkout of Tallyproof; TALLYPROOF is its
# program, if it is built already.
set -euo pipefail
if ((BASH_VERSINFO[0] < 4)); then # globstar and mapfile are of Bash 4
  echo "::error::this needs Bash 4 or newer, and this is $BASH_VERSION: on macOS, run brew install bash in a step before" && exit 2
fi
shopt -s globstar nullglob

verdict=not-authentic # also if nothing is verified
trap 'echo "verdict=$verdict" >>"$GITHUB_OUTPUT"' EXIT

program=${TALLYPROOF:-}
if [[ -z $program ]]; then
  program=$(mktemp -d)/tallyproof
  (cd "$SOURCE" && go build -o "$program" ./cmd/tallyproof)
fi

# refused ends the run for the sake of a name: skipped, nobody would miss it.
refused() {
  echo "::error::$1"
  printf 'The %s is %q\n' "$2" "$3" >&2 # not first in its line, where it could be a command to the runner
  exit 2
}

# leads_out reports whether a link of this folder leads out of it. What a file of the
# machine says belongs neither to the repository nor into the summary of its run.
leads_out() {
  local name way target
  way=.
  [[ $1 != */* ]] || way=${1%/*}
  way=$(CDPATH='' cd -- "${way:-/}" && pwd && echo .) || return 0 # in one spelling, with its links; the end keeps line feeds of a name
  name=${way%$'\n.'}/${1##*/}
  case $name in
    "$PWD"/*) name=${name#"$PWD"/} ;;
    "$(pwd -P)"/*) name=${name#"$(pwd -P)"/} ;;
    *) return 1 ;;
  esac
  way=$name
  while [[ ! -L $way ]]; do
    [[ $way == */* ]] || return 1
    way=${way%/*}
  done
  target=$(realpath -- "$name") || return 0
  [[ $target != "$(pwd -P)"/* ]]
}

names=()
while IFS= read -r pattern; do
  pattern=${pattern%$'\r'}
  [[ -n ${pattern//[[:space:]]/} ]] || continue
  found=()
  if [[ -e $pattern ]]; then
    found=("$pattern")
  else
    IFS=
    for name in $pattern; do # a name may have a line feed in it; what is no pattern stays as it is
      [[ ! -e $name && ! -L $name ]] || found+=("$name")
    done
    unset IFS
  fi
  before=${#names[@]}
  for name in ${found[@]+"${found[@]}"}; do # Bash 4.3 takes an empty list for one that is not set
    [[ ! -d $name ]] || continue
    case $name in
      -*) name=./$name ;; # a name is not an option
    esac
    [[ -f $name ]] || refused "an input file is not a regular file" file "$name" # a device or a pipe may never end
    ! leads_out "$name" || refused "an input file is a link out of this folder" file "$name"
    names+=("$name")
  done
  if ((${#names[@]} == before)); then # also if it matches folders alone: nothing in them would be verified
    refused "no file matches this pattern of the input files" pattern "$pattern"
  fi
done <<<"${FILES:-}"
((${#names[@]} > 0)) || { echo "::error::the input files names no file" && exit 2; }

# base_keys takes the keyring from another commit than the checkout, which a pull request
# has made: a key that it adds counts after it was merged.
base_keys() {
  local ref=$1 top object way commit depth=()
  top=$(git rev-parse --show-toplevel) || refused "the keyring is to come from another commit, and this folder is no checkout" ref "$ref"
  case $KEYS in
    "$PWD"/*) object=./${KEYS#"$PWD"/} ;;
    "$top"/*) object=${KEYS#"$top"/} ;;
    /*) # outside, but for a link
      way=$(CDPATH='' cd -- "${KEYS%/*}/" && pwd -P) || refused "the folder of the keyring cannot be read" keyring "$KEYS"
      [[ $way/ != "$top"/* ]] || refused "the keyring is in this checkout by another name" keyring "$KEYS"
      return
      ;;
    *) object=./$KEYS ;;
  esac
  [[ $ref != -* ]] && git check-ref-format --allow-onelevel "$ref" || refused "keys-ref is no branch, tag or commit" ref "$ref"
  [[ $(git rev-parse --is-shallow-repository) != true ]] || depth=(--depth=1)
  git fetch --quiet --no-tags ${depth[@]+"${depth[@]}"} origin "$ref" || refused "the commit with the keyring cannot be fetched" ref "$ref"
  commit=$(git rev-parse --verify 'FETCH_HEAD^{commit}')
  keyring=$(mktemp)
  git cat-file blob "$commit:$object" >"$keyring" || refused "the keyring is not in that commit" keyring "$KEYS"
  printf 'Trusted keys: %q as it is in %q, commit %s, not as it is in this checkout.\n' "$KEYS" "$ref" "$commit" | tee -a "$GITHUB_STEP_SUMMARY"
}

keyring=${KEYS:-}
ref=${KEYS_REF:-${BASE_REF:+refs/heads/${BASE_REF#refs/heads/}}}
[[ -z $keyring || -z $ref ]] || base_keys "$ref"

options=(-summary "$GITHUB_STEP_SUMMARY" "-want=${WANT-score}")
[[ -z $keyring ]] || options+=(-keys "$keyring")

# What proofs say is on the output: no line of it may be a command to the runner.
stop=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$stop"
status=0
printf '%s\0' "${names[@]}" | "$program" verify "${options[@]}" -files0-from - || status=$? # the system bounds the length of arguments
echo "::$stop::"

((status != 0)) || verdict=authentic
exit "$status"
