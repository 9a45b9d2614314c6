#pragma once

// What of a service's requests is kept in a table, as the sinker of a PAI-EAS service keeps it. The
// sizes of batches are settings of the service like others (sinker.*,
// serving/settings/settings.cpp).

#include <string>

namespace paisql::serving {

struct LogSettings {
  std::string table;  // "[project.]name", made where there is none; "": nothing is kept
  double sample = 1;  // the share of requests that is kept, above 0 and up to 1

  bool operator==(const LogSettings&) const = default;
};

// Letters, digits and '_', with a project in front or without: nothing that would have to be
// quoted in a statement.
bool IsLogTable(const std::string& name);

}  // namespace paisql::serving
