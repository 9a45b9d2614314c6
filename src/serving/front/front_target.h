#pragma once

// Finds the meaning of a request's path to the front. Pure functions.

#include <string>
#include <string_view>

namespace paisql::serving {

enum class FrontPage {
  kMissing,    // no path of ours
  kService,    // what an instance of the service answers
  kUpstreams,  // the addresses of the service
  kMetrics,
  kAlive,
  kReady,
};

struct FrontTarget {
  FrontPage page = FrontPage::kMissing;
  std::string service{};  // as named in the path; of kService and kUpstreams
  std::string version{};  // that the path asks for; "" for any
  bool is_rest = false;   // a path of TensorFlow Serving, whose errors are JSON
};

// `target` is path and query, as received.
FrontTarget FindFrontTarget(std::string_view target);

// The target of the same request to another service. Replaces the name `from` by `to` after
// "/api/predict/" and after "/v1/models/", which may also follow the name of a service.
std::string RenameInTarget(std::string_view target, std::string_view from, std::string_view to);

}  // namespace paisql::serving
