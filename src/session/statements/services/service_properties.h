#pragma once

// PROPERTIES of statements about services: each checked against the table
// (serving/settings/properties.h), and put where it belongs.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/state.h"
#include "store/services.h"
#include "syntax/service_statement.h"

namespace paisql::session {

struct ServiceProperties {
  std::optional<std::string> token;
  std::optional<int> instances;
  std::map<std::string, std::string> process;  // of a version
  std::map<std::string, std::string> kept;     // of the service
  std::map<std::string, std::string> scaling;  // likewise
  std::map<std::string, std::string> group;    // likewise
};

// kInvalidCommand at the name or the value; the sink is told of those that are only kept. Places
// become absolute, and tables get their project.
Result<ServiceProperties> ReadServiceProperties(const syntax::ServiceStatement& statement,
                                                Run& run);

// What no property says by itself: kInvalidCommand, at the range, for those of a version that fit
// neither each other nor what it serves. The sink is told of those that mean nothing to it.
Status CheckTogether(const store::ServiceVersion& version, const SourceRange& range, Run& run);

}  // namespace paisql::session
