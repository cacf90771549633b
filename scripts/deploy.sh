#!/usr/bin/env bash
# Checks everything, builds the site and its Worker, and deploys both to
# Cloudflare. docs/deploy.md describes the steps before the first deployment.
set -euo pipefail

usage="usage: scripts/deploy.sh [--dry-run]

--dry-run builds and says what would be uploaded: it asks no account and leaves
the checks to scripts/test.sh. Needs Go 1.26 and Node 20."

dry=
case "${1:-}" in
  -h | --help | help) echo "$usage" && exit ;;
  --dry-run) dry=1 ;;
  ?*) echo "there is no option $1"$'\n\n'"$usage" >&2 && exit 2 ;;
esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
source scripts/lib/tools.sh

need_tools
(install_modules)
if [[ -z $dry ]]; then
  [[ -z $(git status --porcelain) ]] || die "There are changes that are not committed: what is deployed would be in no commit."
  ! grep -q 00000000-0000-0000-0000-000000000000 wrangler.jsonc || die "wrangler.jsonc has no database yet: docs/deploy.md says how to make one."
  # Code on other sites names a module with its integrity: every later site must have it.
  scripts/build.sh -release >/dev/null
  [[ -z $(git status --porcelain) ]] || die "site/released has new files: commit them, and deploy that commit."
  scripts/test.sh
fi
# The pictures beside links need the site's address, which docs/deploy.md puts there.
origin=$(sed -n 's|.*"ORIGIN": *"\([^"]*\)".*|\1|p' wrangler.jsonc)
scripts/build.sh -origin "$origin"
scripts/build.sh worker
if [[ -n $dry ]]; then
  wrangler deploy --dry-run
else
  wrangler d1 migrations apply DB --remote
  wrangler deploy
fi
