#include "serving/settings/properties.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "base/whole_number.h"
#include "serving/settings/group.h"
#include "serving/settings/names.h"
#include "serving/settings/settings.h"

namespace paisql::serving {

namespace {

constexpr int64_t kMostInstances = 64;
constexpr int64_t kMostRate = 1'000'000;
constexpr int64_t kMostPercent = 100;
constexpr int64_t kMostWindowS = 3600;
constexpr int64_t kMostMemoryMb = int64_t{1} << 30;
constexpr double kMostCores = 1024;
constexpr int kWholeCore = 100;

// Properties of resources that a laptop cannot add, or of the platform's own machinery.
constexpr std::string_view kKeptNames[] = {
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
    "metadata.resource_rebalancing",
    "metadata.name",
    "metadata.rolling_strategy.",
    "metadata.scheduling.",
    "metadata.rpc.enable_sigterm",
    "runtime.enable_crash_block",
    "autoscaler.behavior.",
    "cloud.",
    "networking.",
    "labels.",
    "unit.size",
    "oss_endpoint",
    "role_arn",
    "generate_token",
    "storage",
    "aimaster.",
    "confidential.",
    "features.",
};

Error Wants(std::string what, ErrorCode code = ErrorCode::kInvalidCommand) {
  return {code, std::move(what), {}, ""};
}

Status CheckInstances(std::string_view value) {
  if (ParseNumber<int64_t>(value, 0, kMostInstances).has_value()) return Status::Ok();
  return Wants("needs a whole number from 0 to 64");
}

Status CheckScale(std::string_view value) {
  if (ParseNumber<int64_t>(value, 1, kMostInstances).has_value()) return Status::Ok();
  return Wants("needs a whole number from 1 to 64");
}

Status CheckMost(std::string_view value) {
  return value.empty() ? Status::Ok() : CheckScale(value);
}

Status CheckRate(std::string_view value) {
  if (ParseNumber<int64_t>(value, 1, kMostRate).has_value()) return Status::Ok();
  return Wants("needs a whole number of requests a second, from 1");
}

Status CheckBusy(std::string_view value) {
  if (ParseNumber<int64_t>(value, 1, kMostPercent).has_value()) return Status::Ok();
  return Wants("needs a whole number of percent, from 1 to 100");
}

Status CheckWindow(std::string_view value) {
  if (ParseNumber<int64_t>(value, 0, kMostWindowS).has_value()) return Status::Ok();
  return Wants("needs a whole number of seconds from 0 to 3600");
}

Status CheckCores(std::string_view value) {
  if (value.empty() || ReadCores(value).has_value()) return Status::Ok();
  return Wants("needs a number of cores such as 2 or 0.5");
}

Status CheckMemory(std::string_view value) {
  if (value.empty() || ParseNumber<int64_t>(value, 1, kMostMemoryMb).has_value())
    return Status::Ok();
  return Wants("needs a whole number of MB");
}

Status CheckGroup(std::string_view value) {
  const bool is_name = IsServiceName(value) && value.find('.') == std::string_view::npos;
  if (value.empty() || is_name) return Status::Ok();
  return Wants("needs a name of letters, digits, _ and -, at most 128");
}

Status CheckGroupWeight(std::string_view value) {
  if (value == kAutoWeight || ParseNumber<int64_t>(value, 0, kMostPercent).has_value())
    return Status::Ok();
  return Wants("needs a whole number of percent, from 0 to 100, or 'auto'");
}

Status CheckSinker(std::string_view value) {
  if (value.empty() || value == "maxcompute" || value == "odps") return Status::Ok();
  if (value == "sls") return Wants("is not offered as 'sls'", ErrorCode::kUnsupported);
  return Wants("needs 'maxcompute'");
}

Status CheckSinkTable(std::string_view value) {
  if (value.empty() || IsLogTable(std::string(value))) return Status::Ok();
  return Wants("needs the name of a table, or project.table");
}

Status CheckShare(std::string_view value) {
  if (ReadShare(value).has_value()) return Status::Ok();
  return Wants("needs a share above 0 and up to 1");
}

constexpr std::string_view kSinkTable = "sinker.table";
constexpr std::string_view kSinkProject = "sinker.config.maxcompute.project";
constexpr std::string_view kSinkTableOfPlatform = "sinker.config.maxcompute.table";

std::vector<PropertyRow> MakeTable() {
  using Place = PropertyPlace;
  using Use = PropertyUse;
  std::vector<PropertyRow> rows = {
      {"metadata.instance", Place::kInstances, Use::kAll,
       "processes of the version, which share the requests", CheckInstances},
      {"token", Place::kToken, Use::kAll, "the token that requests carry; '' for none"},
      {"metadata.cpu", Place::kProcess, Use::kAll,
       "cores that each process claims of the home's quota, and the most threads it computes on",
       CheckCores},
      {"metadata.memory", Place::kProcess, Use::kAll,
       "MB that each process claims of the home's quota, and may use", CheckMemory},
      {kGroupProperty, Place::kGroup, Use::kAll,
       "the group of services whose address answers with this one, too; '' for none", CheckGroup},
      {kGroupWeightProperty, Place::kGroup, Use::kAll,
       "percent of the group's requests; 'auto': by the number of processes", CheckGroupWeight},
      {"warm_up_data_path", Place::kProcess, Use::kModels,
       "the file of a request that each process is warmed up with"},
      {"sinker.type", Place::kProcess, Use::kAll, "'maxcompute'", CheckSinker},
      {kSinkTable, Place::kProcess, Use::kAll,
       "the table that requests and answers are kept in; '' for none", CheckSinkTable},
      {kSinkProject, Place::kProcess, Use::kAll, "the project of that table"},
      {kSinkTableOfPlatform, Place::kProcess, Use::kAll, "sinker.table as PAI-EAS names it",
       CheckSinkTable},
      {"sinker.sample", Place::kProcess, Use::kAll, "the share of requests that is kept",
       CheckShare},
      {"model_entry", Place::kProcess, Use::kProcessors, "the model's file in its folder"},
      {"model_config", Place::kProcess, Use::kProcessors, "what a processor gets beside its model"},
      {"autoscaler.min", Place::kScaling, Use::kAll, "the fewest processes", CheckScale},
      {"autoscaler.max", Place::kScaling, Use::kAll,
       "the most processes; '' ends it all, and the number stays as it is", CheckMost},
      {"autoscaler.strategies.qps", Place::kScaling, Use::kAll,
       "requests a second that one process is to have", CheckRate},
      {"autoscaler.strategies.cpu", Place::kScaling, Use::kAll,
       "percent of its cores that a process should use", CheckBusy},
      {"autoscaler.behavior.scaleUp.stabilizationWindowSeconds", Place::kScaling, Use::kAll,
       "seconds that more processes must be needed before more start", CheckWindow},
      {"autoscaler.behavior.scaleDown.stabilizationWindowSeconds", Place::kScaling, Use::kAll,
       "seconds that fewer processes must be enough before some end", CheckWindow},
  };
  for (const SettingRow& row : SettingTable()) {
    Use use = Use::kAll;
    if (row.name.starts_with("processor.")) use = Use::kProcessors;
    rows.push_back({row.name, Place::kProcess, use, row.help});
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
    {"pmml", true},
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
  if (row.check != nullptr) {
    const Status checked = row.check(value);
    if (checked.ok()) return Status::Ok();
    return Wants(std::string(name) + " " + checked.error().detail, checked.error().code);
  }
  const bool is_setting =
      std::any_of(SettingTable().begin(), SettingTable().end(),
                  [name](const SettingRow& setting) { return setting.name == name; });
  if (!is_setting) return Status::Ok();
  ServiceSettings ignored;
  return SetServiceSetting(name, value, ignored);
}

std::optional<int64_t> ReadCores(std::string_view text) {
  double cores = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, cores, std::chars_format::fixed);
  if (read.ec != std::errc() || read.ptr != end || !(cores > 0) || cores > kMostCores) return {};
  return std::max<int64_t>(1, std::lround(cores * kWholeCore));
}

std::optional<double> ReadShare(std::string_view text) {
  const std::optional<double> share = ParseNumber<double>(text, 0, 1);
  return share > 0 ? share : std::nullopt;
}

ProcessOptions ReadProcessOptions(const std::map<std::string, std::string>& properties) {
  const auto text = [&properties](std::string_view name) {
    const auto found = properties.find(std::string(name));
    return found == properties.end() ? std::string() : found->second;
  };
  ProcessOptions options;
  options.processor_path = text(kProcessorPath);
  options.model_entry = text("model_entry");
  options.model_config = text("model_config");
  options.warm_up_path = text("warm_up_data_path");
  // Our own name overrides the platform's, even with an empty value.
  const bool is_named = properties.contains(std::string(kSinkTable));
  options.sink_table = text(is_named ? kSinkTable : kSinkTableOfPlatform);
  const std::string project = text(kSinkProject);
  if (!is_named && !project.empty() && !options.sink_table.empty() &&
      options.sink_table.find('.') == std::string::npos) {
    options.sink_table.insert(0, project + ".");
  }
  if (!IsLogTable(options.sink_table)) options.sink_table.clear();
  options.sample = ReadShare(text("sinker.sample")).value_or(1);
  options.cpu = ReadCores(text("metadata.cpu")).value_or(0);
  options.memory_mb = ParseNumber<int64_t>(text("metadata.memory"), 1, kMostMemoryMb).value_or(0);
  return options;
}

Result<std::string> ProcessorOf(std::string_view name) {
  const std::string lower = ToLower(name);
  const auto known =
      std::find_if(kProcessors.begin(), kProcessors.end(),
                   [&](const Processor& processor) { return lower.starts_with(processor.begin); });
  if (known == kProcessors.end()) {
    return Error{
        ErrorCode::kInvalidCommand,
        "there is no processor '" + std::string(name) + "'",
        {},
        "models of TensorFlow have 'tensorflow', or 'tensorflow_cpu_1.15'; PMML has 'pmml'"};
  }
  if (!known->offered) {
    return Error{ErrorCode::kUnsupported,
                 "processor '" + std::string(name) + "' is not offered",
                 {},
                 "services here have models of TensorFlow and PMML: 'tensorflow', "
                 "'tensorflow_cpu_1.15', 'pmml'"};
  }
  return std::string(known->begin);
}

}  // namespace paisql::serving
