#pragma once

// The properties of services that do something here, for whoever offers them to people.

#include <string_view>
#include <vector>

namespace paisql::session {

struct ServicePropertyName {
  std::string_view name;
  std::string_view help;
};
// In the order of the table (serving/settings/properties.h).
std::vector<ServicePropertyName> ServicePropertyNames();

}  // namespace paisql::session
