#pragma once

// The paths that a server of one service and the front of many of them answer alike.

#include <array>
#include <string_view>

namespace paisql::serving {

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
