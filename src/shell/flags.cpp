#include "shell/flags.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "shell/definitions.h"
#include "shell/flag_rules.h"
#include "shell/manual/completion_script.h"
#include "training/supervise/supervisor.h"

namespace paisql::shell {

namespace {

using Apply = Status (*)(const std::string& value, Flags& flags);

Error Usage(std::string detail) { return {ErrorCode::kInvalidCommand, std::move(detail), {}, ""}; }

Status SetHome(const std::string& value, Flags& flags) {
  if (value.empty()) return Usage("--home wants a folder");
  flags.home = value;
  return Status::Ok();
}

Status SetProject(const std::string& value, Flags& flags) {
  if (value.empty()) return Usage("--project wants a name");
  flags.project = value;
  return Status::Ok();
}

Status AddStatements(const std::string& value, Flags& flags) {
  flags.inputs.push_back({false, value});
  return Status::Ok();
}

Status AddFile(const std::string& value, Flags& flags) {
  flags.inputs.push_back({true, value});
  return Status::Ok();
}

Status SetFormat(const std::string& value, Flags& flags) {
  flags.format = FindFormat(value);
  if (flags.format.has_value()) return Status::Ok();
  const std::string near = DidYouMean(value, FormatNames());
  return Usage("--format does not know '" + value + "', there are " + Join(FormatNames(), ", ") +
               (near.empty() ? "" : "; " + near));
}

std::vector<std::string> OutputNames() { return {"text", "jsonl"}; }

Status SetOutput(const std::string& value, Flags& flags) {
  if (!EqualsIgnoreCase(value, "text") && !EqualsIgnoreCase(value, "jsonl")) {
    return Usage("--output does not know '" + value + "', there are " + Join(OutputNames(), ", "));
  }
  flags.events = EqualsIgnoreCase(value, "jsonl");
  return Status::Ok();
}

Status CheckFirst(const std::string&, Flags& flags) {
  flags.check_first = true;
  return Status::Ok();
}

Status NoCheckFirst(const std::string&, Flags& flags) {
  flags.check_first = false;
  return Status::Ok();
}

Status DryRun(const std::string&, Flags& flags) {
  flags.dry_run = true;
  return Status::Ok();
}

Status KeepGoing(const std::string&, Flags& flags) {
  flags.keep_going = true;
  return Status::Ok();
}

Status Echo(const std::string&, Flags& flags) {
  flags.echo = true;
  return Status::Ok();
}

Status Quiet(const std::string&, Flags& flags) {
  flags.quiet = true;
  return Status::Ok();
}

Status ReadNumber(std::string_view flag, const std::string& value, size_t& number) {
  const char* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end && number > 0) return Status::Ok();
  return Usage(std::string(flag) + " wants the number of a statement, from 1");
}

Status SetFrom(const std::string& value, Flags& flags) {
  return ReadNumber("--from", value, flags.from);
}

Status SetClientFrom(const std::string& value, Flags& flags) {
  return ReadNumber("-k", value, flags.client_from);
}

Status NoHeader(const std::string&, Flags& flags) {
  flags.header = false;
  return Status::Ok();
}

Status NoBanner(const std::string&, Flags& flags) {
  flags.banner = false;
  return Status::Ok();
}

Status Repair(const std::string&, Flags& flags) {
  flags.repair = true;
  return Status::Ok();
}

Status GiveUpMissing(const std::string&, Flags& flags) {
  flags.give_up_missing = true;
  return Status::Ok();
}

Status Define(const std::string& value, Flags& flags) {
  return AddDefinition(value, flags.variables);
}

Status DefineFromEnvironment(const std::string& value, Flags& flags) {
  return AddEnvironment(value, flags.variables);
}

Status SetBizdate(const std::string& value, Flags& flags) {
  if (!variables::ReadBizdate(value)) return Usage("--bizdate wants a day such as 20251031");
  flags.bizdate = value;
  return Status::Ok();
}

Status SetCyctime(const std::string& value, Flags& flags) {
  if (!variables::ReadCyctime(value)) {
    return Usage("--cyctime wants a time such as 20251101023045");
  }
  flags.cyctime = value;
  return Status::Ok();
}

Status SetConfig(const std::string& value, Flags& flags) {
  if (value.empty()) return Usage("--config wants a file");
  flags.config = value;
  return Status::Ok();
}

Status NoInit(const std::string&, Flags& flags) {
  flags.init = false;
  return Status::Ok();
}

Status ShowHelp(const std::string&, Flags& flags) {
  flags.help = true;
  return Status::Ok();
}

Status ShowVersion(const std::string&, Flags& flags) {
  flags.version = true;
  return Status::Ok();
}

Status SetCompletion(const std::string& value, Flags& flags) {
  flags.completion = value;
  const std::vector<std::string> shells = CompletionShells();
  if (std::find(shells.begin(), shells.end(), value) != shells.end()) return Status::Ok();
  return Usage("--completion does not know '" + value + "', there are " + Join(shells, ", "));
}

Status ShowManual(const std::string&, Flags& flags) {
  flags.manual = true;
  return Status::Ok();
}

Status Supervise(const std::string& value, Flags& flags) {
  flags.supervise = true;
  flags.supervision.job_directory = value;
  return Status::Ok();
}

Status Guard(const std::string& value, Flags& flags) {
  flags.supervise = true;
  const char* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, flags.supervision.guarded);
  return read.ec == std::errc() && read.ptr == end && flags.supervision.guarded > 0
             ? Status::Ok()
             : Status(Usage("--guard wants a number"));
}

