#pragma once

// A part of a file, piece by piece, as answers send it.

#include <cstdint>
#include <string>

#include "base/files/files.h"
#include "http/message.h"

namespace paisql::rest {

// The file stays what it is while it is read, also when it loses its name. Belongs to one thread at
// a time.
class FileRange final : public http::BodySource {
 public:
  // Up to `size` bytes from an offset.
  static Result<std::shared_ptr<FileRange>> Open(const std::string& path, int64_t offset,
                                                 int64_t size);
  FileRange(Descriptor file, int64_t offset, int64_t size)
      : file_(std::move(file)), offset_(offset), left_(size) {}

  Result<std::string> Next() override;

 private:
  const Descriptor file_;
  int64_t offset_;
  int64_t left_;
};

}  // namespace paisql::rest
