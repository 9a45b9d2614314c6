#include "serving/settings/group.h"

#include <algorithm>

#include "base/whole_number.h"
#include "serving/settings/properties.h"

namespace paisql::serving {

namespace {

constexpr int64_t kWhole = 100;

int64_t Processes(const GroupMember& member) { return std::max<int64_t>(member.processes, 1); }

}  // namespace

GroupPlace ReadGroupPlace(const std::map<std::string, std::string>& properties) {
  const auto text = [&properties](std::string_view name) {
    const auto found = properties.find(std::string(name));
    return found == properties.end() ? std::string() : found->second;
  };
  return {text(kGroupProperty), ParseNumber<int64_t>(text(kGroupWeightProperty), 0, kWhole)};
}

std::vector<int64_t> GroupWeights(const std::vector<GroupMember>& members) {
  int64_t said = 0;
  int64_t processes = 0;
  for (const GroupMember& member : members) {
    said += member.percent.value_or(0);
    if (!member.percent.has_value()) processes += Processes(member);
  }
  const int64_t rest = std::max<int64_t>(kWhole - said, 0);
  std::vector<int64_t> weights;
  for (const GroupMember& member : members) {
    // The other members share parts of `rest`. Multiply all weights, so that they stay whole.
    weights.push_back(member.percent.has_value() ? *member.percent * std::max<int64_t>(processes, 1)
                                                 : rest * Processes(member));
  }
  return weights;
}

}  // namespace paisql::serving
