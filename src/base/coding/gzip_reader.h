#pragma once

// Reads a file of gzip piece by piece.

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql {

class GzipReader {
 public:
  // Whether the file begins as gzip's do. False for what cannot be read.
  static bool Knows(const std::string& path);
  // Errors name the file by `name`.
  static Result<std::unique_ptr<GzipReader>> Open(const std::string& path, std::string name);
  ~GzipReader();
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  // Fills `piece` from its beginning; fewer bytes than it holds at the end, then 0. kIo for a file
  // that is damaged or cut off.
  Result<size_t> Read(std::vector<char>& piece);

 private:
  GzipReader(void* file, std::string name) : file_(file), name_(std::move(name)) {}

  void* file_;  // zlib's
  std::string name_;
};

}  // namespace paisql
