#pragma once

// The body of a request that is too large for memory: a file without a name, so that nothing of it
// outlives the process. Written by one thread at a time; several may read a body that is whole.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::http {

class SpooledBody {
 public:
  // A file of the folder, on whose disk the bytes need room.
  static Result<std::shared_ptr<SpooledBody>> Make(const std::string& folder);
  // Of an empty file.
  SpooledBody(Descriptor file, std::string folder)
      : file_(std::move(file)), folder_(std::move(folder)) {}

  // After an error nothing can be said about what is there.
  Status Append(std::string_view bytes);

  uint64_t size() const { return size_; }
  // At most so many bytes from an offset; fewer only at the end.
  Result<std::string> ReadAt(uint64_t offset, size_t most) const;
  // Of the file, which is open for reading and writing. It belongs to the body.
  int descriptor() const { return file_.get(); }

 private:
  const Descriptor file_;
  const std::string folder_;
  uint64_t size_ = 0;
};

}  // namespace paisql::http
