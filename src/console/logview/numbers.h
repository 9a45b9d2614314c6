#pragma once

// Numbers as JSON has them: null for what is not known and for NaN and infinity.

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

namespace paisql::console {

inline nlohmann::json NumberJson(const std::optional<double>& number) {
  return number.has_value() && std::isfinite(*number) ? nlohmann::json(*number) : nlohmann::json();
}
inline nlohmann::json NumberJson(const std::optional<int64_t>& number) {
  return number.has_value() ? nlohmann::json(*number) : nlohmann::json();
}

}  // namespace paisql::console
