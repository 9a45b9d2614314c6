#include "session/settings/service_property_names.h"

#include "serving/settings/properties.h"

namespace paisql::session {

std::vector<ServicePropertyName> ServicePropertyNames() {
  std::vector<ServicePropertyName> names;
  for (const serving::PropertyRow& row : serving::PropertyTable()) {
    if (row.place != serving::PropertyPlace::kKept) names.push_back({row.name, row.help});
  }
  return names;
}

}  // namespace paisql::session
