// The facts of a job of PAI.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "console/logview/flow_graph.h"
#include "console/logview/instance_facts.h"
#include "console/logview/instance_row.h"
#include "console/logview/numbers.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/job_progress_file.h"
#include "jobs/job/past_job.h"
#include "jobs/spec/job_outcome.h"
#include "jobs/spec/reading.h"
#include "oss/bucket.h"

namespace paisql::console {

namespace {

using jobs::JobPlaces;
using nlohmann::json;

constexpr size_t kMostTables = 1000;

// A manifest of the job's folder; null where it cannot be read.
json ReadManifest(const std::string& path) {
  const Result<std::string> text = ReadFile(path);
  if (!text.ok()) return {};
  json manifest = json::parse(*text, nullptr, false);
  return manifest.is_object() ? manifest : json();
}

// "project.table" as lists of tables name it.
std::string TableName(const json& manifest) {
  return manifest.value("project", "") + "." + manifest.value("table", "");
}

json InputsJson(const JobPlaces& places) {
  json list = json::array();
  for (size_t i = 0; i < kMostTables; ++i) {
    const json manifest = ReadManifest(places.InputFile(i));
    if (manifest.is_null()) break;
    const bool is_query = manifest.value("query", false);
    json input = {{"table", is_query ? "" : TableName(manifest)},
                  {"url", manifest.value("url", "")},
                  {"is_query", is_query}};
    if (manifest.contains("rows")) input["rows"] = manifest["rows"];
    if (manifest.contains("partitions")) input["partitions"] = manifest["partitions"].size();
    if (manifest.contains("files")) input["files"] = manifest["files"].size();
    list.push_back(std::move(input));
  }
  return list;
}

// Rows of several outputs are known together only.
json OutputsJson(const JobPlaces& places, const store::Job& job) {
  json list = json::array();
  for (size_t i = 0; i < kMostTables; ++i) {
    const json manifest = ReadManifest(places.OutputFile(i));
    if (manifest.is_null()) break;
    list.push_back({{"table", TableName(manifest)}, {"url", manifest.value("url", "")}});
  }
  if (list.size() == 1) list[0]["rows"] = job.rows_written;
  const json model = ReadManifest(places.ModelFile());
  if (!model.is_null()) {
    list.push_back({{"table", ""}, {"model", model.value("name", "")}});
  }
  return list;
}

// "pid 4711" has a number; the name of a pod has none.
json PidOf(const std::string& at) {
  constexpr std::string_view kPid = "pid ";
  if (!at.starts_with(kPid)) return {};
  const auto pid = ParseNumber<int64_t>(std::string_view(at).substr(kPid.size()));
  return pid.has_value() ? json(*pid) : json();
}

json ProcessJson(const jobs::ProcessState& process) {
  const jobs::ProcessProgress& told = process.progress;
  const bool is_local = process.was_at.empty() || !PidOf(process.was_at).is_null();
  json facts = {{"role", told.role},
                {"index", told.index},
                {"state", told.state},
                {"host", is_local ? "" : process.was_at},
                {"pid", PidOf(process.was_at)},
                {"address", process.address},
                {"started_ms", process.started_ms},
                {"ended_ms", process.ended_ms},
                {"restarts", told.restarts},
                {"exit", process.exit},
                {"step", NumberJson(told.step)},
                {"steps_per_second", NumberJson(told.steps_per_second)},
                {"loss", NumberJson(told.loss)},
                {"rows_read", told.rows_read},
                {"rows_written", told.rows_written},
                {"bytes_read", told.bytes_read},
                {"serves_at", told.address},
                {"finished", told.finished}};
  facts["exit_status"] = process.exit_status.has_value() ? json(*process.exit_status) : json();
  return facts;
}

struct ProcessName {
  std::string role;
  int index = 0;
};

// "worker-1"; a name without a number is of the number 0.
ProcessName NameOf(const std::string& process) {
  const size_t dash = process.rfind('-');
  if (dash == std::string::npos) return {process, 0};
  return {process.substr(0, dash), WholeNumberOr(process.substr(dash + 1), 0)};
}

json LogsJson(const JobPlaces& places) {
  json list = json::array();
  const auto logs = jobs::ListLogs(places.LogFolder());
  if (!logs.ok()) return list;
  for (const jobs::LogFiles& log : *logs) {
    const ProcessName name = NameOf(log.process);
    int64_t bytes = 0;
    for (const std::string& path : log.paths) {
      std::error_code code;
      const auto size = std::filesystem::file_size(path, code);
      if (!code) bytes += static_cast<int64_t>(size);
    }
    list.push_back({{"role", name.role}, {"index", name.index}, {"bytes", bytes}});
  }
  std::sort(list.begin(), list.end(), [](const json& one, const json& other) {
    return std::pair(one["role"], one["index"]) < std::pair(other["role"], other["index"]);
  });
  return list;
}

json JobHistoryJson(const store::Job& job, const json& processes) {
  json history = json::array({{{"state", "waiting"}, {"at_ms", job.created_ms}}});
  if (job.started_ms != 0) {
    history.push_back({{"state", "running"}, {"at_ms", job.started_ms}});
  }
  for (const json& process : processes) {
    const std::string name =
        process["role"].get<std::string>() + " " + std::to_string(process["index"].get<int>());
    if (process["started_ms"].get<int64_t>() != 0) {
      history.push_back(
          {{"state", "started"}, {"at_ms", process["started_ms"]}, {"process", name}});
    }
    if (process["ended_ms"].get<int64_t>() != 0) {
      history.push_back({{"state", "ended"},
                         {"at_ms", process["ended_ms"]},
                         {"process", name},
                         {"text", process["exit"]}});
    }
  }
  if (jobs::HasEnded(job.state)) {
    history.push_back({{"state", StateWord(job.state)}, {"at_ms", job.ended_ms}});
  }
  std::stable_sort(history.begin(), history.end(), [](const json& one, const json& other) {
    return one["at_ms"].get<int64_t>() < other["at_ms"].get<int64_t>();
  });
  return history;
}

// The job between its tables, and the roles of its processes within it.
json JobGraphJson(const store::Job& job, const json& facts) {
  FlowGraph graph;
  const std::string stage =
      graph.AddStage(job.name.empty() ? "PAI" : job.name, {{"state", facts["state"]},
                                                           {"started_ms", job.started_ms},
                                                           {"ended_ms", job.ended_ms},
                                                           {"rows_read", job.rows_read},
                                                           {"bytes_read", job.bytes_read},
                                                           {"rows_written", job.rows_written}});
  const auto title = [](const json& table) {
    const std::string name = table["table"].get<std::string>();
    return name.empty() ? table.value("url", table.value("model", "")) : name;
  };
  for (const json& input : facts["inputs"]) {
    graph.Reads(stage, title(input), {{"rows", input.value("rows", json())}});
  }
  for (const json& output : facts["outputs"]) {
    graph.Writes(stage, title(output), {{"rows", output.value("rows", json())}});
  }
  return graph.Json();
}

json ExitJson(const JobPlaces& places, const store::Job& job) {
  if (!jobs::HasEnded(job.state)) return {};
  json exit = {{"message", Redact(job.message)}, {"cure", ""}, {"exit_status", nullptr}};
  const std::optional<jobs::JobOutcome> outcome = jobs::ReadResult(places);
  if (outcome.has_value()) {
    exit["exit_status"] = outcome->exit_status;
    exit["cure"] = outcome->cure;
    const std::string file = std::filesystem::path(outcome->log_path).stem();
    const ProcessName name = NameOf(file);
    if (!file.empty()) exit["log"] = {{"role", name.role}, {"index", name.index}};
  } else if (job.state == store::JobState::kSucceeded) {
    exit["exit_status"] = 0;
  }
  return exit;
}

// A TensorBoard that runs and shows the folder; "" without one.
std::string BoardOf(const std::string& folder, const Asked& asked) {
  constexpr int64_t kLookedAt = 200;
  if (folder.empty()) return "";
  store::JobFilter newest;
  newest.limit = kLookedAt;
  newest.pai_only = true;
  const auto found = asked.jobs.catalog->ListJobs(asked.job->project, newest);
  for (const store::Job& job : found.ok() ? *found : std::vector<store::Job>()) {
    if (jobs::HasEnded(job.state)) continue;
    const auto parameters = jobs::ParametersOf(job);
    const auto shown = parameters.find("summaryDir");
    if (shown == parameters.end() || shown->second != folder) continue;
    const jobs::JobProgress progress = asked.jobs.service->Progress(job.id);
    for (const jobs::ProcessProgress& process : progress.processes) {
      if (!process.address.empty()) return process.address;
    }
  }
  return "";
}

json BoardJson(const rest::Call& call, const Asked& asked) {
  const SummaryFolders found = FindSummaryFolders(asked, call.user.empty());
  if (found.shown.empty()) return {};
  return {{"folder", found.shown},
          {"address", BoardOf(found.shown, asked)},
          {"command", "PAI -name tensorboard -DsummaryDir='" + found.shown + "';"}};
}

// The part that is done, by the steps that are expected.
std::optional<double> StepsFraction(const store::Job& job, jobs::JobService& service) {
  if (job.state != store::JobState::kRunning || !job.steps.has_value()) return std::nullopt;
  const auto expected = service.ExpectedSteps(job.id);
  if (!expected.has_value() || expected->steps <= 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(*job.steps) / static_cast<double>(expected->steps));
}

// A value of a job that may name a folder of summaries.
struct GivenFolder {
  std::string text;
  bool is_parameter = false;  // of the statement, which was checked for its user's rights
};

std::vector<GivenFolder> GivenFolders(const json& job_file) {
  std::vector<GivenFolder> all;
  if (job_file.is_null()) return all;
  const json parameters = job_file.value("parameters", json::object());
  for (const char* const name : {"checkpointDir", "summaryDir", "logDir", "modelDir"}) {
    if (parameters.contains(name)) all.push_back({parameters[name].get<std::string>(), true});
  }
  for (const char* const list : {"arguments", "user_arguments"}) {
    for (const json& word : job_file.value(list, json::array())) {
      const std::string text = word.get<std::string>();
      const size_t equals = text.find('=');
      all.push_back({equals == std::string::npos ? text : text.substr(equals + 1)});
    }
  }
  return all;
}

// What of the machine may be looked at for the one who asks.
struct SummaryReach {
  std::string work_folder;
  const store::Home& home;
  bool is_owner = false;
};

// Whatever links and ".." say.
bool IsWithin(const std::string& folder, const std::string& root) {
  std::error_code code;
  const auto whole = std::filesystem::weakly_canonical(folder, code);
  const auto from = std::filesystem::weakly_canonical(root, code);
  const auto relative = whole.lexically_relative(from);
  return !code && !relative.empty() && *relative.begin() != "..";
}

// nullopt for what names no folder, or one that is not for who asks: others than the owner see
// what lies in the job's own folder, and in the buckets of its statement.
std::optional<std::string> FolderOf(const GivenFolder& given, const SummaryReach& reach) {
  if (given.text.empty() || given.text.starts_with("odps://")) return std::nullopt;
  std::string folder = given.text;
  std::string root = reach.work_folder;
  if (given.text.starts_with("oss://")) {
    if (!given.is_parameter && !reach.is_owner) return std::nullopt;
    const auto url = oss::ParseOssUrl(given.text);
    if (!url.ok()) return std::nullopt;
    folder = oss::LocalPath(reach.home, *url);
    root = oss::LocalPath(reach.home, {url->bucket, "", true});
  } else if (given.text.front() != '/') {
    folder = reach.work_folder + "/" + given.text;
  }
  std::error_code code;
  if (!std::filesystem::is_directory(folder, code)) return std::nullopt;
  if (!reach.is_owner && !IsWithin(folder, root)) return std::nullopt;
  return folder;
}

}  // namespace

json PairsJson(const std::map<std::string, std::string>& pairs) {
  json list = json::array();
  for (const auto& [name, value] : pairs) {
    list.push_back(json::array({name, RedactValue(name, value)}));
  }
  return list;
}

json ProcessesJson(const Asked& asked) {
  const JobPlaces places{asked.Directory()};
  json processes = json::array();
  const std::optional<jobs::JobStates> states = jobs::ReadStates(places);
  if (states.has_value()) {
    for (const jobs::ProcessState& one : states->processes) processes.push_back(ProcessJson(one));
  }
  return {{"processes", std::move(processes)}, {"logs", LogsJson(places)}};
}

SummaryFolders FindSummaryFolders(const Asked& asked, bool is_owner) {
  const JobPlaces places{asked.Directory()};
  const SummaryReach reach{places.WorkFolder(), asked.jobs.catalog->home(), is_owner};
  SummaryFolders found;
  for (const GivenFolder& given : GivenFolders(ReadManifest(places.JobFile()))) {
    const std::optional<std::string> folder = FolderOf(given, reach);
    if (!folder.has_value()) continue;
    const bool is_bucket = given.text.starts_with("oss://");
    if (found.shown.empty()) found.shown = is_bucket ? given.text : *folder;
    found.folders.push_back(*folder);
  }
  found.folders.push_back(places.WorkFolder());
  return found;
}

Result<json> JobFacts(const rest::Call& call, const Asked& asked) {
  const store::Job& job = *asked.job;
  const JobPlaces places{asked.Directory()};
  json facts = RowJson(RowOf(job), false);
  facts.update(ProcessesJson(asked));
  facts["progress"] = NumberJson(StepsFraction(job, *asked.jobs.service));
  const jobs::JobProgress progress = asked.jobs.service->Progress(job.id);
  facts["waits_for"] = job.state == store::JobState::kWaiting ? progress.waits_for : "";
  facts["limits"] = progress.limits;
  facts["inputs"] = InputsJson(places);
  facts["outputs"] = OutputsJson(places, job);
  facts["rows_read"] = job.rows_read;
  facts["rows_written"] = job.rows_written;
  facts["reading"] = jobs::ReadingText(jobs::ReadingOf(job));
  facts["graph"] = JobGraphJson(job, facts);
  facts["history"] = JobHistoryJson(job, facts["processes"]);
  facts["parameters"] = PairsJson(jobs::ParametersOf(job));
  const jobs::PastJob past = jobs::ReadCircumstances(places.directory);
  facts["settings"] = PairsJson(past.settings.value_or(std::map<std::string, std::string>()));
  facts["exit"] = ExitJson(places, job);
  facts["board"] = BoardJson(call, asked);
  std::error_code code;
  facts["folder_gone"] = !std::filesystem::exists(places.JobFile(), code);
  if (call.user.empty()) facts["folder"] = places.directory;
  return facts;
}

}  // namespace paisql::console
