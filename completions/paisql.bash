# Completion of paisql for bash; `paisql --completion bash` prints it.

# The projects of the home that the line names, one a line. A home that is not there is not made.
_paisql_projects() {
  local home=${PAISQL_HOME:-$HOME/.paisql} program=${COMP_WORDS[0]} i
  for ((i = 1; i < COMP_CWORD - 1; ++i)); do
    case ${COMP_WORDS[i]} in
      --home)
        home=${COMP_WORDS[i + 1]}
        if [[ $home == "=" ]]; then home=${COMP_WORDS[i + 2]}; fi ;;
      --home=*) home=${COMP_WORDS[i]#*=} ;;
    esac
  done
  home=${home//[\"\'\\]/}
  home=${home/#\~\//$HOME/}
  if [[ -f $home/catalog.sqlite ]]; then
    "${program/#\~\//$HOME/}" --home "$home" --format tsv --no-header -e "SHOW PROJECTS;" \
      2>/dev/null </dev/null
  fi
}

# What `compgen` makes of the options, after the part of the word that stays.
_paisql_propose() {
  mapfile -t COMPREPLY < <(compgen -P "$start" "$@" -- "$word")
}

# Of quoted words compgen knows nothing, and readline does.
_paisql_files() {
  compopt -o filenames 2>/dev/null
  _paisql_propose "$1"
  if [[ ${#COMPREPLY[@]} -eq 0 ]]; then compopt -o "$2" 2>/dev/null; fi
}

# shellcheck disable=SC2016  # what stands in single quotes, compgen expands
_paisql() {
  local word=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]} start="" value="" tool="" i
  COMPREPLY=()
  # bash takes --format=tsv for three words, unless COMP_WORDBREAKS has no equal sign.
  if [[ $word == "=" ]]; then
    word="" value=1
  elif [[ $flag == "=" ]]; then
    flag=${COMP_WORDS[COMP_CWORD - 2]} value=1
  elif [[ $word == --*=* ]]; then
    flag=${word%%=*} start=${word%%=*}= word=${word#*=} value=1
  fi
  case $flag in
    --home) _paisql_files -d dirnames; return ;;
    --project) _paisql_propose -W '$(_paisql_projects)'; return ;;
    --user) return ;;
    -e|--execute) return ;;
    -f|--file) _paisql_files -f default; return ;;
    -s|--script) _paisql_files -f default; return ;;
    --format) _paisql_propose -W "auto table box markdown tsv csv json jsonl vertical html"; return ;;
    -d|--define) return ;;
    --define-env) return ;;
    --bizdate) return ;;
    --cyctime) return ;;
    --config) _paisql_files -f default; return ;;
    --output) _paisql_propose -W "text jsonl"; return ;;
    --owner-fd) return ;;
    --from) return ;;
    -k|--skip-to) return ;;
    --model) _paisql_files -d dirnames; return ;;
    --processor) _paisql_files -f default; return ;;
    --model-config) return ;;
    --name) return ;;
    --host) return ;;
    --port) return ;;
    --token) return ;;
    --set) return ;;
    --warm-up) _paisql_files -f default; return ;;
    --sink-table) return ;;
    --sample) return ;;
    --completion) _paisql_propose -W "bash zsh fish"; return ;;
  esac
  if [[ -n $value ]]; then return; fi

  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --home|--project|--user|-e|--execute|-f|--file|-s|--script|--format|-d|--define|--define-env|--bizdate|--cyctime|--config|--output|--owner-fd|--from|-k|--skip-to|--model|--processor|--model-config|--name|--host|--port|--token|--set|--warm-up|--sink-table|--sample|--completion)
        if [[ ${COMP_WORDS[++i]} == "=" ]]; then ((++i)); fi ;;
      check|lineage|verify|catalog|serve|eas|doctor|flow|server|console)
        tool=${COMP_WORDS[i]}
        break ;;
    esac
  done
  if [[ $word == -* ]]; then
    _paisql_propose -W "--home --project --user -e --execute -f --file -s --script --format -M --machine-readable --no-header --no-banner -d --define --define-env --bizdate --cyctime --config -X --no-init --output --owner-fd --check-first --no-check-first --dry-run --keep-going --from -k --skip-to --echo --quiet --column --repair --give-up-missing --model --processor --model-config --name --host --port --token --set --warm-up --sink-table --sample --completion --man -h --help -v --version"
  elif [[ -z $tool ]]; then
    _paisql_propose -W "check lineage verify catalog serve eas doctor flow server console"
  elif [[ " check lineage " == *" $tool "* ]]; then
    _paisql_files -f default
  fi
}

complete -F _paisql paisql
