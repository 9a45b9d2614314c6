#pragma once

// Properties of services and of their versions, as the catalog keeps them: a JSON object of texts.

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "serving/settings/scaling.h"
#include "store/services.h"

namespace paisql::fleet {

// How the number of its processes follows the load, if it does. kInvalidCommand, without a place,
// for properties that do not fit each other.
Result<std::optional<serving::Scaling>> ScalingOf(const store::Service& service);

// Puts the changed properties into the stored text, and removes empty properties of the autoscaler
// and of the group. A text that is not a JSON object counts as empty.
std::string WithProperties(const std::string& stored,
                           const std::map<std::string, std::string>& changed);
// Properties of a service or a version, as they are stored.
std::map<std::string, std::string> StoredProperties(const std::string& stored);

}  // namespace paisql::fleet
