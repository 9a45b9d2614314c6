#include "store/own_properties.h"

#include "store/external.h"

namespace paisql::store {
namespace {

constexpr std::string_view kLifecycleOff = "paisql.lifecycle.off";

}  // namespace

std::string LifecycleOffKey(const Table& table, const std::vector<std::string>& values) {
  std::string key(kLifecycleOff);
  if (!values.empty()) key += ":" + PartitionFolders(table, values);
  return key;
}

bool IsLifecycleOffKey(std::string_view key) { return key.starts_with(kLifecycleOff); }

bool IsLifecycleOff(const Table& table, const std::vector<std::string>& values) {
  const auto& properties = table.traits.properties;
  return properties.contains(std::string(kLifecycleOff)) ||
         (!values.empty() && properties.contains(LifecycleOffKey(table, values)));
}

}  // namespace paisql::store
