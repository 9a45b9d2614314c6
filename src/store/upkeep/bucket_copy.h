#pragma once

// The copy of a data file that lies in a bucket: a file of the same size at the file's place below
// <home>/warehouse, with holes where no reader has wanted a block yet. The checksums tell which
// blocks are there, so a block that was cut off, damaged or never fetched is fetched again.
// Processes that fetch the same block write the same bytes. Private to the store; any thread.

#include <cstdint>
#include <functional>
#include <string>

#include "base/files/files.h"
#include "base/result.h"
#include "store/home/home.h"
#include "store/home/warehouse_bucket.h"
#include "store/types.h"

namespace paisql::store {

// Makes a place for the copy: a file of the right size, empty unless it was there. Nothing is asked
// of the bucket.
Status MakeCopyPlace(const DataFile& file);

// Makes an empty copy unless one exists, so that the search for orphans finds the object.
Status MarkCopy(const std::string& path);

// Writes what was fetched, and is right, into the copy.
Status KeepRange(const DataFile& file, int64_t offset, int64_t count, const char* bytes);

// Keeps copies from going while files of the home are checked. Whoever reads copies afterwards has
// pinned its lease before, as all readers do, and TrimCopies leaves all alone then.
class CopiesInUse {
 public:
  explicit CopiesInUse(const WarehouseBucket& bucket);

 private:
  Descriptor lock_;
};

// Removes the copies that were not read for the longest time until the others take no more than
// `limit` bytes, unless a process reads. Only files that the catalog lists: `is_listed` gets paths
// below the home. What cannot go does not count. How many bytes went.
Result<int64_t> TrimCopies(const Home& home, const WarehouseBucket& bucket, int64_t limit,
                           const std::function<Result<bool>(const std::string&)>& is_listed);

}  // namespace paisql::store
