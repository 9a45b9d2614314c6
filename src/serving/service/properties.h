#pragma once

// What can be said of a service, by the names of PAI-EAS' service.json with dots between its levels
// ("metadata.rpc.batching"): one table, which has those of serving/service/settings.h, too.

#include <cstdint>
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
  kKept,       // known to the platform; it is kept and does nothing here
};

struct PropertyRow {
  std::string_view name;  // one that ends with '.' stands for all that begin so
  PropertyPlace place;
  int64_t least = 0;  // of whole numbers; those of kToken and kKept are any texts
  int64_t most = 0;
  std::string default_value = {};
  std::string_view help = {};
};

// In the order in which docs/serving.md lists them.
const std::vector<PropertyRow>& PropertyTable();

// The row of the name, nullptr for none.
const PropertyRow* FindProperty(std::string_view name);
// kInvalidCommand with the nearest name.
Error UnknownProperty(std::string_view name);
// kInvalidCommand for a value that the property does not take.
Status CheckProperty(const PropertyRow& row, std::string_view name, std::string_view value);

// The processor of ours that a name of the platform means, "tensorflow" for all of TensorFlow's;
// kUnsupported for the others of the platform, kInvalidCommand for any other name.
Result<std::string> ProcessorOf(std::string_view name);

}  // namespace paisql::serving
