#include "jobs/spec/spark_cluster.h"

#include "base/text.h"

namespace paisql::jobs {

std::optional<SparkCluster> ChooseCluster(const std::map<std::string, std::string>& settings) {
  const auto value = [&settings](const char* name) {
    const auto found = settings.find(name);
    return found == settings.end() ? std::string() : found->second;
  };
  if (!EqualsIgnoreCase(value(kPlaceSetting), "spark")) return std::nullopt;
  return SparkCluster{value(kRemoteSetting), value(kPythonSetting)};
}

}  // namespace paisql::jobs
