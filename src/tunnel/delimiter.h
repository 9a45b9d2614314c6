#pragma once

// What parts the fields of a file whose lines no comma parts.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tunnel/options.h"

namespace paisql::tunnel {

struct LikelyDelimiter {
  std::string_view text;
  std::string_view name;      // "semicolons"
  std::string_view spelling;  // as -fd takes it, in quotes
  size_t fields = 0;          // of the first record
};

// Looks at the first two records only. nullopt where the options' own delimiter parts the first
// one, and where nothing else parts both into the same number of fields. kIo when the file cannot
// be read.
Result<std::optional<LikelyDelimiter>> FindDelimiter(const std::string& path,
                                                     const TunnelOptions& options);

}  // namespace paisql::tunnel
