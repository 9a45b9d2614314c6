#include "jobs/job/job_progress_file.h"

#include "jobs/files/files.h"
#include "jobs/files/json_file.h"
#include "jobs/spec/reading.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr int kProgressFormat = 4;

Json ProcessJson(const ProcessState& process) {
  const ProcessProgress& progress = process.progress;
  Json json = {{"role", progress.role},
               {"index", progress.index},
               {"state", progress.state},
               {"at", process.at},
               {"restarts", progress.restarts},
               {"address", process.address},
               {"started_ms", process.started_ms},
               {"ended_ms", process.ended_ms},
               {"was_at", process.was_at},
               {"exit", process.exit},
               {"rows_read", progress.rows_read},
               {"rows_written", progress.rows_written},
               {"bytes_read", progress.bytes_read},
               {"input_seconds", progress.input_seconds},
               {"read_seconds", progress.read_seconds},
               {"step_seconds", progress.step_seconds},
               {"wait_seconds", progress.wait_seconds},
               {"serves_at", progress.address},
               {"finished", progress.finished}};
  if (process.exit_status.has_value()) json["exit_status"] = *process.exit_status;
  if (progress.step.has_value()) json["step"] = *progress.step;
  if (progress.steps_per_second.has_value()) json["steps_per_second"] = *progress.steps_per_second;
  if (progress.loss.has_value()) json["loss"] = JsonOfNumber(*progress.loss);
  if (progress.loss_step.has_value()) json["loss_step"] = *progress.loss_step;
  return json;
}

template <typename Number>
std::optional<Number> NumberAt(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? std::nullopt : std::optional(found->get<Number>());
}

ProcessProgress ProgressOf(const Json& json) {
  ProcessProgress progress;
  progress.role = json.at("role");
  progress.index = json.at("index");
  progress.state = json.at("state");
  progress.restarts = json.at("restarts");
  progress.step = NumberAt<int64_t>(json, "step");
  progress.steps_per_second = NumberAt<double>(json, "steps_per_second");
  if (const auto loss = json.find("loss"); loss != json.end()) progress.loss = NumberOfJson(*loss);
  progress.loss_step = NumberAt<int64_t>(json, "loss_step");
  progress.rows_read = json.value("rows_read", int64_t{0});
  progress.rows_written = json.value("rows_written", int64_t{0});
  progress.bytes_read = json.value("bytes_read", int64_t{0});
  progress.input_seconds = json.value("input_seconds", 0.0);
  progress.read_seconds = json.value("read_seconds", 0.0);
  progress.step_seconds = json.value("step_seconds", 0.0);
  progress.wait_seconds = json.value("wait_seconds", 0.0);
  progress.address = json.value("serves_at", "");
  progress.finished = json.value("finished", false);
  return progress;
}

ProcessState StateOf(const Json& json) {
  ProcessState state;
  state.progress = ProgressOf(json);
  state.at = json.value("at", "");
  state.address = json.value("address", "");
  state.started_ms = json.value("started_ms", int64_t{0});
  state.ended_ms = json.value("ended_ms", int64_t{0});
  state.was_at = json.value("was_at", "");
  state.exit = json.value("exit", "");
  state.exit_status = NumberAt<int>(json, "exit_status");
  return state;
}

}  // namespace

Status WriteStates(const JobPlaces& places, const JobStates& states) {
  Json list = Json::array();
  for (const ProcessState& process : states.processes) list.push_back(ProcessJson(process));
  return WriteJson(places.ProcessesFile(),
                   {{"format", kProgressFormat},
                    {"waits_for", states.waits_for},
                    {"limits", states.limits},
                    {"elapsed_ms", states.elapsed_ms},
                    {"processes", list}},
                   NewFileKind::kOwnPassing);
}

std::optional<JobStates> ReadStates(const JobPlaces& places) {
  const Result<std::string> text = ReadFile(places.ProcessesFile());
  if (!text.ok()) return std::nullopt;
  const Json json = Json::parse(*text, nullptr, false);
  JobStates states;
  try {
    states.waits_for = json.value("waits_for", "");
    states.limits = json.value("limits", "");
    states.elapsed_ms = json.value("elapsed_ms", int64_t{0});
    for (const Json& process : json.at("processes")) states.processes.push_back(StateOf(process));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return states;
}

std::optional<JobProgress> ReadProgress(const JobPlaces& places) {
  std::optional<JobStates> states = ReadStates(places);
  if (!states.has_value()) return std::nullopt;
  JobProgress progress;
  progress.waits_for = std::move(states->waits_for);
  progress.limits = std::move(states->limits);
  progress.elapsed_ms = states->elapsed_ms;
  for (ProcessState& process : states->processes) {
    progress.processes.push_back(std::move(process.progress));
  }
  return progress;
}

void FillTotals(const JobProgress& progress, store::Job* job) {
  job->rows_read = 0;
  job->rows_written = 0;
  const Reading reading = ReadingOf(progress);
  job->bytes_read = reading.bytes;
  job->read_ms = reading.read_ms;
  job->step_ms = reading.step_ms;
  job->wait_ms = reading.wait_ms;
  for (const ProcessProgress& process : progress.processes) {
    job->rows_read += process.rows_read;
    job->rows_written += process.rows_written;
    if (process.role != "worker" || process.index != 0) continue;
    job->steps = process.step;
    job->loss = process.loss;
    job->loss_step = process.loss_step;
  }
}

}  // namespace paisql::jobs
