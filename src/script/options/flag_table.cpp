#include "script/options/flag_table.h"

#include <algorithm>

#include "base/text.h"
#include "base/whole_number.h"
#include "script/options/flag_rules.h"
#include "serving/settings/names.h"

namespace paisql::script {

namespace {

// A flag without a value that says yes or no.
template <auto member, bool said = true>
Status Put(const std::string&, Flags& flags) {
  flags.*member = said;
  return Status::Ok();
}

template <auto member>
auto& At(Flags& flags) {
  return flags.*member;
}
template <auto group, auto member>
auto& At(Flags& flags) {
  return flags.*group.*member;
}

// A flag whose value is kept as it is written.
template <auto... place>
Status Keep(const std::string& value, Flags& flags) {
  At<place...>(flags) = value;
  return Status::Ok();
}

// The same of a value that may not be empty.
template <const char* missing, auto... place>
Status KeepGiven(const std::string& value, Flags& flags) {
  return value.empty() ? Status(Usage(missing)) : Keep<place...>(value, flags);
}
constexpr char kNoHome[] = "--home needs a folder";
constexpr char kNoProject[] = "--project needs a name";
constexpr char kNoUser[] = "--user needs the name of a user of the project";
constexpr char kNoConfig[] = "--config needs a file";
constexpr char kNoModel[] = "--model needs the folder of a SavedModel";
constexpr char kNoProcessor[] = "--processor needs app.py, a library (.so) or a folder with one";
constexpr char kNoHostedProcessor[] = "--host-processor needs a library";
constexpr char kNoHost[] = "--host needs an address such as 127.0.0.1";
constexpr char kNoWarmUp[] = "--warm-up needs the file of a request";

// A flag with which the program starts itself to watch a job.
template <auto member>
Status Supervise(const std::string& value, Flags& flags) {
  flags.supervise = true;
  return Keep<&Flags::supervision, member>(value, flags);
}

Status AddStatements(const std::string& value, Flags& flags) {
  flags.inputs.push_back({false, value});
  return Status::Ok();
}

Status AddFile(const std::string& value, Flags& flags) {
  flags.inputs.push_back({true, value});
  return Status::Ok();
}

Status AddScriptFile(const std::string& value, Flags& flags) {
  flags.inputs.push_back({true, value, true});
  return Status::Ok();
}

struct LineageFormRow {
  std::string_view name;
  LineageForm form;
};

constexpr LineageFormRow kLineageForms[] = {{"text", LineageForm::kText},
                                            {"json", LineageForm::kJson},
                                            {"dot", LineageForm::kDot},
                                            {"svg", LineageForm::kSvg}};

std::optional<LineageForm> FindLineageForm(std::string_view name) {
  for (const LineageFormRow& row : kLineageForms) {
    if (EqualsIgnoreCase(name, row.name)) return row.form;
  }
  return std::nullopt;
}

Status SetFormatFlag(const std::string& value, Flags& flags) {
  // Whether it fits the tool is known at the end of the command line.
  flags.lineage_form = FindLineageForm(value);
  flags.format = render::FindFormat(value);
  if (flags.format.has_value() || flags.lineage_form.has_value()) return Status::Ok();
  const std::string near = DidYouMean(value, render::FormatNames());
  return Usage("--format does not know '" + value + "', there are " +
               Join(render::FormatNames(), ", ") + (near.empty() ? "" : "; " + near));
}

Status SetMachineReadable(const std::string&, Flags& flags) { return SetFormatFlag("csv", flags); }

std::vector<std::string> OutputNames() { return {"text", "jsonl"}; }

Status SetOutput(const std::string& value, Flags& flags) {
  if (!EqualsIgnoreCase(value, "text") && !EqualsIgnoreCase(value, "jsonl")) {
    return Usage("--output does not know '" + value + "', there are " + Join(OutputNames(), ", "));
  }
  flags.events = EqualsIgnoreCase(value, "jsonl");
  return Status::Ok();
}

Status ReadNumber(std::string_view flag, const std::string& value, size_t& number) {
  number = ParseNumber<size_t>(value).value_or(0);
  if (number > 0) return Status::Ok();
  return Usage(std::string(flag) + " needs the number of a statement, from 1");
}

Status SetFrom(const std::string& value, Flags& flags) {
  return ReadNumber("--from", value, flags.from);
}

Status SetClientFrom(const std::string& value, Flags& flags) {
  return ReadNumber("-k", value, flags.client_from);
}

Status Define(const std::string& value, Flags& flags) {
  return AddDefinition(value, flags.variables);
}

Status DefineFromEnvironment(const std::string& value, Flags& flags) {
  return AddEnvironment(value, flags.variables);
}

Status SetBizdate(const std::string& value, Flags& flags) {
  if (!variables::ReadBizdate(value)) {
    return Usage("--bizdate needs a day such as 20251031, and there is no '" + value + "'");
  }
  flags.bizdate = value;
  return Status::Ok();
}

Status SetCyctime(const std::string& value, Flags& flags) {
  if (!variables::ReadCyctime(value)) {
    return Usage("--cyctime needs a time such as 20251101023045");
  }
  flags.cyctime = value;
  return Status::Ok();
}

Status SetServiceName(const std::string& value, Flags& flags) {
  flags.serve.name = value;
  if (serving::IsServiceName(value)) return Status::Ok();
  return Usage("--name needs letters, digits, '_', '-' and '.', 128 at most");
}

Status SetPort(const std::string& value, Flags& flags) {
  constexpr int kHighestPort = 65535;
  flags.serve.port = WholeNumberOr(value, -1);
  if (flags.serve.port >= 0 && flags.serve.port <= kHighestPort) return Status::Ok();
  return Usage("--port needs a number from 0 to 65535; 0 is a free one");
}

Status SetOfService(const std::string& value, Flags& flags) {
  const size_t equals = value.find('=');
  if (equals == std::string::npos) return Usage("--set needs NAME=VALUE");
  const Status set = serving::SetServiceSetting(value.substr(0, equals), value.substr(equals + 1),
                                                flags.serve.settings);
  return set.ok() ? set : Status(Usage("--set: " + set.error().detail));
}

Status SetSinkTable(const std::string& value, Flags& flags) {
  flags.serve.log.table = value;
  if (serving::IsLogTable(value)) return Status::Ok();
  return Usage("--sink-table needs the name of a table, or project.table");
}

Status SetSample(const std::string& value, Flags& flags) {
  flags.serve.log.sample = ParseNumber<double>(value, 0, 1).value_or(0);
  if (flags.serve.log.sample > 0) return Status::Ok();
  return Usage("--sample needs a share above 0 and up to 1");
}

Status SetCompletion(const std::string& value, Flags& flags) {
  flags.completion = value;
  const std::vector<std::string> shells = CompletionShells();
  if (std::find(shells.begin(), shells.end(), value) != shells.end()) return Status::Ok();
  return Usage("--completion does not know '" + value + "', there are " + Join(shells, ", "));
}

Status Guard(const std::string& value, Flags& flags) {
  flags.supervise = true;
  flags.supervision.guarded = WholeNumberOr(value, 0);
  return flags.supervision.guarded > 0 ? Status::Ok() : Status(Usage("--guard needs a number"));
}

Status RunKernels(const std::string& /*value*/, Flags& flags) {
  flags.supervise = true;
  flags.supervision.kernels = true;
  return Status::Ok();
}

Status SetLeaseDescriptor(const std::string& value, Flags& flags) {
  const std::optional<int> descriptor = ParseNumber<int>(value);
  if (!descriptor.has_value()) return Usage("--lease-fd needs a number");
  flags.supervision.lease_descriptor = *descriptor;
  return Status::Ok();
}

Status SetOwnerDescriptor(const std::string& value, Flags& flags) {
  flags.owner_descriptor = WholeNumberOr(value, -1);
  return flags.owner_descriptor >= 0 ? Status::Ok() : Status(Usage("--owner-fd needs a number"));
}

Status SetModelVersion(const std::string& value, Flags& flags) {
  flags.serve.version = value;
  const bool digits = value.find_first_not_of("0123456789") == std::string::npos;
  return digits && !value.empty() ? Status::Ok() : Status(Usage("--model-version needs a number"));
}

constexpr Flag kFlags[] = {
    {"--home", "", "DIR", KeepGiven<kNoHome, &Flags::home>,
     "where tables, jobs and models are kept (PAISQL_HOME, else ~/.paisql)", Proposal::kFolders},
    {"--project", "", "NAME", KeepGiven<kNoProject, &Flags::project>,
     "the current project, made when it is new (default_project)", Proposal::kProjects},
    {"--user", "", "NAME", KeepGiven<kNoUser, &Flags::user>,
     "act as this user of the project, with its permissions (else as the owner)"},
    {"--execute", "-e", "SQL", AddStatements, "run statements; may be given several times"},
    {"--file", "-f", "FILE", AddFile, "run the statements of a file; - is standard input",
     Proposal::kFiles},
    {"--script", "-s", "FILE", AddScriptFile,
     "run a file as one script, whole or not at all; so is a file *.ms", Proposal::kFiles},
    {"--format", "", "NAME", SetFormatFlag,
     "auto, table, box, markdown, tsv, csv, json, jsonl, vertical or html", Proposal::kNames,
     render::FormatNames},
    {"--machine-readable", "-M", "", SetMachineReadable,
     "--format csv, by the name that the platform's client has for it"},
    {"--no-header", "", "", Put<&Flags::header, false>,
     "no line with the columns' names (tsv, csv)"},
    {"--no-banner", "", "", Put<&Flags::banner, false>, "the prompt begins without its two lines"},
    {"--define", "-d", "NAME=VALUE", Define, "the value of ${NAME}; may be given several times"},
    {"--define-env", "", "NAMES", DefineFromEnvironment,
     "the same from the environment: NAME,… or NAME=VARIABLE,…"},
    {"--bizdate", "", "DAY", SetBizdate,
     "the business date of ${bizdate} and ${yyyymmdd-1}, such as 20251031 (yesterday)"},
    {"--cyctime", "", "TIME", SetCyctime,
     "the scheduled time of $[hh24miss], such as 20251101023045"},
    {"--config", "", "FILE", KeepGiven<kNoConfig, &Flags::config>,
     "project and settings of odps_config.ini (PAISQL_CONFIG, else that of the home)",
     Proposal::kFiles},
    {"--no-init", "-X", "", Put<&Flags::init, false>, "a prompt does not run ~/.paisqlrc first"},
    {"--output", "", "NAME", SetOutput, "text, or jsonl: events for programs instead of rows",
     Proposal::kNames, OutputNames},
    {"--owner-fd", "", "N", SetOwnerDescriptor,
     "end as on SIGTERM when the other end of this pipe closes"},
    {"--check-first", "", "", Put<&Flags::check_first>,
     "analyse all statements before the first one runs, those of -e, too (default: files only)"},
    {"--no-check-first", "", "", Put<&Flags::check_first, false>,
     "parse files before, and do not analyse them"},
    {"--dry-run", "", "", Put<&Flags::dry_run>, "check, show what would run, and run nothing"},
    {"--keep-going", "", "", Put<&Flags::keep_going>, "continue after a failed statement"},
    {"--from", "", "N", SetFrom, "begin with statement N; SET, USE and their like before it run"},
    {"--skip-to", "-k", "N", SetClientFrom, "the same; N counts empty statements, too"},
    {"--echo", "", "", Put<&Flags::echo>, "show the text of each statement before it runs"},
    {"--quiet", "", "", Put<&Flags::quiet>, "do not announce the statements of files"},
    {"--column", "", "", Put<&Flags::columns>, "lineage reports each column, too"},
    {"--repair", "", "", Put<&Flags::repair>,
     "mend what verify finds, without removing what users stored"},
    {"--give-up-missing", "", "", Put<&Flags::give_up_missing>,
     "with --repair: tables go on without the data files that are missing"},
    {"--model", "", "DIR", KeepGiven<kNoModel, &Flags::serve, &ServeFlags::model>,
     "of serve: the folder of a SavedModel, or of its versions", Proposal::kFolders},
    {"--processor", "", "PATH", KeepGiven<kNoProcessor, &Flags::serve, &ServeFlags::processor>,
     "of serve: app.py, a library (.so) or a folder with one, which answers instead",
     Proposal::kFiles},
    {"--model-config", "", "TEXT", Keep<&Flags::serve, &ServeFlags::model_config>,
     "of serve: what a processor gets beside its --model"},
    {"--name", "", "NAME", SetServiceName, "of serve: the service's name (default: the folder's)"},
    {"--host", "", "ADDRESS", KeepGiven<kNoHost, &Flags::serve, &ServeFlags::host>,
     "of serve: where to listen (127.0.0.1)"},
    {"--port", "", "N", SetPort, "of serve: where to listen; 0 takes a free port (0)"},
    {"--token", "", "TEXT", Keep<&Flags::serve, &ServeFlags::token>,
     "of serve: what requests must carry (PAISQL_SERVE_TOKEN, else requests need none)"},
    {"--set", "", "NAME=VALUE", SetOfService,
     "of serve: a setting of docs/serving-http.md; may be given several times"},
    {"--warm-up", "", "FILE", KeepGiven<kNoWarmUp, &Flags::serve, &ServeFlags::warm_up>,
     "of serve: the body of a request that the model is warmed up with", Proposal::kFiles},
    {"--sink-table", "", "NAME", SetSinkTable,
     "of serve: the table of the home in which requests and answers are kept"},
    {"--sample", "", "SHARE", SetSample, "of serve: the share of requests that is kept (1)"},
    {"--completion", "", "SHELL", SetCompletion,
     "print what bash, zsh or fish reads to complete this command line", Proposal::kNames,
     CompletionShells},
    {"--man", "", "", Put<&Flags::manual>, "print the manual page: paisql --man | man -l -"},
    {"--help", "-h", "", Put<&Flags::help>, "list the flags"},
    {"--version", "-v", "", Put<&Flags::version>, "show the version"},
    {"--supervise", "", "DIR", Supervise<&Supervision::job_directory>, ""},
    {"--host-processor", "", "LIBRARY", KeepGiven<kNoHostedProcessor, &Flags::hosted_processor>,
     ""},
    {"--lease-fd", "", "N", SetLeaseDescriptor, ""},
    {"--guard", "", "PID", Guard, ""},
    {"--stream-writer", "", "DIR", Supervise<&Supervision::stream_job>, ""},
    {"--row-query", "", "DIR", Supervise<&Supervision::row_query_job>, ""},
    {"--kernels", "", "", RunKernels, ""},
    {"--serve-home", "", "DIR", Keep<&Flags::fleet, &FleetFlags::supervised_home>, ""},
    {"--front-home", "", "DIR", Keep<&Flags::fleet, &FleetFlags::front_home>, ""},
    {"--listen", "", "ADDRESS", Keep<&Flags::fleet, &FleetFlags::listen>, ""},
    {"--model-version", "", "N", SetModelVersion, ""},
};

constexpr Tool kTools[] = {
    {"check", &Flags::check, "reports all errors and warnings of scripts and runs nothing",
     kFileWords},
    {"lineage", &Flags::lineage,
     "tells which tables and columns scripts read and write, and runs nothing", kFileWords},
    {"verify", &Flags::verify, "looks for damage in a home"},
    {"catalog", &Flags::catalog, "tells where a home keeps its catalog, or moves it",
     "[URL|sqlite]"},
    {"serve", &Flags::serves, "answers predictions of a model over HTTP until it is ended"},
    {"eas", &Flags::eas, "creates, changes and shows services, as the platform's own client does"},
    {"doctor", &Flags::doctor, "shows what is missing on this machine, with the cure"},
};

}  // namespace

std::span<const Flag> FlagTable() { return kFlags; }

std::span<const Tool> ToolTable() { return kTools; }

Error Usage(std::string detail) { return {ErrorCode::kInvalidCommand, std::move(detail), {}, ""}; }

}  // namespace paisql::script
