#pragma once

// The services that statements name, and how they are.

#include <string>
#include <vector>

#include "base/result.h"
#include "session/state.h"
#include "store/services.h"

namespace paisql::session {

// "churn", or "other.churn" of another project.
struct ServiceName {
  std::string project;
  std::string name;
};
ServiceName ReadServiceName(std::string_view written, Run& run);

// kResourceNotFound with the nearest names.
Result<store::Service> FindService(const ServiceName& name, const SourceRange& range, Run& run);

}  // namespace paisql::session
