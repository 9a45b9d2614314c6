#pragma once

// Finds the delimiter of files whose fields are not separated by commas.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tunnel/input.h"
#include "tunnel/options.h"

namespace paisql::tunnel {

struct LikelyDelimiter {
  std::string_view text;
  std::string_view name;      // "semicolons"
  std::string_view spelling;  // as -fd takes it, in quotes
  size_t fields = 0;          // of the first record
};

// Looks at the first two records only, and opens the file several times. nullopt where the options'
// own delimiter parts the first one, and where nothing else parts both into the same number of
// fields. kIo when the file cannot be read.
Result<std::optional<LikelyDelimiter>> FindDelimiter(const std::string& path,
                                                     const TunnelOptions& options);

// The same for files that are to be read alike, by the first that is not empty; kTunnel when
// another one is separated by something else. `check` is asked at each file whether to go on.
Result<std::optional<LikelyDelimiter>> FindDelimiterOfAll(const std::vector<InputFile>& files,
                                                          TunnelOptions options,
                                                          const std::function<Status()>& check);

}  // namespace paisql::tunnel
