#pragma once

// Services that share an address: the properties metadata.group of PAI-EAS and group.weight. Pure
// functions.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::serving {

inline constexpr std::string_view kGroupProperty = "metadata.group";
inline constexpr std::string_view kGroupWeightProperty = "group.weight";
// The weight of a service that gets what others leave, by the number of its processes.
inline constexpr std::string_view kAutoWeight = "auto";

struct GroupPlace {
  std::string group;               // "": the service is in none
  std::optional<int64_t> percent;  // of the group's requests; nullopt: kAutoWeight
};

// A text that the property does not take counts as none.
GroupPlace ReadGroupPlace(const std::map<std::string, std::string>& properties);

struct GroupMember {
  std::optional<int64_t> percent;
  int64_t processes = 0;
};

// How the members share the requests, as whole numbers whose sum means nothing by itself. Those
// with a percentage get it, or their part of it where all percentages are more than 100 or nobody
// is left to take the rest; the others share what is left by their processes, of which each counts
// as having one at least.
std::vector<int64_t> GroupWeights(const std::vector<GroupMember>& members);

}  // namespace paisql::serving
