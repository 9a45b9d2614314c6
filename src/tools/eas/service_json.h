#pragma once

// The service.json of PAI-EAS, taken apart: each value under the name of its place, with dots
// between the levels ("metadata.rpc.batching"). serving/settings/properties.h knows the meaning of
// the names.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::tools {

struct ServiceJsonValue {
  std::string name;
  std::string value;  // a string's text, a number as it is written, "true", "null"; "[…]" of a list
                      // and of model_config "{…}", as they stand there
  SourceRange name_range;  // both are places in the file
  SourceRange value_range;
};

// The values in the order of the file. kParse at the place where the text is not a JSON object or
// repeats a name.
Result<std::vector<ServiceJsonValue>> ReadServiceJson(std::string_view text);

}  // namespace paisql::tools
