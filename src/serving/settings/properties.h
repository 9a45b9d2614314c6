#pragma once

// One table has the properties of a service. Their names are those of PAI-EAS' service.json with
// dots between levels ("metadata.rpc.batching"). It includes those of serving/settings/settings.h.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::serving {

enum class PropertyPlace {
  kToken,      // what requests carry
  kInstances,  // how many processes a version has
  kProcess,    // a process takes it when it starts: a change needs new ones
  kGroup,      // of the service: which other services share an address with it, and how
  kScaling,    // of the service: how the number of processes follows the load
  kKept,       // known to the platform; it is kept and does nothing here
};

// The kinds of services that use a property.
enum class PropertyUse { kAll, kModels, kProcessors };

struct PropertyRow {
  std::string_view name;  // one that ends with '.' stands for all that begin so
  PropertyPlace place;
  PropertyUse use = PropertyUse::kAll;
  std::string_view help = {};
  // kInvalidCommand or kUnsupported, without the name; nullptr: any text, or the table of settings
  // judges.
  Status (*check)(std::string_view value) = nullptr;
};

// In the order in which docs/serving.md lists them.
const std::vector<PropertyRow>& PropertyTable();

// The row of the name, nullptr for none.
const PropertyRow* FindProperty(std::string_view name);
// kInvalidCommand with the nearest name.
Error UnknownProperty(std::string_view name);
// kInvalidCommand or kUnsupported for a value that the property does not take.
Status CheckProperty(const PropertyRow& row, std::string_view name, std::string_view value);

// "4" and "1.5" cores in hundredths, at most 1024 of them; nullopt for another text.
std::optional<int64_t> ReadCores(std::string_view text);
// The share of the requests that is logged, above 0 and up to 1; nullopt for another text.
std::optional<double> ReadShare(std::string_view text);

// The properties of a version that its process starts with, as plain values. A text that
// CheckProperty refuses counts as missing.
struct ProcessOptions {
  std::string processor_path;  // "": a SavedModel is served
  std::string model_entry;
  std::string model_config;
  std::string warm_up_path;
  std::string sink_table;  // "": no request log
  double sample = 1;
  int64_t cpu = 0;        // hundredths of a core; 0: not said
  int64_t memory_mb = 0;  // 0: not said
};
ProcessOptions ReadProcessOptions(const std::map<std::string, std::string>& properties);

// The name under which a version's processor stands among its properties. No user gives it.
inline constexpr std::string_view kProcessorPath = "processor_path";

// The processor of ours that a name of the platform means, "tensorflow" for all of TensorFlow's,
// "pmml"; kUnsupported for the others of the platform, kInvalidCommand for any other name.
Result<std::string> ProcessorOf(std::string_view name);

}  // namespace paisql::serving
