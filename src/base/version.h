#pragma once

// The program's version.

namespace paisql {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace paisql
