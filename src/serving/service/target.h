#pragma once

// What the path of a request means. Pure functions. No part of a path ever becomes one of a file.

#include <optional>
#include <string>
#include <string_view>

namespace paisql::serving {

enum class Page {
  kPredict,      // POST /api/predict/NAME[/…]
  kSignature,    // GET  /api/predict/NAME
  kUpstreams,    // GET  …/upstreams/NAME, what SDKs ask for the addresses of a service
  kModelStatus,  // GET  /v1/models/NAME[/versions/N]
  kModelMetadata,
  kModelPredict,  // POST …:predict, and the two below
  kModelClassify,
  kModelRegress,
  kMetrics,
  kAlive,
  kReady,
};

struct Target {
  Page page = Page::kPredict;
  bool wants_token = false;
  std::string version{};         // "" for none
  std::string signature_name{};  // of the query, "" for none
};

enum class Missing { kNothing, kPath, kService, kMethod };

struct FoundTarget {
  Missing missing = Missing::kPath;
  Target target{};
};

// `target` is path and query, as received. `service` is the name of the one that is served here;
// names of others are kService, a path that means something for other methods kMethod.
FoundTarget FindTarget(std::string_view method, std::string_view target, std::string_view service);

// Whether the query is one of EAS' queue service, which QueueClient of the SDKs asks.
bool IsOfQueue(std::string_view target);

}  // namespace paisql::serving
