#include "jobs/spec/spark_cluster.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "jobs/spec/job_spec.h"

namespace paisql::jobs {

std::optional<SparkCluster> ChooseCluster(const std::map<std::string, std::string>& settings) {
  const auto value = [&settings](const char* name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
  };
  if (!EqualsIgnoreCase(value(kPlaceSetting), "spark")) return std::nullopt;
  const char* token = std::getenv(kTokenVariable);
  return SparkCluster{value(kRemoteSetting), value(kPythonSetting), token == nullptr ? "" : token};
}

bool StaysHere(const JobSpec& spec) {
  return spec.serves || std::any_of(spec.roles.begin(), spec.roles.end(),
                                    [](const RoleSpec& role) { return role.name == "stream"; });
}

}  // namespace paisql::jobs
