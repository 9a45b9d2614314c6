#include "jobs/job/training_facts.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "jobs/job/job_directory.h"
#include "jobs/job/past_job.h"

namespace paisql::jobs {

static nlohmann::json TablesRead(const std::string& directory) {
  nlohmann::json inputs = nlohmann::json::array();
  const JobPlaces places{directory};
  for (size_t i = 0;; ++i) {
    std::ifstream file(places.InputFile(i));
    if (!file) return inputs;
    const nlohmann::json manifest = nlohmann::json::parse(file, nullptr, false);
    if (!manifest.is_object()) return inputs;
    inputs.push_back(
        {{"url", manifest.value("url", "")}, {"snapshot", manifest.value("snapshot", int64_t{0})}});
  }
}

std::string TrainingFacts(const std::string& directory, const store::Job& job) {
  nlohmann::json parameters = nlohmann::json::object();
  for (const auto& [name, value] : ParametersOf(job)) {
    parameters[name] = RedactValue(name, value);
  }
  nlohmann::json facts = {{"name", job.name},
                          {"started_ms", job.started_ms},
                          {"parameters", std::move(parameters)},
                          {"inputs", TablesRead(directory)}};
  if (job.steps.has_value()) facts["steps"] = *job.steps;
  // JSON has no number for a loss that has diverged.
  if (job.loss.has_value()) {
    facts["loss"] = std::isfinite(*job.loss) ? nlohmann::json(*job.loss)
                                             : nlohmann::json(std::to_string(*job.loss));
  }
  return facts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace paisql::jobs
