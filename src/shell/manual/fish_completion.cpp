#include "base/text.h"
#include "script/options/flags.h"
#include "shell/manual/scripts.h"

namespace paisql::shell {

namespace {

constexpr const char* kFishTemplate =
    R"fish(# Completion of paisql for fish; `paisql --completion fish` prints it.

# The projects of the home that the line names, one a line. A home that is not there is not made.
function __paisql_projects
    set -l words (commandline -opc)
    set -l home $HOME/.paisql
    if test -n "$PAISQL_HOME"
        set home $PAISQL_HOME
    end
    for i in (seq (count $words))
        switch $words[$i]
            case --home
                set -q words[(math $i + 1)]; and set home $words[(math $i + 1)]
            case '--home=*'
                set home (string replace -- --home= '' $words[$i])
        end
    end
    set home (string replace -r '^~/' "$HOME/" -- $home)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    if test -f $home/catalog.sqlite
        $program --home $home --format tsv --no-header -e 'SHOW PROJECTS;' 2>/dev/null </dev/null
    end
end

complete -c paisql -f
@TOOLS@@FLAGS@)fish";

// Within single quotes.
std::string Quote(std::string_view text) {
  return "'" + ReplaceAll(ReplaceAll(std::string(text), "\\", "\\\\"), "'", "\\'") + "'";
}

// -x: a value, and no files; -r: a value; -F: files.
std::string FishProposal(const script::FlagRow& flag) {
  if (flag.value.empty()) return "";
  switch (flag.proposal) {
    case script::Proposal::kFolders:
      return " -x -a '(__fish_complete_directories)'";
    case script::Proposal::kFiles:
      return " -r -F";
    case script::Proposal::kProjects:
      return " -x -a '(__paisql_projects)'";
    case script::Proposal::kNames:
      return " -x -a '" + Join(flag.names, " ") + "'";
    case script::Proposal::kNothing:
      break;
  }
  return " -x";
}

}  // namespace

std::string FishCompletion() {
  const std::string seen = "__fish_seen_subcommand_from ";
  std::string tools;
  for (const script::ToolRow& tool : script::ToolRows()) {
    tools += "complete -c paisql -n 'not " + seen + Join(ToolNames(), " ") + "' -a " +
             std::string(tool.name) + " -d " + Quote(tool.help) + "\n";
  }
  tools += "complete -c paisql -n '" + seen + Join(FileToolNames(), " ") + "' -F\n";
  std::string flags;
  for (const script::FlagRow& flag : script::FlagRows()) {
    flags += "complete -c paisql";
    if (!flag.letter.empty()) flags += " -s " + std::string(flag.letter.substr(1));
    flags += " -l " + std::string(flag.name.substr(2)) + FishProposal(flag) + " -d " +
             Quote(flag.help) + "\n";
  }
  return FillIn(kFishTemplate, {{"TOOLS", tools}, {"FLAGS", flags}});
}

}  // namespace paisql::shell
