# The tools that scripts need, and a clear message if one is missing. Sourced.

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

# find_chrome, find_firefox: print the browser's program, or fail.
chromes="chromium chromium-browser google-chrome google-chrome-stable"
# shellcheck disable=SC2086
find_chrome() { find_browser CHROME_PATH $chromes chromium-headless-shell; }
find_firefox() { find_browser FIREFOX_PATH firefox-esr firefox; }

# find_browser VARIABLE NAME…: the program the variable names, or the first on PATH.
find_browser() {
  local variable=$1 name
  if [[ -n ${!variable:-} ]]; then
    [[ -x ${!variable} ]] || die "$variable is ${!variable}, and there is no such program"
    echo "${!variable}" && return
  fi
  for name in "${@:2}"; do
    if command -v "$name"; then return; fi
  done
  return 1
}

# install_chrome, install_firefox: make sure there is one.
install_chrome() { find_chrome >/dev/null || install_package chromium find_chrome CHROME_PATH; }
install_firefox() { find_firefox >/dev/null || install_package firefox-esr find_firefox FIREFOX_PATH; }

# find_shell: Chromium without a window of its own, if there is one: pages are the
# same in it, and load with half of the work.
# shellcheck disable=SC2086
find_shell() { find_browser CHROME_PATH chromium-headless-shell $chromes; }

# install_shell: makes sure that there is a Chromium. The one without a window is
# installed beside another one only by root: in a container, and on a host of tests.
install_shell() {
  local found
  found=$(find_shell) || found=
  if [[ -n ${CHROME_PATH:-} || $found == *-shell ]]; then return; fi
  if ((EUID == 0)) || [[ -z $found ]]; then
    if (install_package chromium-headless-shell find_shell CHROME_PATH); then return; fi
    echo "chromium-headless-shell cannot be installed: tests use Chromium, and take longer" >&2
  fi
  install_chrome
}

# install_signers: the programs that run the examples of docs/examples/issue and
# the commands on /verify/.
find_cryptography() { python3 -c 'import cryptography'; }
has_signers() { command -v openssl && command -v ssh-keygen && command -v minisign; }
install_signers() {
  find_cryptography &>/dev/null || install_package python3-cryptography find_cryptography PATH
  has_signers >/dev/null || install_package "openssl openssh-client minisign" has_signers PATH
}

# install_package PACKAGES FIND VARIABLE: from Debian, or says what else would do.
# Two lanes may want something at the same time, and dpkg lets one in.
install_package() {
  local sudo= packages lock
  read -ra packages <<<"$1"
  exec {lock}>"${TMPDIR:-/tmp}/tallyproof-install.lock"
  flock "$lock"
  command -v apt-get >/dev/null || die "There is no $1: install one, or set $3."
  ((EUID == 0)) || sudo="sudo -n"
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${packages[@]}"
  exec {lock}>&-
  "$2" >/dev/null || die "apt-get installed $1, and it is not on PATH."
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
  want=$(cat package.json package-lock.json .npmrc | git hash-object --stdin)-$(node --version)
  if [[ -e $stamp && $(<"$stamp") == "$want" ]]; then return; fi
  npm ci --no-audit --no-fund --loglevel=error
  echo "$want" >"$stamp"
}
