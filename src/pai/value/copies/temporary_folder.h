#pragma once

// A folder of the user's alone for copies that a statement needs until its job has them. Private to
// pai.

#include <memory>
#include <string>

#include "base/result.h"

namespace paisql::pai {

// The folder and all in it go with the object. Any thread.
class TemporaryFolder {
 public:
  // kEnvironment or kFileOperation where it cannot be made.
  static Result<std::shared_ptr<TemporaryFolder>> Make();
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace paisql::pai
