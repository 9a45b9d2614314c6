#pragma once

// The file system calls of the store, each with an Error that names the path and the cure. Private
// to the store.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql::store {

// "cannot <what> <path>: <why>" for an errno; no space and no permission are kEnvironment, others
// kIo.
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

 private:
  int value_ = -1;
};

// Makes the folder and its parents. Those made are added to `made` (outermost first), when given.
Status MakeFolders(const std::string& path, std::vector<std::string>* made = nullptr);

// Writes what the kernel holds of a file or of a folder's list of names to the disk.
Status Sync(const std::string& path);
// The same for the whole file system that holds the path: cheaper than Sync for many files.
Status SyncFileSystem(const std::string& path);

Result<int64_t> FileSize(const std::string& path);
bool FileExists(const std::string& path);

// Names in a folder, without "." and ".."; none when the folder does not exist.
Result<std::vector<std::string>> ListFolder(const std::string& path);
// Every file below a folder, as paths that begin with the folder's own.
Result<std::vector<std::string>> ListFilesBelow(const std::string& folder);

// Removes a file; one that is not there is fine.
Status RemoveFile(const std::string& path);
// Removes a folder and all below it; links are removed, not followed.
Status RemoveTree(const std::string& path);
// Removes the folder, and then its parents up to but without `stop`, as long as they are empty.
void RemoveEmptyFolders(std::string folder, const std::string& stop);

// Of one component of a path, on every usual file system.
inline constexpr size_t kMaxFolderNameBytes = 255;

// A name as one folder below others: percent-encoded, and never beginning with '_' or '.', which
// Spark skips. kInvalidCommand when it would be longer than a file system takes.
Result<std::string> FolderName(const std::string& name);

// The part of the path before the last '/'.
std::string ParentFolder(const std::string& path);

}  // namespace paisql::store
