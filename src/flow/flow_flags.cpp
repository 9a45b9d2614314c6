#include "flow/flow_flags.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "nodes/read/read_node.h"
#include "script/options/flag_table.h"
#include "variables/schedule.h"

namespace paisql::flow {

namespace {

struct Verb {
  std::string_view name;
  std::string_view words;
  size_t least;  // of words
  size_t most;
  std::string_view help;
};

constexpr Verb kVerbFlags[] = {
    {"check", "FOLDER", 1, 1, "shows the mistakes of a workflow; runs nothing"},
    {"run", "FOLDER", 1, 1, "its nodes in the order of their dependencies"},
    {"status", "[FOLDER | RUN]", 0, 1, "the runs that there were, or the nodes of one"},
    {"log", "RUN NODE", 2, 2, "what a node has printed"},
    {"graph", "FOLDER", 1, 1, "which node waits for which"},
    {"new", "FOLDER", 1, 1, "a folder with a workflow to begin with"},
    {"import", "SPEC [FOLDER]", 1, 2, "a FlowSpec of DataWorks as a folder of code"},
    {"export", "FOLDER TARGET", 2, 2, "the folder as a FlowSpec: x.json, x.yaml, or a folder"},
    {"schedule", "FOLDER", 1, 1, "runs the workflows in a folder when they are due"},
    {"worker", "", 0, 0, ""},
};

const Verb* FindVerb(std::string_view name) {
  const auto* found =
      std::ranges::find_if(kVerbFlags, [&](const Verb& verb) { return verb.name == name; });
  return found == std::end(kVerbFlags) ? nullptr : found;
}

Status SetFormatName(const std::string& value, FlowFlags& flags) {
  flags.format = ToLower(value);
  for (const std::string_view known : {"text", "dot", "svg", "json"}) {
    if (flags.format == known) return Status::Ok();
  }
  return script::Usage("--format knows text, json (check), dot and svg (graph)");
}

Status SetOutput(const std::string& value, FlowFlags& flags) {
  flags.events = EqualsIgnoreCase(value, "jsonl");
  if (flags.events || EqualsIgnoreCase(value, "text")) return Status::Ok();
  return script::Usage("--output does not know '" + value + "', there are text, jsonl");
}

Status SetBackfill(const std::string& value, FlowFlags& flags) {
  const size_t dots = value.find("..");
  flags.backfill_first = value.substr(0, dots);
  flags.backfill_last = dots == std::string::npos ? flags.backfill_first : value.substr(dots + 2);
  const auto first = variables::ReadBizdate(flags.backfill_first);
  const auto last = variables::ReadBizdate(flags.backfill_last);
  if (first.has_value() && last.has_value() && *first <= *last) return Status::Ok();
  return script::Usage("--backfill needs business dates such as 20260101..20260131, and not '" +
                       value + "'");
}

Status SetParallel(const std::string& value, FlowFlags& flags) {
  flags.parallel = WholeNumberOr(value, 0);
  if (flags.parallel >= 1 && flags.parallel <= nodes::kMostParallel) return Status::Ok();
  return script::Usage("--parallel needs a number from 1 to 1000");
}

template <auto member>
Status SetNodes(const std::string& value, FlowFlags& flags) {
  for (std::string& name : Split(value, ',')) {
    if (!name.empty()) (flags.*member).push_back(std::move(name));
  }
  return Status::Ok();
}

template <auto member, bool said = true>
Status Put(const std::string&, FlowFlags& flags) {
  flags.*member = said;
  return Status::Ok();
}

template <auto member>
Status Choose(const std::string& value, FlowFlags& flags) {
  flags.selection.*member = value;
  return Status::Ok();
}

struct FlowFlag {
  std::string_view name;
  std::string_view value;  // "" for none
  Status (*apply)(const std::string& value, FlowFlags& flags);
  std::string_view verbs;  // that know it
  std::string_view help;   // "": known only where the program starts itself
};

constexpr FlowFlag kFlowFlags[] = {
    {"--from", "NODE", Choose<&nodes::Selection::from>, "run", "this node and those after it"},
    {"--to", "NODE", Choose<&nodes::Selection::to>, "run", "this node and those before it"},
    {"--select", "NODES", Choose<&nodes::Selection::select>, "run",
     "'a b', '+a' with those before it, 'a+' with those after it, 'tag:daily'"},
    {"--backfill", "DAY..DAY", SetBackfill, "run", "a run for each of these business dates"},
    {"--parallel", "N", SetParallel, "run",
     "nodes at once (flow.yaml, else the cores); with --backfill days at once (1)"},
    {"--resume", "", Put<&FlowFlags::resume>, "run",
     "skips what the last run of the day has done, if nothing has changed"},
    {"--explain", "", Put<&FlowFlags::explain>, "run", "with --resume: why a node runs again"},
    {"--set-success", "NODES", SetNodes<&FlowFlags::succeeded>, "run",
     "these, separated by commas, count as done"},
    {"--freeze", "NODES", SetNodes<&FlowFlags::frozen>, "run",
     "these do not run, nor what waits for them"},
    {"--dry-run", "", Put<&FlowFlags::dry_run>, "run",
     "shows parameters and order, and runs nothing"},
    {"--beside", "", Put<&FlowFlags::beside>, "run", "though another run of it goes on"},
    {"--no-check-first", "", Put<&FlowFlags::check, false>, "run",
     "does not analyse the SQL before the first node"},
    {"--output", "NAME", SetOutput, "run", "text, or jsonl: an event a line for programs"},
    {"--once", "", Put<&FlowFlags::once>, "schedule", "runs what is due and ends"},
    {"--overwrite", "", Put<&FlowFlags::overwrite>, "export", "what is there already"},
    {"--quiet", "", Put<&FlowFlags::quiet>, "run", "says nothing of nodes that succeed"},
    {"--remote", "", Put<&FlowFlags::remote>, "run worker", ""},
    {"--format", "NAME", SetFormatName, "check graph", "text; json of check, dot and svg of graph"},
};

const FlowFlag* FindFlowFlag(std::string_view name) {
  const auto* found =
      std::ranges::find_if(kFlowFlags, [&](const FlowFlag& flag) { return flag.name == name; });
  return found == std::end(kFlowFlags) ? nullptr : found;
}

const script::Flag* FindCommon(std::string_view name) {
  for (const script::Flag& flag : script::FlagTable()) {
    if (name == flag.name || (!flag.letter.empty() && name == flag.letter)) return &flag;
  }
  return nullptr;
}

// The program's flags that `flow` takes.
constexpr std::string_view kCommon[] = {"--home",       "--project", "--user",    "--define",
                                        "--define-env", "--bizdate", "--cyctime", "--config"};

// Tells apart the words, the flags of `flow` and those of the program.
class Arguments {
 public:
  explicit Arguments(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  Result<FlowFlags> Read() {
    for (at_ = 0; at_ < arguments_.size(); ++at_) PAISQL_TRY(ReadOne());
    PAISQL_ASSIGN(flags_.common, script::ParseFlags(common_));
    if (flags_.help) return std::move(flags_);
    PAISQL_TRY(CheckUse());
    return std::move(flags_);
  }

 private:
  Status ReadOne() {
    const std::string& argument = arguments_[at_];
    if (!argument.starts_with('-') || argument == "-") {
      TakeWord(argument);
      return Status::Ok();
    }
    if (argument == "--help" || argument == "-h") {
      flags_.help = true;
      return Status::Ok();
    }
    const size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
    const std::string name = argument.substr(0, equals);
    if (const FlowFlag* flag = FindFlowFlag(name)) {
      std::string value;
      if (flag->value.empty()) {
        if (equals != std::string::npos) return script::Usage(name + " takes no value");
      } else {
        PAISQL_ASSIGN(value, ValueOf(name, equals));
      }
      used_.push_back(flag);
      return flag->apply(value, flags_);
    }
    const script::Flag* common = FindCommon(name);
    if (common == nullptr || std::ranges::find(kCommon, common->name) == std::end(kCommon)) {
      std::vector<std::string> names;
      for (const FlowFlag& flag : kFlowFlags) names.emplace_back(flag.name);
      const std::string near = DidYouMean(name, names);
      return script::Usage("flow does not know " + name + (near.empty() ? "" : "; " + near));
    }
    PAISQL_ASSIGN(std::string value, ValueOf(name, equals));
    common_.push_back(name);
    common_.push_back(std::move(value));
    return Status::Ok();
  }

  void TakeWord(const std::string& word) {
    if (!tool_) {
      tool_ = true;
    } else if (flags_.verb.empty()) {
      flags_.verb = word;
    } else {
      flags_.words.push_back(word);
    }
  }

  Result<std::string> ValueOf(const std::string& name, size_t equals) {
    if (equals != std::string::npos) return arguments_[at_].substr(equals + 1);
    if (at_ + 1 < arguments_.size()) return arguments_[++at_];
    return script::Usage(name + " needs a value");
  }

  Status CheckUse() const {
    const Verb* verb = FindVerb(flags_.verb);
    if (verb == nullptr) {
      std::vector<std::string> names;
      for (const Verb& one : kVerbFlags) {
        if (!one.help.empty()) names.emplace_back(one.name);
      }
      if (flags_.verb.empty()) return script::Usage("flow needs one of " + Join(names, ", "));
      const std::string near = DidYouMean(flags_.verb, names);
      return script::Usage("flow does not know '" + flags_.verb + "', there are " +
                           Join(names, ", ") + (near.empty() ? "" : "; " + near));
    }
    if (flags_.words.size() < verb->least || flags_.words.size() > verb->most) {
      return script::Usage("paisql flow " + std::string(verb->name) + " " +
                           std::string(verb->words));
    }
    for (const FlowFlag* flag : used_) {
      const std::vector<std::string> verbs = Split(flag->verbs, ' ');
      if (std::ranges::find(verbs, flags_.verb) == verbs.end()) {
        return script::Usage(std::string(flag->name) + " is for flow " + std::string(flag->verbs));
      }
    }
    if (flags_.explain && !flags_.resume) return script::Usage("--explain is for --resume");
    if (!flags_.backfill_first.empty() &&
        (!flags_.common.bizdate.empty() || !flags_.common.cyctime.empty())) {
      return script::Usage(
          "--backfill says the business dates: no --bizdate or --cyctime beside it");
    }
    return Status::Ok();
  }

  const std::vector<std::string>& arguments_;
  size_t at_ = 0;
  bool tool_ = false;  // the word `flow` has come
  std::vector<std::string> common_;
  std::vector<const FlowFlag*> used_;
  FlowFlags flags_;
};

}  // namespace

bool NamesFlow(const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with('-')) return argument == "flow";
    const script::Flag* flag = FindCommon(argument);
    if (flag != nullptr && !flag->value.empty()) ++i;
  }
  return false;
}

Result<FlowFlags> ParseFlowFlags(const std::vector<std::string>& arguments) {
  return Arguments(arguments).Read();
}

std::string FlowHelp() {
  std::string text = "usage: paisql flow VERB [flags]\n\n";
  const auto row = [&](std::string left, std::string_view help) {
    constexpr size_t kColumn = 28;
    left.resize(std::max(left.size() + 2, kColumn), ' ');
    text += left + std::string(help) + "\n";
  };
  for (const Verb& verb : kVerbFlags) {
    if (!verb.help.empty())
      row("  " + std::string(verb.name) + " " + std::string(verb.words), verb.help);
  }
  text += "\n";
  for (const FlowFlag& flag : kFlowFlags) {
    if (flag.help.empty()) continue;
    row("  " + std::string(flag.name) + (flag.value.empty() ? "" : " " + std::string(flag.value)),
        flag.help);
  }
  return text +
         "\n"
         "and --home, --project, --config, --define, --define-env, --bizdate and --cyctime of\n"
         "paisql --help. A run is named by its number, or `last`.\n"
         "Exit status: 0 done, 1 a node failed or something is wrong with the workflow, 2 wrong\n"
         "usage, 3 the environment is not usable, 130 interrupted.\n";
}

}  // namespace paisql::flow
