#include "base/text.h"
#include "script/options/flags.h"
#include "shell/manual/scripts.h"

namespace paisql::shell {

namespace {

// The last lines let the file be found in $fpath, where zsh calls it, as well as be sourced.
constexpr const char* kZshTemplate = R"zsh(#compdef paisql
# Completion of paisql for zsh; `paisql --completion zsh` prints it.

# The projects of the home that the line names. A home that is not there is not made.
_paisql_projects() {
  local home=${PAISQL_HOME:-$HOME/.paisql} program=${(Q)words[1]} expl
  local -a projects
  if (( $+opt_args[--home] )); then home=${(Q)opt_args[--home]}; fi
  home=${home/#\~\//$HOME/}
  [[ -f $home/catalog.sqlite ]] || return 1
  projects=(${(f)"$(${program/#\~\//$HOME/} --home $home --format tsv --no-header \
    -e 'SHOW PROJECTS;' 2>/dev/null </dev/null)"})
  _wanted projects expl project compadd -a projects
}

_paisql_tools() {
  local -a tools
  tools=(
@TOOLS@  )
  _describe -t tools tool tools
}

# Files follow a tool that takes them, and nothing follows the others.
_paisql_rest() {
  if (( $words[(I)(@FILE_TOOLS@)] )); then _files; else _message 'no more arguments'; fi
}

_paisql() {
  _arguments : \
@FLAGS@    '1:tool:_paisql_tools' \
    '*:file:_paisql_rest'
}

if [[ $funcstack[1] == _paisql ]]; then
  _paisql "$@"
else
  compdef _paisql paisql
fi
)zsh";

// A text within single quotes, where colons and brackets have a meaning for zsh.
std::string Escape(std::string text) {
  text = ReplaceAll(std::move(text), "\\", "\\\\");
  for (const char* special : {"[", "]", ":"}) {
    text = ReplaceAll(std::move(text), special, "\\" + std::string(special));
  }
  return ReplaceAll(std::move(text), "'", "'\\''");
}

std::string ZshProposal(const script::FlagRow& flag) {
  switch (flag.proposal) {
    case script::Proposal::kFolders:
      return "_files -/";
    case script::Proposal::kFiles:
      return "_files";
    case script::Proposal::kProjects:
      return "_paisql_projects";
    case script::Proposal::kNames:
      return "(" + Join(flag.names, " ") + ")";
    case script::Proposal::kNothing:
      break;
  }
  return " ";
}

// A flag with a value may stand again, one without is then proposed no more.
std::string Specification(const script::FlagRow& flag, std::string_view spelling) {
  std::string spec = "    '";
  if (!flag.value.empty()) {
    spec += "*";
  } else if (!flag.letter.empty()) {
    spec += "(" + std::string(flag.letter) + " " + std::string(flag.name) + ")";
  }
  spec += spelling;
  if (!flag.value.empty() && spelling.starts_with("--")) spec += "=";
  spec += "[" + Escape(std::string(flag.help)) + "]";
  if (!flag.value.empty()) spec += ":" + Escape(std::string(flag.value)) + ":" + ZshProposal(flag);
  return spec + "' \\\n";
}

}  // namespace

std::string ZshCompletion() {
  std::string flags;
  for (const script::FlagRow& flag : script::FlagRows()) {
    if (!flag.letter.empty()) flags += Specification(flag, flag.letter);
    flags += Specification(flag, flag.name);
  }
  std::string tools;
  for (const script::ToolRow& tool : script::ToolRows()) {
    tools += "    '" + std::string(tool.name) + ":" + Escape(std::string(tool.help)) + "'\n";
  }
  return FillIn(kZshTemplate,
                {{"FLAGS", flags}, {"TOOLS", tools}, {"FILE_TOOLS", Join(FileToolNames(), "|")}});
}

}  // namespace paisql::shell