Status SetLeaseDescriptor(const std::string& value, Flags& flags) {
  const char* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, flags.supervision.lease_descriptor);
  return read.ec == std::errc() && read.ptr == end ? Status::Ok()
                                                   : Status(Usage("--lease-fd wants a number"));
}

struct Flag {
  std::string_view name;
  std::string_view letter;  // "" for none
  std::string_view value;   // "" for a flag without a value
  Apply apply;
  std::string_view help;  // "": known only where the program starts itself
  Proposal proposal = Proposal::kNothing;
  std::vector<std::string> (*names)() = nullptr;  // of Proposal::kNames
};

constexpr Flag kFlags[] = {
    {"--home", "", "DIR", SetHome,
     "where tables, jobs and models are kept (PAISQL_HOME, else ~/.paisql)", Proposal::kFolders},
    {"--project", "", "NAME", SetProject,
     "the current project, made when it is new (default_project)", Proposal::kProjects},
    {"--execute", "-e", "SQL", AddStatements, "run statements; may be given several times"},
    {"--file", "-f", "FILE", AddFile, "run the statements of a file; - is standard input",
     Proposal::kFiles},
    {"--format", "", "NAME", SetFormat,
     "auto, table, box, markdown, tsv, csv, json, jsonl, vertical or html", Proposal::kNames,
     FormatNames},
    {"--no-header", "", "", NoHeader, "no line with the columns' names (tsv, csv)"},
    {"--no-banner", "", "", NoBanner, "the prompt begins without its two lines"},
    {"--define", "-d", "NAME=VALUE", Define, "what ${NAME} stands for; may be given several times"},
    {"--define-env", "", "NAMES", DefineFromEnvironment,
     "the same from the environment: NAME,… or NAME=VARIABLE,…"},
    {"--bizdate", "", "DAY", SetBizdate,
     "the business date of ${bizdate} and ${yyyymmdd-1}, such as 20251031 (yesterday)"},
    {"--cyctime", "", "TIME", SetCyctime,
     "the scheduled time of $[hh24miss], such as 20251101023045"},
    {"--config", "", "FILE", SetConfig,
     "project and settings of odps_config.ini (PAISQL_CONFIG, else that of the home)",
     Proposal::kFiles},
    {"--no-init", "-X", "", NoInit, "a prompt does not run ~/.paisqlrc first"},
    {"--output", "", "NAME", SetOutput, "text, or jsonl: events for programs instead of rows",
     Proposal::kNames, OutputNames},
    {"--check-first", "", "", CheckFirst,
     "analyse all statements before the first one runs, those of -e, too (default: files only)"},
    {"--no-check-first", "", "", NoCheckFirst, "parse files before, and do not analyse them"},
    {"--dry-run", "", "", DryRun, "check, show what would run, and run nothing"},
    {"--keep-going", "", "", KeepGoing, "run on behind statements that fail"},
    {"--from", "", "N", SetFrom, "begin with statement N; SET, USE and their like before it run"},
    {"--skip-to", "-k", "N", SetClientFrom, "the same; N counts empty statements, too"},
    {"--echo", "", "", Echo, "show the text of each statement before it runs"},
    {"--quiet", "", "", Quiet, "do not announce the statements of files"},
    {"--repair", "", "", Repair, "mend what verify finds, without removing what users stored"},
    {"--give-up-missing", "", "", GiveUpMissing,
     "with --repair: tables go on without the data files that are missing"},
    {"--completion", "", "SHELL", SetCompletion,
     "print what bash, zsh or fish reads to complete this command line", Proposal::kNames,
     CompletionShells},
    {"--man", "", "", ShowManual, "print the manual page: paisql --man | man -l -"},
    {"--help", "-h", "", ShowHelp, "list the flags"},
    {"--version", "-v", "", ShowVersion, "show the version"},
    {"--supervise", "", "DIR", Supervise, ""},
    {"--lease-fd", "", "N", SetLeaseDescriptor, ""},
    {"--guard", "", "PID", Guard, ""},
};

