#include "serving/service/properties.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "serving/service/settings.h"

namespace paisql::serving {

namespace {

constexpr int64_t kMostInstances = 64;
constexpr std::string_view kTensorFlow = "tensorflow";

// What a laptop has no more of than there is, or what belongs to the platform's own machinery.
constexpr std::string_view kKeptNames[] = {
    "metadata.cpu",
    "metadata.memory",
    "metadata.gpu",
    "metadata.gpu_memory",
    "metadata.cuda",
    "metadata.gpu_core_percentage",
    "metadata.qos",
    "metadata.resource",
    "metadata.rdma",
    "metadata.enable_grpc",
    "metadata.type",
    "metadata.enable_webservice",
    "metadata.workspace_id",
    "metadata.region",
    "metadata.shm_size",
    "metadata.workload_type",
    "metadata.group",
    "metadata.resource_rebalancing",
    "metadata.name",
    "metadata.rolling_strategy.",
    "metadata.scheduling.",
    "metadata.rpc.enable_sigterm",
    "warm_up_data_path",
    "runtime.enable_crash_block",
    "autoscaler.",
    "sinker.",
    "cloud.",
    "networking.",
    "labels.",
    "unit.size",
    "model_config",
    "model_entry",
    "oss_endpoint",
    "role_arn",
    "generate_token",
    "storage",
    "aimaster.",
    "confidential.",
    "features.",
};

std::string DefaultText(const SettingRow& row) {
  const ServiceSettings defaults;
  const int64_t value = defaults.*row.member;
  if (row.most == 1) return value != 0 ? "true" : "false";
  return std::to_string(value);
}

std::vector<PropertyRow> MakeTable() {
  std::vector<PropertyRow> rows = {
      {"metadata.instance", PropertyPlace::kInstances, 0, kMostInstances, "1",
       "processes of the version, which share the requests"},
      {"token", PropertyPlace::kToken, 0, 0, "made up",
       "what requests have to carry; '' for services that anybody may ask"},
  };
  for (const SettingRow& row : SettingTable()) {
    rows.push_back(
        {row.name, PropertyPlace::kProcess, row.least, row.most, DefaultText(row), row.help});
  }
  for (const std::string_view name : kKeptNames) rows.push_back({name, PropertyPlace::kKept});
  return rows;
}

struct Processor {
  std::string_view begin;  // of the platform's names
  bool offered;
};
constexpr std::array<Processor, 16> kProcessors = {{
    {"tensorflow", true},
    {"pmml", false},
    {"pytorch", false},
    {"torch", false},
    {"caffe", false},
    {"easyrec", false},
    {"parameter_server", false},
    {"alink_pai_processor", false},
    {"xnn", false},
    {"easy_vision", false},
    {"easytransfer", false},
    {"easynlp", false},
    {"easycv", false},
    {"blade", false},
    {"mediaflow", false},
    {"triton", false},
}};

}  // namespace

const std::vector<PropertyRow>& PropertyTable() {
  static const std::vector<PropertyRow> table = MakeTable();
  return table;
}

const PropertyRow* FindProperty(std::string_view name) {
  for (const PropertyRow& row : PropertyTable()) {
    if (row.name == name || (row.name.ends_with('.') && name.starts_with(row.name))) return &row;
  }
  return nullptr;
}

Error UnknownProperty(std::string_view name) {
  std::vector<std::string> names;
  std::vector<std::string> useful;
  for (const PropertyRow& row : PropertyTable()) {
    names.emplace_back(row.name);
    if (row.place != PropertyPlace::kKept) useful.emplace_back(row.name);
  }
  const std::string near = DidYouMean(name, names);
  return {ErrorCode::kInvalidCommand,
          "a service has no property '" + std::string(name) + "'",
          {},
          near.empty() ? "there are " + Join(useful, ", ") : near};
}

Status CheckProperty(const PropertyRow& row, std::string_view name, std::string_view value) {
  if (row.place == PropertyPlace::kProcess) {
    ServiceSettings ignored;
    return SetServiceSetting(name, value, ignored);
  }
  if (row.place != PropertyPlace::kInstances) return Status::Ok();
  int64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end && number >= row.least && number <= row.most) {
    return Status::Ok();
  }
  return Error{ErrorCode::kInvalidCommand,
               std::string(name) + " wants a whole number from " + std::to_string(row.least) +
                   " to " + std::to_string(row.most),
               {},
               ""};
}

Result<std::string> ProcessorOf(std::string_view name) {
  const std::string lower = ToLower(name);
  const auto known =
      std::find_if(kProcessors.begin(), kProcessors.end(),
                   [&](const Processor& processor) { return lower.starts_with(processor.begin); });
  if (known == kProcessors.end()) {
    return Error{ErrorCode::kInvalidCommand,
                 "there is no processor '" + std::string(name) + "'",
                 {},
                 "models of TensorFlow have 'tensorflow', or 'tensorflow_cpu_1.15'"};
  }
  if (!known->offered) {
    return Error{ErrorCode::kUnsupported,
                 "processor '" + std::string(name) + "' is not offered",
                 {},
                 "services here have models of TensorFlow: 'tensorflow', 'tensorflow_cpu_1.15'"};
  }
  return std::string(kTensorFlow);
}

}  // namespace paisql::serving
