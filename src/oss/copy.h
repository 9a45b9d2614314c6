#pragma once

// Copies of files into buckets, out of them, and from one bucket to another. Existing objects stay
// unless the request replaces them, and a target appears when it is complete.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "oss/place.h"

namespace paisql::oss {

// One side of a copy.
struct CopySide {
  SourceRange range;
  std::optional<Place> place;  // nothing: a file of this machine
  std::string path;     // of the file or folder, or its key in a bucket; without a slash at its end
  bool folder = false;  // names a folder by its form, or is one

  // The file or the key below a folder.
  std::string Below(const std::string& name) const {
    return path.empty() ? name : path + "/" + name;
  }
  // The name in the answer.
  std::string Name(const std::string& below) const {
    const std::string whole = below.empty() ? path : Below(below);
    return place.has_value() ? place->Name(whole) : whole;
  }
};

// `path`: the name as a path of this machine, where it is not an oss:// name.
Result<CopySide> ReadCopySide(const std::string& name, std::string path, const SourceRange& range,
                              const Caller& caller);

struct CopyOptions {
  bool folder = false;      // all that the folder holds
  bool replaces = false;    // what exists
  bool only_newer = false;  // replaces what is older, and passes over the rest
};

struct CopiedObject {
  std::string from;
  std::string to;
  std::string from_name;
  std::string to_name;
  int64_t bytes = 0;
  int64_t modified_sec = 0;
};

struct Copied {
  size_t found = 0;                   // those that were passed over among them
  std::vector<CopiedObject> objects;  // that were copied
};

Result<Copied> Copy(const CopySide& from, const CopySide& to, const CopyOptions& options,
                    const Caller& caller);

}  // namespace paisql::oss