const Flag* FindFlag(std::string_view name) {
  const bool starts_itself = std::getenv(training::kReadyVariable) != nullptr;
  for (const Flag& flag : kFlags) {
    if (flag.help.empty() && !starts_itself) continue;
    if (name == flag.name || (!flag.letter.empty() && name == flag.letter)) return &flag;
  }
  return nullptr;
}

// What the program does instead of running statements: the first bare word of the command line.
struct Tool {
  std::string_view name;
  bool Flags::*chosen;
  std::string_view help;
  bool takes_files = false;
};

constexpr Tool kTools[] = {
    {"check", &Flags::check, "reports all errors and warnings of scripts and runs nothing", true},
    {"verify", &Flags::verify, "looks for what is damaged in a home"},
    {"doctor", &Flags::doctor, "tells what is missing on this machine, with the cure"},
};

// False when the argument names none, or one is chosen already.
bool ChooseTool(std::string_view argument, Flags& flags) {
  for (const Tool& tool : kTools) {
    if (flags.*tool.chosen) return false;
  }
  for (const Tool& tool : kTools) {
    if (argument == tool.name) return flags.*tool.chosen = true;
  }
  return false;
}

}  // namespace

Result<Flags> ParseFlags(const std::vector<std::string>& arguments) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (ChooseTool(argument, flags)) continue;
    if (flags.check && (argument == "-" || !argument.starts_with('-'))) {
      flags.inputs.push_back({true, argument});
      continue;
    }
    const bool is_long = argument.starts_with("--");
    const size_t equals = is_long ? argument.find('=') : std::string::npos;
    const Flag* flag = FindFlag(std::string_view(argument).substr(0, equals));
    if (flag == nullptr) {
      if (!argument.starts_with('-')) {
        return Usage("unexpected argument '" + argument +
                     "'; statements go behind -e, files behind -f");
      }
      const std::string near = DidYouMean(argument, FlagNames());
      return Usage("unknown flag " + argument + (near.empty() ? "" : "; " + near));
    }
    std::string value;
    if (flag->value.empty()) {
      if (equals != std::string::npos) return Usage(std::string(flag->name) + " takes no value");
    } else if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    } else {
      return Usage(argument + " wants a value");
    }
    PAISQL_TRY(flag->apply(value, flags));
  }
  PAISQL_TRY(CheckFlagUse(flags));
  return flags;
}

std::string HelpText() {
  std::string text =
      "usage: paisql [flags]\n"
      "       paisql check [--home DIR] [--project NAME] [--format json] FILE...\n"
      "       paisql verify [--home DIR] [--repair [--give-up-missing]]\n"
      "       paisql doctor [--home DIR] [--config FILE] [--format json]\n"
      "\n"
      "Runs MaxCompute SQL and PAI statements. With neither -e nor -f it reads statements from a\n"
      "prompt, or from standard input when that is no terminal. `check` reports all errors and\n"
      "warnings of scripts and runs nothing. `verify` looks for what is damaged in a home.\n"
      "`doctor` tells what this machine has and lacks for SQL and training, and the cures.\n"
      "\n";
  for (const Flag& flag : kFlags) {
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
  for (const Flag& flag : kFlags) {
    if (!flag.help.empty()) names.emplace_back(flag.name);
  }
  return names;
}

std::vector<FlagRow> FlagRows() {
  std::vector<FlagRow> rows;
  for (const Flag& flag : kFlags) {
    if (flag.help.empty()) continue;
    rows.push_back({flag.name, flag.letter, flag.value, flag.help, flag.proposal,
                    flag.names != nullptr ? flag.names() : std::vector<std::string>{}});
  }
  return rows;
}

std::vector<ToolRow> ToolRows() {
  std::vector<ToolRow> rows;
  for (const Tool& tool : kTools) rows.push_back({tool.name, tool.help, tool.takes_files});
  return rows;
}

}  // namespace paisql::shell
