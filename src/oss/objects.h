#pragma once

// The objects of a bucket: the files below its folder, a key being the path. Links are followed, as
// a script that opens one follows them, but removed as links.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace paisql::oss {

struct Object {
  std::string key;  // "dir/file"; "dir/" of a folder
  int64_t bytes = 0;
  int64_t modified_sec = 0;
};

// An error from this function ends a walk.
using Stopped = std::function<Status()>;

struct Walk {
  std::string folder;      // the bucket's
  std::string prefix;      // of the keys
  bool one_level = false;  // deeper objects appear as their folder, "dir/"
};

// The objects whose keys begin with the prefix, sorted as their names are within each folder.
// Leaves out objects that vanish meanwhile; lists a folder once when links lead back into it.
Result<std::vector<Object>> ListObjects(const Walk& walk, const Stopped& stopped);

// Whether there is no file below the folder.
Result<bool> HoldsNoObject(const std::string& folder);

// Removes the object, and the folders above it up to the bucket's that hold nothing more.
Status RemoveObject(const std::string& bucket_folder, const std::string& key);

}  // namespace paisql::oss
