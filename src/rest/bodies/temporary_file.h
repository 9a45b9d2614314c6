#pragma once

// The body of a request as a file that goes with its owner.

#include <string>
#include <utility>

#include "base/result.h"
#include "rest/bodies/body_reader.h"

namespace paisql::rest {

class TemporaryFile {
 public:
  static Result<TemporaryFile> Make(BodyReader& body);
  TemporaryFile(TemporaryFile&& other) noexcept : path_(std::exchange(other.path_, "")) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  const std::string& path() const { return path_; }

 private:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace paisql::rest
