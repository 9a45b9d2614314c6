#pragma once

// File system calls that several rooms need, each with an Error that names the path and the cure.

#include <sys/stat.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql {

// "cannot <what> <path>: <why>" for an errno; no space, no permission and too many open files are
// kEnvironment,
// others kIo.
Error FileError(const std::string& what, const std::string& path, int error_number);

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
  int Release() { return std::exchange(value_, -1); }
  void Close();

 private:
  int value_ = -1;
};

// Makes the folder and its parents. Those made are added to `made` (outermost first), when given.
Status MakeFolders(const std::string& path, std::vector<std::string>* made = nullptr);

Result<std::string> ReadFile(const std::string& path);

// Names in a folder, sorted, without "." and ".."; none when the folder does not exist.
Result<std::vector<std::string>> ListFolder(const std::string& path);

// Removes a folder and all below it; links are removed, not followed.
Status RemoveTree(const std::string& path);

// The part of the path before the last '/'.
std::string ParentFolder(const std::string& path);

// Writes all of the bytes, whatever signals come between; false and errno when it cannot, and then
// a part may have been written. Not for descriptors that do not block.
bool WriteAll(int descriptor, std::string_view bytes);

// Whether two names or descriptors stand for one file.
inline bool SameFile(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// False also when one of them is not open.
inline bool SameFile(int one, int other) {
  struct stat first {};
  struct stat second {};
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && SameFile(first, second);
}

// The last bytes of an open file of this size, from the beginning of a line, unless there is none
// among them; "" for a file that cannot be read.
std::string LastLines(int file, size_t size_bytes, size_t wanted_bytes);

}  // namespace paisql
