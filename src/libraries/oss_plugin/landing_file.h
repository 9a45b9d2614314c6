#pragma once

// A file in a folder bucket that appears under its name when it is complete, and not before: it has
// no name until then, or on file systems without such files one that begins with a dot. What does
// not land leaves what stood there. For one thread.

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace paisql::oss {

// ".paisql-" and what nobody guesses, for what is not there yet.
std::string PassingName();

class LandingFile {
 public:
  explicit LandingFile(std::string path) : path_(std::move(path)) {}
  ~LandingFile();
  LandingFile(const LandingFile&) = delete;
  LandingFile& operator=(const LandingFile&) = delete;

  // Each gives an errno, 0 for none. The folders above the path are made.
  int Open(mode_t mode);
  int Append(const char* bytes, size_t count);
  // Call once, after the last Append: the bytes are then on the disk under their name, in place of
  // a file that had it.
  int Land();

  int descriptor() const { return descriptor_; }

 private:
  const std::string path_;
  std::string passing_;  // "" as long as it has no name
  int descriptor_ = -1;
};

}  // namespace paisql::oss
