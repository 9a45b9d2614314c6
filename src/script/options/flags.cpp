#include "script/options/flags.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"
#include "engine/kernel/kernel_worker.h"
#include "fleet/control/places.h"
#include "fleet/control/start.h"
#include "jobs/stream/stream_writer.h"
#include "jobs/supervise/supervisor.h"
#include "script/options/flag_rules.h"
#include "script/options/flag_table.h"

namespace paisql::script {

namespace {

const Flag* FindFlag(std::string_view name) {
  constexpr std::array kOwnStarts = {jobs::kReadyVariable, jobs::kStreamVariable,
                                     fleet::kListenerVariable, fleet::kHomeVariable,
                                     engine::kKernelsVariable};
  const bool starts_itself =
      std::any_of(kOwnStarts.begin(), kOwnStarts.end(),
                  [](const char* variable) { return std::getenv(variable) != nullptr; });
  for (const Flag& flag : FlagTable()) {
    if (flag.help.empty() && !starts_itself) continue;
    if (name == flag.name || (!flag.letter.empty() && name == flag.letter)) return &flag;
  }
  return nullptr;
}

// False when the argument names none, or one is chosen already.
bool ChooseTool(std::string_view argument, Flags& flags) {
  for (const Tool& tool : ToolTable()) {
    if (flags.*tool.chosen) return false;
  }
  for (const Tool& tool : ToolTable()) {
    if (argument == tool.name) return flags.*tool.chosen = true;
  }
  return false;
}

// Any other word after `eas` is for its verb.
bool IsForEas(std::string_view argument, const Flags& flags) {
  constexpr std::string_view kOurs[] = {"--home", "--project", "--config", "--help", "-h"};
  if (!flags.eas) return false;
  const std::string_view name = argument.substr(0, argument.find('='));
  return std::find(std::begin(kOurs), std::end(kOurs), name) == std::end(kOurs);
}

}  // namespace

Result<Flags> ParseFlags(const std::vector<std::string>& arguments) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (IsForEas(argument, flags)) {
      flags.eas_words.push_back(argument);
      continue;
    }
    if (ChooseTool(argument, flags)) continue;
    if ((flags.check || flags.lineage || flags.catalog) &&
        (argument == "-" || !argument.starts_with('-'))) {
      flags.inputs.push_back({true, argument});
      continue;
    }
    const bool is_long = argument.starts_with("--");
    const size_t equals = is_long ? argument.find('=') : std::string::npos;
    const Flag* flag = FindFlag(std::string_view(argument).substr(0, equals));
    if (flag == nullptr) {
      if (!argument.starts_with('-')) {
        return Usage("unexpected argument '" + argument + "'; use -e 'STATEMENTS' or -f FILE");
      }
      std::string cure(CureOfFlag(std::string_view(argument).substr(0, argument.find('='))));
      if (cure.empty()) cure = DidYouMean(argument, FlagNames());
      return Usage("unknown flag " + argument + (cure.empty() ? "" : "; " + cure));
    }
    std::string value;
    if (flag->value.empty()) {
      if (equals != std::string::npos) return Usage(std::string(flag->name) + " takes no value");
    } else if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    } else {
      return Usage(argument + " needs a value");
    }
    PAISQL_TRY(flag->apply(value, flags));
  }
  PAISQL_TRY(CheckFlagUse(flags));
  return flags;
}

std::string HelpText() {
  std::string text =
      "usage: paisql [flags]\n"
      "       paisql check [--home DIR] [--project NAME] [--format json] FILE|FOLDER...\n"
      "       paisql lineage [--home DIR] [--project NAME] [--column] [--format json|dot|svg] "
      "FILE|FOLDER...\n"
      "       paisql verify [--home DIR] [--repair [--give-up-missing]]\n"
      "       paisql catalog [--home DIR] [URL|sqlite]\n"
      "       paisql serve --model DIR | --processor PATH [--name NAME] [--port N] [--token TEXT] "
      "[--set "
      "NAME=VALUE]...\n"
      "                    [--warm-up FILE] [--home DIR --sink-table NAME [--sample SHARE]]\n"
      "       paisql eas VERB [SERVICE|FILE]...\n"
      "       paisql flow check|run|status|log|graph|new ... (paisql flow --help)\n"
      "       paisql server [--home DIR] [--host NAME] [--port N] (paisql server --help)\n"
      "       paisql console [--home DIR] [--port N] (paisql console --help)\n"
      "       paisql doctor [--home DIR] [--config FILE] [--format json]\n"
      "\n"
      "Runs MaxCompute SQL and PAI statements. With neither -e nor -f it reads statements from a\n"
      "prompt, or from standard input when that is not a terminal. `check` reports all errors and\n"
      "warnings of scripts and runs nothing. `lineage` tells which tables and columns they read "
      "and\n"
      "write. `verify` looks for damage in a home.\n"
      "`catalog` tells where a home keeps its catalog, or moves it to a server and back.\n"
      "`doctor` tells what this machine has and lacks for SQL and training, and the cures.\n"
      "`flow` runs workflows of nodes, as DataWorks does.\n"
      "`serve` answers predictions of a model over HTTP, as PAI-EAS and TensorFlow Serving do.\n"
      "`server` lets PyODPS and other clients of the platform use a home.\n"
      "`eas` has the verbs of the platform's own client for services.\n"
      "\n";
  for (const Flag& flag : FlagTable()) {
    if (flag.help.empty()) continue;
    std::string left = "  ";
    left += flag.letter.empty() ? "    " : std::string(flag.letter) + ", ";
    left += std::string(flag.name) + (flag.value.empty() ? "" : " " + std::string(flag.value));
    left.resize(std::max<size_t>(left.size() + 1, 26), ' ');
    text += left + std::string(flag.help) + "\n";
  }
  return text +
         "\n"
         "Rows go to standard output; messages, warnings and job output go to standard error.\n"
         "Exit status: 0 done, 1 a statement failed, 2 wrong usage, 3 the environment is not\n"
         "usable, 130 interrupted.\n";
}

std::vector<std::string> FlagNames() {
  std::vector<std::string> names;
  for (const Flag& flag : FlagTable()) {
    if (!flag.help.empty()) names.emplace_back(flag.name);
  }
  return names;
}

std::vector<FlagRow> FlagRows() {
  std::vector<FlagRow> rows;
  for (const Flag& flag : FlagTable()) {
    if (flag.help.empty()) continue;
    rows.push_back({flag.name, flag.letter, flag.value, flag.help, flag.proposal,
                    flag.names != nullptr ? flag.names() : std::vector<std::string>{}});
  }
  return rows;
}

std::vector<std::string> CompletionShells() { return {"bash", "zsh", "fish"}; }

std::vector<ToolRow> ToolRows() {
  std::vector<ToolRow> rows;
  for (const Tool& tool : ToolTable()) rows.push_back({tool.name, tool.help, tool.words});
  // These read their command lines themselves (flow/flow_flags.h, server/).
  rows.push_back({"flow", "runs workflows of nodes, as DataWorks does: paisql flow --help", {}});
  rows.push_back(
      {"server",
       "speaks the platform's protocol to PyODPS and other clients: paisql server --help",
       {}});
  rows.push_back({"console", "shows the home in a browser: paisql console --help", {}});
  return rows;
}

}  // namespace paisql::script
