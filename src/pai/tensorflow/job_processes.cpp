// Which processes a job has, what each may use, and when it is ended.

#include "base/text.h"
#include "pai/tensorflow/cluster_value.h"
#include "pai/tensorflow/job_builder.h"

namespace paisql::pai {

namespace {

constexpr int kSecondsOfHour = 3600;

}  // namespace

Status JobBuilder::Processes() {
  if (const syntax::PaiParameter* cluster = parameters_.Find("cluster"))
    return DistributedProcesses(*cluster);
  jobs::RoleSpec& worker = spec_.roles.front();
  worker.gpu = static_cast<int>(parameters_.Number("gpuRequired"));
  worker.default_gpu = parameters_.Find("gpuRequired") == nullptr;
  worker.cpu = static_cast<int>(parameters_.Number("cpuRequired"));
  worker.memory_mb = static_cast<int>(parameters_.Number("memRequired"));
  return Status::Ok();
}

Status JobBuilder::DistributedProcesses(const syntax::PaiParameter& cluster) {
  for (const char* name : {"gpuRequired", "cpuRequired", "memRequired"}) {
    const syntax::PaiParameter* other = parameters_.Find(name);
    if (other == nullptr) continue;
    return Error{ErrorCode::kInvalidCommand,
                 std::string(name) + " contradicts cluster: it is for a job of one process",
                 other->key_range, "leave it out; cluster says gpu, cpu and memory of each role"};
  }
  Result<Cluster> parsed = ParseCluster(cluster.value);
  if (!parsed.ok()) {
    const SourceRange& fault = parsed.error().range;
    Error error =
        At(parsed.error(), PlaceInValue(cluster, context_.statement_text, fault.begin, fault.end));
    error.detail = "cluster: " + error.detail;
    return error;
  }
  spec_.distributed = true;
  spec_.roles = std::move(parsed->roles);
  spec_.notes.insert(spec_.notes.end(), parsed->notes.begin(), parsed->notes.end());
  return Status::Ok();
}

void JobBuilder::Limits() {
  jobs::JobLimits& limits = spec_.limits;
  // An algorithm without the parameter, such as a server that waits for visitors, never hangs.
  limits.hung_seconds = parameters_.Number("maxHungTimeBeforeGCInSeconds");
  limits.training_seconds = parameters_.Number("maxTrainingTimeInHour") * kSecondsOfHour;
  limits.restart_workers = parameters_.IsTrue("enableDynamicCluster");
  limits.restart_parameter_servers = parameters_.IsTrue("autoEnablePsTaskFailover");
}

}  // namespace paisql::pai
