#pragma once

// The two ends of a copy: a file of this machine, or an object of a bucket at an endpoint.

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "oss/object_store.h"

namespace paisql::session {

struct CopyEnd {
  std::string path;                   // of the file, or the key
  oss::ObjectStore* store = nullptr;  // null: a file
  SourceRange range;                  // of errors
};

class CopySource {
 public:
  virtual ~CopySource() = default;
  // Bytes that were read; 0 at the end alone.
  virtual Result<size_t> Read(char* bytes, size_t count) = 0;
};

// What is not finished leaves what was there before.
class CopyTarget {
 public:
  virtual ~CopyTarget() = default;
  virtual Status Write(std::string_view bytes) = 0;
  virtual Status Finish() = 0;
};

Result<std::unique_ptr<CopySource>> OpenSource(const CopyEnd& end);
// The folders above a file are made.
Result<std::unique_ptr<CopyTarget>> OpenTarget(const CopyEnd& end, std::stop_token stop);

}  // namespace paisql::session
