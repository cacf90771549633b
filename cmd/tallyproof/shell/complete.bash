# Completes commands, options and values of tallyproof. It needs Bash 3.2 or later and nothing
# else. Words of the line are arguments here, so that none of them is run.
_tallyproof() {
  local program="$1" cur="${COMP_WORDS[COMP_CWORD]}" words=() line token i
  [[ $program != "~/"* ]] || program="$HOME/${program#??}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == "=" ]] || words+=("${COMP_WORDS[i]}") # Bash takes --outcome=win apart
  done
  [[ $cur != "=" ]] || cur=""
  [[ $cur != -[!-]* ]] || cur="-$cur" # options are written -name or --name
  [[ $cur != -* ]] || words+=("$cur")
  COMPREPLY=()
  while IFS= read -r line; do
    token="${line%%:*}"
    [[ -n $token && $token == "$cur"* ]] || continue
    if [[ ${COMP_TYPE:-} == 63 && $line == *:* ]]; then # Bash lists what there is
      printf -v token '%-20s  -- %s' "$token" "${line#*:}"
    fi
    COMPREPLY+=("$token")
  done < <("$program" ${words[@]+"${words[@]}"} --generate-shell-completion 2>/dev/null)
  [[ ${#COMPREPLY[@]} != 1 ]] || COMPREPLY=("${COMPREPLY[0]%% *}") # which Bash writes
}

complete -o bashdefault -o default -F _tallyproof tallyproof
