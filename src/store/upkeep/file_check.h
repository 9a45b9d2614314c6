#pragma once

// Holds data files to what the catalog knows of them: that they are there, their sizes, and the
// checksums of those blocks that a reader is going to read. What was found right is remembered and
// not read again, as long as the file is the same by its number, size and time.
//
// Safe from any thread; a check uses more of its own for what is large.

#include <sys/stat.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "store/home/warehouse_bucket.h"
#include "store/types.h"

namespace paisql::store {

// The part of a file that is read.
struct FileRead {
  const DataFile* file = nullptr;
  // The names of top-level columns in the file; the footer is read in any case. Null: everything.
  // A column that the file's footer does not name stands for everything, too.
  const std::vector<std::string>* columns = nullptr;
};

enum class CheckDepth {
  kPlaces,  // that they are files, and their sizes
  kSums,    // the checksums of what is read, too
};

enum class DamageKind {
  kMissing,     // nothing is there: perhaps for now, as when a disk is not mounted
  kUnreadable,  // the system does not give it: perhaps for now, too
  kWrong,       // it is there, can be read, and is not what was written
};

struct FileDamage {
  const DataFile* file = nullptr;
  std::string what;  // "is missing", "is damaged: it has 3 bytes instead of 456"
  DamageKind kind = DamageKind::kWrong;
};

// Checks a file without checksums: its footer can be read and names as many rows as the catalog.
// nullopt when that holds.
std::optional<FileDamage> LookAtFooter(const DataFile& file);

class FileCheck {
 public:
  explicit FileCheck(int threads = 0);  // 0: one for each core

  // The first damaged file in the order of `reads`; nullopt when none is. kInstanceCancelled on a
  // stop request; kOutOfMemory; kEnvironment where a file cannot be looked at.
  Result<std::optional<FileDamage>> Check(const std::vector<FileRead>& reads,
                                          const std::stop_token& stop,
                                          CheckDepth depth = CheckDepth::kSums);

  void UseThreads(int threads);  // 0: one for each core
  // Files with the paths of this bucket's copies are fetched from it as far as they are read, and
  // their sums are checked whatever the depth (store/upkeep/bucket_copy.h). Null: none are.
  void UseBucket(std::shared_ptr<WarehouseBucket> bucket);

  // Bytes that were read so far.
  int64_t bytes_read() const {
    const std::lock_guard lock(mutex_);
    return bytes_read_;
  }

 private:
  // The known facts of one file.
  struct Known {
    struct stat identity {};
    std::vector<bool> blocks;   // that are right
    std::vector<bool> columns;  // all of whose blocks are right, by their number in columns_
    bool whole = false;         // there is nothing more to check
  };
  struct Task;
  struct Piece;
  using ColumnNumbers = std::vector<size_t>;

  ColumnNumbers NumberColumns(const std::vector<std::string>& names);
  void Remember(const Task& task);

  std::atomic<int> threads_ = 1;
  mutable std::mutex mutex_;  // guards those below
  std::shared_ptr<WarehouseBucket> bucket_;
  int64_t bytes_read_ = 0;
  std::unordered_map<std::string, Known> known_;  // by path
  std::map<std::string, size_t> columns_;         // numbers by names in lower case
};

}  // namespace paisql::store
