#pragma once

// The small file operations of this room. Errors are kEnvironment or kIo and name the path. Private
// to training.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql::training {

// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor();

  int get() const { return value_; }
  bool open() const { return value_ >= 0; }
  void Close();

 private:
  int value_ = -1;
};

// "cannot <what> <path>: <why>" for an errno.
Error IoError(const std::string& what, const std::string& path, int error_number);

Status MakeFolder(const std::string& path);  // with its parents
void RemoveFolder(const std::string& path);  // with all below it; what cannot be removed stays
bool IsFile(const std::string& path);
Result<std::string> ReadFile(const std::string& path);
// The last `limit` bytes of a file; "" when it cannot be read.
std::string ReadTail(const std::string& path, size_t limit);
// Writes a new file beside the path and renames it, so that readers see all of it or the old one.
Status WriteFile(const std::string& path, std::string_view text);
Status CopyFile(const std::string& from, const std::string& to);
// Names in a folder, sorted; none when there is no such folder.
std::vector<std::string> ListNames(const std::string& path);

// UTC milliseconds since the epoch.
int64_t NowMs();

}  // namespace paisql::training
