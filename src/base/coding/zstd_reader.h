#pragma once

// Reads a file of zstd piece by piece, and packs bytes as such a file has them.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql {

class ZstdReader {
 public:
  // Whether the file begins as zstd's do. False for what cannot be read.
  static bool Knows(const std::string& path);
  // Errors name the file by `name`.
  static Result<std::unique_ptr<ZstdReader>> Open(const std::string& path, std::string name);
  ~ZstdReader();
  ZstdReader(const ZstdReader&) = delete;
  ZstdReader& operator=(const ZstdReader&) = delete;

  // Fills `piece` from its beginning; fewer bytes than it holds at the end, then 0. kIo for a file
  // that is damaged or cut off.
  Result<size_t> Read(std::vector<char>& piece);

 private:
  ZstdReader(Descriptor file, std::string name);
  Error Damaged() const;

  Descriptor file_;
  std::string name_;
  void* stream_;  // zstd's
  std::vector<char> packed_;
  size_t begin_ = 0;  // of what is to be unpacked
  size_t end_ = 0;
  bool in_frame_ = false;
};

// One frame. A file may have several, one after the other.
std::string PackZstd(std::string_view bytes);

}  // namespace paisql
