#include "pai/tensorflow/cluster_value.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/value/json_text.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

constexpr int kDefaultCpu = 600;
constexpr int kDefaultMemoryMb = 30000;

// A statement's name of a role, its name here, and the platform's defaults and bounds.
struct Role {
  std::string_view spelling;
  std::string_view name;
  int most = 0;
  int default_gpu = 0;
};

// In the order in which the processes start.
constexpr std::array kRoles = {
    Role{"ps", "ps", 1000, 0},
    Role{"chief", "chief", 1, jobs::kWholeCard},
    Role{"master", "chief", 1, jobs::kWholeCard},
    Role{"worker", "worker", 1000, jobs::kWholeCard},
    Role{"evaluator", "evaluator", 1, jobs::kWholeCard},
};

struct Key {
  std::string_view name;
  int jobs::RoleSpec::*value;
  bool jobs::RoleSpec::*is_default;  // nullptr for the one that has no default
  int least = 0;
  int most = 0;
};

constexpr std::array kKeys = {
    Key{"count", &jobs::RoleSpec::count, nullptr, 0, 1000},
    Key{"gpu", &jobs::RoleSpec::gpu, &jobs::RoleSpec::default_gpu, 0, 100'000},
    Key{"cpu", &jobs::RoleSpec::cpu, &jobs::RoleSpec::default_cpu, 1, 1'000'000},
    Key{"memory", &jobs::RoleSpec::memory_mb, &jobs::RoleSpec::default_memory, 1, 1'000'000'000},
};

Error Fault(const JsonPlace& at, const std::string& what, std::string hint) {
  Error error{ErrorCode::kInvalidCommand, what, {}, std::move(hint)};
  error.range.begin = at.begin;
  error.range.end = at.end;
  return error;
}

// The row of that name, or an error with the nearest ones.
template <typename Rows>
Result<size_t> FindRow(const Rows& rows, const std::string& key, const JsonPlace& place,
                       const std::string& what, std::string_view Rows::value_type::*name) {
  std::vector<std::string> names;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].*name == key) return i;
    names.emplace_back(rows[i].*name);
  }
  std::string hint = DidYouMean(key, names);
  if (hint.empty()) hint = "write one of " + Join(names, ", ");
  return Fault(place, what + " '" + key + "' is unknown", hint);
}

Result<int> WholeNumber(const JsonValue& value, const std::string& name, int least, int most) {
  if (value.kind != JsonKind::kNumber) {
    return Fault(value.place,
                 name + " is " + std::string(JsonKindText(value.kind)) + ", not a number",
                 "write \"" + name + "\": 1, without quotes around the number");
  }
  const std::optional<int> number = ParseNumber<int>(value.text, least, most);
  if (!number.has_value()) {
    return Fault(
        value.place, value.text + " is not a value for " + name,
        "write a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *number;
}

Result<jobs::RoleSpec> ReadRole(const Role& role, const JsonValue& value) {
  const std::string name(role.spelling);
  if (value.kind != JsonKind::kObject) {
    return Fault(value.place,
                 name + " is " + std::string(JsonKindText(value.kind)) + ", not an object",
                 "write \"" + name + "\": {\"count\": 1}");
  }
  jobs::RoleSpec spec{std::string(role.name),
                      -1,
                      role.default_gpu,
                      kDefaultCpu,
                      kDefaultMemoryMb,
                      true,
                      true,
                      true};
  for (size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& one = value.items[i];
    PAISQL_ASSIGN(const size_t row,
                  FindRow(kKeys, value.keys[i], one.key_place, "the key", &Key::name));
    const Key& key = kKeys[row];
    const int most = key.value == &jobs::RoleSpec::count ? role.most : key.most;
    PAISQL_ASSIGN(spec.*key.value, WholeNumber(one, std::string(key.name), key.least, most));
    if (key.is_default != nullptr) spec.*key.is_default = false;
    if (key.value == &jobs::RoleSpec::gpu && !IsGpuAmount(spec.gpu)) {
      return Fault(one.place, one.text + " is not a value for gpu",
                   "write " + std::string(kGpuForm));
    }
  }
  if (spec.count < 0) {
    return Fault(value.key_place, name + " has no count", "write \"" + name + "\": {\"count\": 1}");
  }
  return spec;
}

}  // namespace

Result<Cluster> ParseCluster(std::string_view text) {
  PAISQL_ASSIGN(const JsonValue json, ParseJson(text));
  if (json.kind != JsonKind::kObject) {
    return Fault(json.place,
                 "the cluster is " + std::string(JsonKindText(json.kind)) + ", not an object",
                 "write {\"ps\":{\"count\":1},\"worker\":{\"count\":2}}");
  }
  std::array<std::optional<jobs::RoleSpec>, kRoles.size()> found;
  Cluster cluster;
  for (size_t i = 0; i < json.items.size(); ++i) {
    const JsonPlace& place = json.items[i].key_place;
    PAISQL_ASSIGN(const size_t row,
                  FindRow(kRoles, json.keys[i], place, "the role", &Role::spelling));
    PAISQL_ASSIGN(jobs::RoleSpec spec, ReadRole(kRoles[row], json.items[i]));
    for (size_t other = 0; other < row; ++other) {
      if (!found[other].has_value() || found[other]->name != spec.name) continue;
      return Fault(place, "chief and master are the same role", "leave one of them out");
    }
    if (spec.name == "worker" && spec.gpu == 0) {
      spec.gpu = jobs::kWholeCard;
      spec.default_gpu = true;  // the platform's number, not the statement's
      cluster.notes.push_back(
          "cluster: the platform takes gpu 0 of worker for 100; without a GPU workers use the CPU");
    }
    found[row] = std::move(spec);
  }
  int workers = 0;
  for (std::optional<jobs::RoleSpec>& spec : found) {
    if (!spec.has_value() || spec->count == 0) continue;
    if (spec->name == "worker" || spec->name == "chief") workers += spec->count;
    cluster.roles.push_back(std::move(*spec));
  }
  if (workers == 0) {
    return Fault(json.place, "the cluster has no worker", "add \"worker\": {\"count\": 1}");
  }
  return cluster;
}

}  // namespace paisql::pai
