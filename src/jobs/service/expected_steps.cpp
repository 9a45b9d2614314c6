#include "jobs/service/expected_steps.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/files/files.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/past_job.h"
#include "jobs/service/job_service.h"

namespace paisql::jobs {

namespace {

// How many jobs of a project are looked at.
constexpr int64_t kHistory = 100;
constexpr int64_t kMostSteps = int64_t{1} << 50;

// Without dashes, and with _ for -.
constexpr std::string_view kStepFlags[] = {
    "steps",           "train_steps",     "training_steps",  "max_steps",   "max_step",
    "num_steps",       "total_steps",     "num_train_steps", "iterations",  "max_train_steps",
    "num_iterations",  "max_iterations",  "max_iter",        "train_iters", "n_steps",
    "train_max_steps", "train_steps_num",
};
constexpr std::string_view kEpochFlags[] = {"epochs",       "epoch",   "num_epochs",
                                            "train_epochs", "n_epoch", "num_train_epochs",
                                            "max_epochs",   "n_epochs"};
constexpr std::string_view kBatchFlags[] = {"batch_size", "train_batch_size", "batchsize"};

template <size_t size>
bool IsOneOf(const std::string_view (&names)[size], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// "train_steps" of "--train-steps"; "" of a word that is not a flag.
std::string FlagName(std::string_view word) {
  if (!word.starts_with('-')) return "";
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string name = ToLower(word);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// How many rows the job's first input has; 0 without one.
int64_t RowsOfInput(const JobPlaces& places) {
  const Result<std::string> text = ReadFile(places.InputFile(0));
  if (!text.ok()) return 0;
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return 0;
  const auto rows = json.find("rows");
  return rows != json.end() && rows->is_number_integer() ? rows->get<int64_t>() : 0;
}

std::string ScriptOf(const store::Job& job) {
  const std::map<std::string, std::string> parameters = ParametersOf(job);
  const auto text = [&](const char* name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? std::string() : found->second;
  };
  const std::string script = text("script");
  return script.empty() ? "" : script + "\n" + text("entryFile");
}

bool IsSuchAJob(const store::Job& job, const store::Job& other) {
  if (!job.name.empty() || !other.name.empty()) return job.name == other.name;
  const std::string script = ScriptOf(job);
  return !script.empty() && script == ScriptOf(other);
}

}  // namespace

std::optional<ExpectedSteps> StepsOfFlags(const std::vector<std::string>& words, int64_t rows) {
  std::optional<int64_t> steps;
  std::optional<int64_t> epochs;
  std::optional<int64_t> batch;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const size_t equals = word.find('=');
    const std::string name = FlagName(word.substr(0, equals));
    if (name.empty()) continue;
    std::string_view value;
    if (equals != std::string_view::npos) {
      value = word.substr(equals + 1);
    } else if (i + 1 < words.size()) {
      value = words[i + 1];
    }
    const std::optional<int64_t> number = ParseNumber<int64_t>(value, 1, kMostSteps);
    if (!number.has_value()) continue;
    if (IsOneOf(kStepFlags, name)) steps = number;
    if (IsOneOf(kEpochFlags, name)) epochs = number;
    if (IsOneOf(kBatchFlags, name)) batch = number;
  }
  if (steps.has_value()) return ExpectedSteps{*steps, false};
  if (!epochs.has_value() || !batch.has_value() || rows <= 0) return std::nullopt;
  const int64_t each = (rows + *batch - 1) / *batch;
  if (*epochs > kMostSteps / each) return std::nullopt;
  return ExpectedSteps{*epochs * each, true};
}

std::optional<ExpectedSteps> StepsOfHistory(const store::Job& job,
                                            const std::vector<store::Job>& newest) {
  for (const store::Job& other : newest) {
    if (other.id == job.id || other.state != store::JobState::kSucceeded) continue;
    if (other.steps.value_or(0) <= 0 || !IsSuchAJob(job, other)) continue;
    return ExpectedSteps{*other.steps, true};
  }
  return std::nullopt;
}

std::optional<ExpectedSteps> JobService::ExpectedSteps(const std::string& id) {
  const JobPlaces places{catalog_.home().JobPath(id)};
  if (const Result<JobFile> file = ReadJobFile(places.directory); file.ok()) {
    const auto steps = StepsOfFlags(file->user_arguments, RowsOfInput(places));
    if (steps.has_value()) return steps;
  }
  const Result<std::optional<store::Job>> job = catalog_.FindJob(id);
  if (!job.ok() || !job->has_value()) return std::nullopt;
  store::JobFilter filter;
  filter.pai_only = true;
  filter.limit = kHistory;
  const Result<std::vector<store::Job>> newest = catalog_.ListJobs((*job)->project, filter);
  return newest.ok() ? StepsOfHistory(**job, *newest) : std::nullopt;
}

}  // namespace paisql::jobs
