#pragma once

// Bytes that come piece by piece, such as the body of a request. A source belongs to one thread.

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace paisql {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Puts up to `most` bytes at `into`, where `most` is not 0; gives how many, 0 at the end.
  virtual Result<size_t> Read(char* into, size_t most) = 0;
};

// The bytes of a text of its own.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}
  Result<size_t> Read(char* into, size_t most) override {
    const size_t size = std::min(most, text_.size() - at_);
    std::memcpy(into, text_.data() + at_, size);
    at_ += size;
    return size;
  }

 private:
  std::string text_;
  size_t at_ = 0;
};

}  // namespace paisql
