#pragma once

// Finds the meaning of a request's path. Declares the paths that the server of one service and the
// front of many services answer alike. No part of a request's path enters a file's path.

#include <array>
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

inline constexpr std::string_view kPredictPrefix = "/api/predict/";
inline constexpr std::string_view kModelPrefix = "/v1/models/";
inline constexpr std::string_view kVersionsPrefix = "/versions/";

inline constexpr std::array<std::string_view, 2> kMetricsPaths = {
    "/metrics",
    "/monitoring/prometheus/metrics",
};
inline constexpr std::string_view kAlivePath = "/healthz";
inline constexpr std::string_view kReadyPath = "/readyz";

// Where the SDKs for Python and for Go ask for the addresses of a service.
inline constexpr std::array<std::string_view, 2> kUpstreamPrefixes = {
    "/api/v1/servicediscovery/upstreams/",
    "/exported/apis/eas.alibaba-inc.k8s.io/v1/upstreams/",
};

}  // namespace paisql::serving
