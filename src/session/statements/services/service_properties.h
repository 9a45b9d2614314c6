#pragma once

// PROPERTIES of statements about services: each checked against the table
// (serving/settings/properties.h), and put where it belongs.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "serving/settings/scaling.h"
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

// How the number of its processes follows the load, if it does. kInvalidCommand, without a place,
// for properties that do not fit each other.
Result<std::optional<serving::Scaling>> ScalingOf(const store::Service& service);

// The stored text with the changed ones in it, and without those of the autoscaler and of the group
// that have become nothing. A text that is no JSON object counts as none.
std::string WithProperties(const std::string& stored,
                           const std::map<std::string, std::string>& changed);
// Properties of a service or a version, as they are stored.
std::map<std::string, std::string> StoredProperties(const std::string& stored);

}  // namespace paisql::session
