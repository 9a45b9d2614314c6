#pragma once

// The file system calls of the store alone, each with an Error that names the path and the cure.
// Private to the store.

#include <cstdint>
#include <string>
#include <vector>

#include "base/files/files.h"

namespace paisql::store {

// Writes what the kernel holds of files, and of folders' lists of names, to the disk: all at the
// same time, because a disk serves those who wait together at once, and many by one sync of the
// whole file system, which is cheaper then. All stand on one file system.
Status Sync(const std::vector<std::string>& paths);

Result<int64_t> FileSize(const std::string& path);
bool FileExists(const std::string& path);

// Every file below a folder, as paths that begin with the folder's own.
Result<std::vector<std::string>> ListFilesBelow(const std::string& folder);

// Removes a file; one that is not there is fine.
Status RemoveFile(const std::string& path);
// Removes the folder, and then its parents up to but without `stop`, as long as they are empty.
Status RemoveEmptyFolders(std::string folder, const std::string& stop);
// Every empty folder below this one, as far as possible; links are not followed.
Status RemoveEmptyFoldersBelow(const std::string& root);

// kDamaged if the folder lies outside of `root` once links are followed: nothing is removed there.
// A folder that does not exist is fine.
Status CheckStaysBelow(const std::string& root, const std::string& folder);

// The limit for one component of a path, on every usual file system.
inline constexpr size_t kMaxFolderNameBytes = 255;

// A name as one folder below others: percent-encoded, and never beginning with '_' or '.', which
// Spark skips. kInvalidCommand when it would be longer than a file system takes.
Result<std::string> FolderName(const std::string& name);

}  // namespace paisql::store
