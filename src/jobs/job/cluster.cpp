#include "jobs/job/cluster.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace paisql::jobs {

namespace {

std::vector<std::string> Addresses(const std::vector<ProcessPlan>& all, std::string_view role) {
  std::vector<std::string> addresses;
  for (const ProcessPlan& plan : all) {
    if (plan.role == role) addresses.push_back(plan.address);
  }
  return addresses;
}

// tf.estimator refuses a cluster without a chief, and the coordinator of a ParameterServerStrategy
// is one. Without parameter servers TensorFlow 2 scripts look for workers only, as
// MultiWorkerMirroredStrategy's own examples do.
bool NamesChief(const JobFile& file) {
  return file.runtime->face == "tensorflow1" ||
         std::any_of(file.roles.begin(), file.roles.end(), [](const RoleSpec& role) {
           return role.name == "ps" || role.name == "chief";
         });
}

}  // namespace

std::vector<ProcessPlan> PlanProcesses(const JobFile& file) {
  std::vector<ProcessPlan> plans;
  int workers = 0;
  for (const RoleSpec& spec : file.roles) {
    const bool works = spec.name == "worker" || spec.name == "chief";
    for (int i = 0; i < spec.count; ++i) {
      ProcessPlan plan;
      plan.role = works ? "worker" : spec.name;
      plan.index = works ? workers++ : i;
      plan.resources = spec;
      plans.push_back(std::move(plan));
    }
  }
  return plans;
}

std::vector<std::string> ClusterArguments(const std::vector<ProcessPlan>& all,
                                          const ProcessPlan& own) {
  return {"--ps_hosts=" + Join(Addresses(all, "ps"), ","),
          "--worker_hosts=" + Join(Addresses(all, "worker"), ","), "--job_name=" + own.role,
          "--task_index=" + std::to_string(own.index)};
}

std::string TensorFlowConfig(const JobFile& file, const std::vector<ProcessPlan>& all,
                             const ProcessPlan& own) {
  using Json = nlohmann::json;
  std::vector<std::string> workers = Addresses(all, "worker");
  const std::vector<std::string> servers = Addresses(all, "ps");
  Json cluster = Json::object();
  Json task = {{"type", own.role}, {"index", own.index}};
  if (NamesChief(file)) {
    cluster["chief"] = {workers.front()};
    workers.erase(workers.begin());
    if (own.IsChief()) task = {{"type", "chief"}, {"index", 0}};
    if (own.role == "worker" && own.index > 0) task["index"] = own.index - 1;
  }
  if (!workers.empty()) cluster["worker"] = workers;
  if (!servers.empty()) cluster["ps"] = servers;
  return Json{{"cluster", cluster}, {"task", task}, {"environment", "cloud"}}.dump();
}

}  // namespace paisql::jobs
