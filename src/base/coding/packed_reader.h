#pragma once

// Reads a file that is perhaps compressed, piece by piece. Its first bytes say by what.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql {

class PackedReader {
 public:
  // Whether the file begins as one of gzip or zstd does. False for what cannot be read.
  static bool IsPacked(const std::string& path);
  // A file that is not packed gives its own bytes. Errors name the file by `name`.
  static Result<std::unique_ptr<PackedReader>> Open(const std::string& path,
                                                    const std::string& name);
  virtual ~PackedReader() = default;

  // Fills `piece` from its beginning; fewer bytes than it holds at the end, then 0. kIo for a file
  // that is damaged or cut off.
  virtual Result<size_t> Read(std::vector<char>& piece) = 0;
};

}  // namespace paisql
