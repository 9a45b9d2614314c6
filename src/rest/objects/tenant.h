#pragma once

// Names of what a home has one of, where the platform has many.

#include <string_view>

namespace paisql::rest {

inline constexpr std::string_view kTenant = "local";
inline constexpr std::string_view kRegion = "local";
inline constexpr std::string_view kQuota = "default";

}  // namespace paisql::rest
