# Runs named steps in lanes side by side, each in order. A lane that has ended helps
# the others from their ends. Sourced by test.sh.
#
# A step NAME is a function step_NAME. It runs in the checkout with errexit and
# without input; its output is kept in case it fails. wants[NAME] lists the
# steps that must pass before it. If one of them fails, the step fails too.

declare -A wants=()
state= # folder of NAME.log and NAME.status
children=()

# run_lanes LANE…: a lane is a list of names. Prints a line when a step ends, with
# its time and the processor time of its programs, and the totals. Returns 1 if a step failed; the first to fail is named last.
run_lanes() {
  local lane name status seconds busy passed=0 failed=0 first= names
  # If a caller tests the status with if or ||, errexit is off in everything
  # below, and steps would hide their failures.
  (set -e && false_then_true) &
  if wait $!; then echo "run_lanes: errexit does not hold here" >&2 && return 2; fi
  state=$(mktemp -d)
  trap 'stop_steps || exit 1; rm -rf "$state"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  mkfifo "$state/events"
  # Keep it open for writing until every lane has it: otherwise a lane that ends
  # before another starts would look like the end of all.
  local events reader
  exec {events}<>"$state/events"
  set -m # a process group for each lane, so that it can be ended whole
  for lane in "$@"; do
    # shellcheck disable=SC2046,SC2086
    run_lane $lane $(backwards $*) >&"$events" {events}>&- &
    children+=($!)
  done
  set +m
  exec {reader}<"$state/events" {events}>&-
  while read -r name status seconds busy; do
    if [[ $status == 0 ]]; then
      passed=$((passed + 1))
      printf 'ok    %6.1f s  %s (%s)\n' "$seconds" "${name//_/ }" "$busy"
    else
      failed=$((failed + 1))
      first=${first:-$name}
      printf 'FAIL  %6.1f s  %s (%s)\n' "$seconds" "${name//_/ }" "$busy"
      show_log "$name"
    fi
  done <&"$reader"
  echo
  echo "$passed passed, $failed failed"
  read -ra names <<<"$*"
  ((passed + failed == ${#names[@]})) || { echo "of ${#names[@]} steps $((passed + failed)) were reported" && return 1; }
  [[ $failed == 0 && $passed -gt 0 ]] || { echo "the first to fail: ${first//_/ }" && return 1; }
}

false_then_true() {
  false
  true
}

# show_log NAME: the output of a step; of the middle of a long output only what failed.
show_log() {
  local lines most=100
  lines=$(wc -l <"$state/$1.log")
  if ((lines <= most)); then
    sed 's/^/      | /' "$state/$1.log"
  else
    head -n $((most / 2)) "$state/$1.log" | sed 's/^/      | /'
    echo "      … $((lines - most)) lines, of which failed:"
    awk -v first=$((most / 2)) -v last=$((lines - most / 2)) '
      NR <= first || NR > last { next }
      /--- FAIL|^FAIL|✖|^(panic|fatal error|signal|SIG[A-Z]+|exit status)/ { more = 5 }
      more-- > 0 && ++shown <= 60 { print "      | " $0 }' "$state/$1.log"
    echo "      …"
    tail -n $((most / 2)) "$state/$1.log" | sed 's/^/      | /'
  fi
}

# backwards NAME…: prints the names, the last one first.
backwards() {
  local name list=
  for name in "$@"; do list="$name $list"; done
  echo "$list"
}

# run_lane NAME…: runs steps one after the other and reports each on stdout; those
# that another lane has begun are left to it.
run_lane() {
  local name want status since
  for name in "$@"; do
    mkdir "$state/$name.taken" 2>/dev/null || continue
    for want in ${wants[$name]:-}; do
      while [[ ! -e $state/$want.status ]]; do sleep 0.1; done # of another lane
    done
    since=$EPOCHREALTIME
    status=0
    if want=$(failed_want "$name"); then
      echo "not run, because it wants: $want" >"$state/$name.log"
      status=1
    else
      # Not as the condition of an if: errexit would be off inside.
      (trap 'times >"$state/$name.times"' EXIT && set -euo pipefail && cd "$root" && "step_$name") >"$state/$name.log" 2>&1 </dev/null &
      wait $! || status=$?
    fi
    echo "$status" >"$state/$name.status.new" && mv "$state/$name.status.new" "$state/$name.status"
    echo "$name $status $(elapsed "$since") $(busy "$name")"
  done
}

# busy NAME: the processor time of a step's programs, of those whose end somebody has
# waited for: much of what a browser does is not in it.
busy() {
  [[ -s $state/$1.times ]] || { echo "not run" && return; }
  LC_ALL=C awk '{ for (i = 1; i <= NF; i++) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } } END { printf "CPU %.0f s\n", sum }' "$state/$1.times"
}

# failed_want NAME: prints the first step it wants that failed, or fails.
failed_want() {
  local want
  for want in ${wants[$1]:-}; do
    if [[ $(<"$state/$want.status") != 0 ]]; then echo "${want//_/ }" && return; fi
  done
  return 1
}

# elapsed SINCE: seconds, with one decimal, since a value of EPOCHREALTIME.
elapsed() {
  local since=${1/[.,]/} now=${EPOCHREALTIME/[.,]/}
  local tenths=$(((now - since) / 100000))
  echo "$((tenths / 10)).$((tenths % 10))"
}

# stop_steps: ends the lanes that still run. Returns 1 if it could not end one.
stop_steps() {
  local child failed=0
  for child in "${children[@]}"; do
    end_group "$child" || failed=1
  done
  wait
  return "$failed"
}

# end_group PID: ends the process group of a lane, if it has not ended already.
end_group() {
  local why
  if why=$(LC_ALL=C kill -TERM -- "-$1" 2>&1); then return 0; fi
  [[ $why == *"No such process"* ]] || { echo "$why" >&2 && return 1; }
}
