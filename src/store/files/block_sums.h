#pragma once

// Checksums of a data file: one for each block of it, so that a reader can check what it reads and
// nothing else. The catalog keeps them one after the other
// (docs/internals/formats.md, "Checksums"). They tell chance from what was written, not an
// attacker: who can write the home can write the catalog, too.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/files/files.h"

namespace paisql::store {

inline constexpr int64_t kSumBlockBytes = 1 << 16;
inline constexpr size_t kSumBytes = 8;

inline int64_t BlockCount(int64_t file_bytes) {
  return (file_bytes + kSumBlockBytes - 1) / kSumBlockBytes;
}

// The sum of one block, kSumBytes bytes.
std::string BlockSum(std::string_view block);

// The sums of a complete file, all of which is read. kDamaged if it is not a regular file.
Result<std::string> MakeBlockSums(const std::string& path);

// Opens a regular file for reading, and nothing else: a FIFO or device in its place is not waited
// for or woken. Not open: errno tells why, and 0 that it is something else than a regular file.
// `status` is that of what stands there, when something does.
Descriptor OpenRegularFile(const std::string& path, struct stat* status);

// Reads as many bytes as the file has there, at most `size`. -1: errno tells why.
int64_t ReadAt(const Descriptor& file, int64_t offset, char* to, int64_t size);

}  // namespace paisql::store
