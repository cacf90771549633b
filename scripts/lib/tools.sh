# What the scripts need, and a clear message where it is missing. Sourced.

die() { echo "$*" >&2 && exit 1; }

# need_tools: Go, Node, git and a C compiler for the race detector.
need_tools() {
  local version
  command -v go >/dev/null || die "This needs Go 1.26 or newer, and there is no go command. Get it at https://go.dev/dl/"
  version=$(go env GOVERSION 2>/dev/null || GOTOOLCHAIN=local go version)
  [[ $version =~ go([0-9]+)\.([0-9]+) ]] || die "go says its version is $version"
  ((BASH_REMATCH[1] > 1 || BASH_REMATCH[2] >= 26)) || die "This needs Go 1.26 or newer, and this is $version. Get it at https://go.dev/dl/"
  command -v node >/dev/null || die "This needs Node 20 or newer, and there is no node command. Get it at https://nodejs.org/"
  version=$(node --version)
  [[ $version =~ ^v([0-9]+) ]] && ((BASH_REMATCH[1] >= 20)) || die "This needs Node 20 or newer, and this is $version. Get it at https://nodejs.org/"
  command -v npm >/dev/null || die "This needs npm, which comes with Node, and there is no npm command."
  command -v "$(go env CC)" >/dev/null || die "go test -race needs a C compiler, and there is no $(go env CC): install gcc or clang."
}

# find_chrome: prints the browser's program, or fails.
find_chrome() {
  local name
  if [[ -n ${CHROME_PATH:-} ]]; then
    [[ -x $CHROME_PATH ]] || die "CHROME_PATH is $CHROME_PATH, and there is no such program"
    echo "$CHROME_PATH" && return
  fi
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name"; then return; fi
  done
  return 1
}

# install_chrome: makes sure there is one.
install_chrome() {
  local sudo=
  if find_chrome >/dev/null; then return; fi
  command -v apt-get >/dev/null || die "There is no Chromium: install one, or set CHROME_PATH."
  ((EUID == 0)) || sudo="sudo -n"
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium
  find_chrome >/dev/null || die "apt-get installed chromium, and it is not on PATH."
}

# wrangler ARGS…: Cloudflare's program, without questions, telemetry or news.
wrangler() {
  CI=1 WRANGLER_SEND_METRICS=false WRANGLER_SEND_ERROR_REPORTS=false WRANGLER_HIDE_BANNER=true \
    CLOUDFLARE_CF_FETCH_ENABLED=false WRANGLER_LOG_PATH="${tmp:-${TMPDIR:-/tmp}}/wrangler.log" \
    "$root/e2e/node_modules/.bin/wrangler" "$@"
}

# install_modules: the npm packages of e2e/, unless they are there already.
install_modules() {
  local want stamp=node_modules/.installed
  cd "$root/e2e"
  want=$(cat package.json package-lock.json | git hash-object --stdin)-$(node --version)
  if [[ -e $stamp && $(<"$stamp") == "$want" ]]; then return; fi
  npm ci --no-audit --no-fund --loglevel=error
  echo "$want" >"$stamp"
}
