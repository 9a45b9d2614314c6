#pragma once

// Copies of files that the home keeps. Private to the store.

#include <cstdint>
#include <string>

#include "base/result.h"

namespace paisql::store {

struct Copied {
  int64_t bytes = 0;
  std::string sha256;
};

// Copies the file and writes it to the disk, telling its size and digest. `to` must not exist.
Result<Copied> CopyFile(const std::string& from, const std::string& to);

}  // namespace paisql::store
