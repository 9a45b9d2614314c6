#include "base/text.h"
#include "script/options/flags.h"
#include "shell/manual/scripts.h"

namespace paisql::shell {

namespace {

// It needs nothing but bash 4: the package bash-completion, which loads the file by its name, may
// be missing where somebody sources it. It has to work for a --flag=value, which bash parts at the
// equal sign.
constexpr const char* kBashTemplate =
    R"bash(# Completion of paisql for bash; `paisql --completion bash` prints it.

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
@VALUES@  esac
  if [[ -n $value ]]; then return; fi

  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      @WITH_VALUE@)
        if [[ ${COMP_WORDS[++i]} == "=" ]]; then ((++i)); fi ;;
      @TOOLS@)
        tool=${COMP_WORDS[i]}
        break ;;
    esac
  done
  if [[ $word == -* ]]; then
    _paisql_propose -W "@FLAGS@"
  elif [[ -z $tool ]]; then
    _paisql_propose -W "@TOOL_WORDS@"
  elif [[ " @FILE_TOOLS@ " == *" $tool "* ]]; then
    _paisql_files -f default
  fi
}

complete -F _paisql paisql
)bash";

std::string Patterns(const script::FlagRow& flag) {
  return (flag.letter.empty() ? "" : std::string(flag.letter) + "|") + std::string(flag.name);
}

std::string BashProposal(const script::FlagRow& flag) {
  switch (flag.proposal) {
    case script::Proposal::kFolders:
      return "_paisql_files -d dirnames; ";
    case script::Proposal::kFiles:
      return "_paisql_files -f default; ";
    case script::Proposal::kProjects:
      // bash expands the words of -W: a name must not be what it expands, but what comes of it.
      return "_paisql_propose -W '$(_paisql_projects)'; ";
    case script::Proposal::kNames:
      return "_paisql_propose -W \"" + Join(flag.names, " ") + "\"; ";
    case script::Proposal::kNothing:
      break;
  }
  return "";
}

}  // namespace

std::string BashCompletion() {
  std::string values;
  std::vector<std::string> flags;
  std::vector<std::string> with_value;
  for (const script::FlagRow& flag : script::FlagRows()) {
    if (!flag.letter.empty()) flags.emplace_back(flag.letter);
    flags.emplace_back(flag.name);
    if (flag.value.empty()) continue;
    with_value.push_back(Patterns(flag));
    values += "    " + Patterns(flag) + ") " + BashProposal(flag) + "return ;;\n";
  }
  return FillIn(kBashTemplate, {{"VALUES", values},
                                {"WITH_VALUE", Join(with_value, "|")},
                                {"TOOLS", Join(ToolNames(), "|")},
                                {"FLAGS", Join(flags, " ")},
                                {"TOOL_WORDS", Join(ToolNames(), " ")},
                                {"FILE_TOOLS", Join(FileToolNames(), " ")}});
}

}  // namespace paisql::shell
