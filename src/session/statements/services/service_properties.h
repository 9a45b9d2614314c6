#pragma once

// PROPERTIES of statements about services: each checked against the table
// (serving/service/properties.h), and put where it belongs.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/sink.h"
#include "store/services.h"
#include "syntax/service_statement.h"

namespace paisql::session {

struct ServiceProperties {
  std::optional<std::string> token;
  std::optional<int> instances;
  std::map<std::string, std::string> process;  // of a version
  std::map<std::string, std::string> kept;     // of the service
};

// kInvalidCommand at the name or the value; the sink is told of those that are only kept.
Result<ServiceProperties> ReadServiceProperties(const syntax::ServiceStatement& statement,
                                                Sink& sink);

// The stored text with the changed ones in it. A text that is no JSON object counts as none.
std::string WithProperties(const std::string& stored,
                           const std::map<std::string, std::string>& changed);
// Properties of a service or a version, as they are stored.
std::map<std::string, std::string> StoredProperties(const std::string& stored);

}  // namespace paisql::session
