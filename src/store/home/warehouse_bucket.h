#pragma once

// The bucket that keeps a home's data files (docs/warehouse-bucket.md). Each of them is an object
// there. What stands at the file's place below <home>/warehouse is a copy of it, which may have
// some of its blocks alone (store/upkeep/bucket_copy.h). oss/warehouse.h has the implementation.
//
// Paths are those of the copies. Safe from any thread. Errors name the object and the cure; a
// request that the caller's token stops is kInstanceCancelled.

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::store {

class WarehouseBucket {
 public:
  virtual ~WarehouseBucket() = default;

  // "oss://bucket/p/t/x.parquet", for messages.
  virtual std::string NameOf(const std::string& path) const = 0;
  // Makes the object of a complete copy. It appears as a whole.
  virtual Status Put(const std::string& path, const std::stop_token& stop) = 0;
  // Removes the object; one that is not there is fine.
  virtual Status Remove(const std::string& path) = 0;
  // Fills `to` with `count` bytes of an object of `bytes` bytes. False: the object is missing.
  virtual Result<bool> Read(const std::string& path, int64_t bytes, int64_t offset, int64_t count,
                            char* to, const std::stop_token& stop) = 0;
  // The sizes of all objects, by the paths of their copies. A store may list new ones late.
  virtual Result<std::map<std::string, int64_t>> List(const std::stop_token& stop) = 0;
  // The size of one object; -1 where it is missing.
  virtual Result<int64_t> SizeOf(const std::string& path, const std::stop_token& stop) = 0;

  // <home>/warehouse.
  virtual const std::string& copies_path() const = 0;
  // How many bytes the copies may take before the least used ones go.
  virtual int64_t copies_bytes() const = 0;
  // Whether the path is that of a copy.
  bool HasPath(const std::string& path) const {
    const std::string& folder = copies_path();
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
  }
};

}  // namespace paisql::store
