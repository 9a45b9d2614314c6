#include "jobs/place/stage_order.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

constexpr int64_t kMegabyte = 1024 * 1024;

Json EnvironmentJson(const std::vector<std::string>& variables) {
  Json object = Json::object();
  for (const std::string& variable : variables) {
    const size_t sign = variable.find('=');
    object[variable.substr(0, sign)] = variable.substr(sign + 1);
  }
  return object;
}

// All tasks of a stage get the same: as much as the most needy role states. 0: what the cluster
// gives a task.
int CpusOfTask(const JobFile& file) {
  int most = 0;
  for (const RoleSpec& role : file.roles) {
    if (!role.default_cpu) most = std::max(most, (role.cpu + kWholeCore - 1) / kWholeCore);
  }
  return most > 1 ? most : 0;
}

// In hundredths. Spark gives whole cards, or a share of at most a half. As on this machine, a job
// gets none that its session's quota forbids.
int CardsOfTask(const JobFile& file) {
  int most = 0;
  for (const RoleSpec& role : file.roles) {
    if (!role.default_gpu) most = std::max(most, role.gpu);
  }
  if (most * 2 <= kWholeCard) return most;
  return (most + kWholeCard - 1) / kWholeCard * kWholeCard;
}

Json ProcessJson(const JobContext& job, const std::vector<ProcessPlan>& all, ProcessPlan own) {
  const int cards = CardsOfTask(job.file);
  if (cards > 0 && cards < kWholeCard) own.card_share = cards;
  const SpawnOptions options = LaunchOptions(job, all, own);
  return {{"name", own.Name()},
          {"stands_for", own.address},
          {"command", options.command},
          {"environment", EnvironmentJson(options.environment)},
          {"working_folder", options.folder},
          {"data_bytes", own.resources.memory_mb * kMegabyte}};
}

std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string NameInPlaceOfAddress(const JobFile& file, const ProcessPlan& plan) {
  return "paisql-" + plan.Name() + "." + file.id + ":2222";
}

std::string StageOrder(const JobContext& job, const std::vector<ProcessPlan>& plans) {
  Json processes = Json::array();
  for (const ProcessPlan& plan : plans) processes.push_back(ProcessJson(job, plans, plan));
  return Text({{"do", "stage"},
               {"remote", job.file.spark->remote},
               {"job", job.file.id},
               {"folder", job.places.StageFolder()},
               {"python_folder", job.installation.python_folder},
               {"cpus", CpusOfTask(job.file)},
               {"gpus", static_cast<double>(CardsOfTask(job.file)) / kWholeCard},
               {"processes", std::move(processes)}});
}

std::string StartOrder(const std::string& process, ProcessHandle start) {
  return Text({{"do", "start"}, {"process", process}, {"start", static_cast<int64_t>(start)}});
}

std::string TidyOrder(const std::string& process) {
  return Text({{"do", "tidy"}, {"process", process}});
}

std::string StopOrder(int64_t grace_ms) { return Text({{"do", "stop"}, {"grace_ms", grace_ms}}); }

}  // namespace paisql::jobs
