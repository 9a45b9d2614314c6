#pragma once

// Looks at the bytes of a source some at a time. Views hold until the next call.

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/byte_source.h"

namespace paisql::rest {

class ByteReader {
 public:
  explicit ByteReader(std::unique_ptr<ByteSource> source)
      : source_(std::move(source)), buffer_(kPiece) {}

  // The bytes that come next, at least so many unless the source ends before.
  std::string_view Next(size_t least) {
    if (end_ - begin_ < least && !ended_) Refill(least);
    return {buffer_.data() + begin_, end_ - begin_};
  }
  void Take(size_t bytes) {
    begin_ += bytes;
    taken_ += bytes;
  }
  uint64_t taken() const { return taken_; }
  // The source's error, which ends the bytes.
  const Status& status() const { return status_; }

 private:
  static constexpr size_t kPiece = size_t{256} << 10;

  void Refill(size_t least) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    // Room grows with what has come, so a length that lies costs nothing.
    while (end_ < least && !ended_) {
      if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
      Result<size_t> size = source_->Read(buffer_.data() + end_, buffer_.size() - end_);
      const size_t read = size.ok() ? *size : 0;
      if (!size.ok()) status_ = std::move(size).error();
      ended_ = read == 0;
      end_ += read;
    }
  }

  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  size_t begin_ = 0;
  size_t end_ = 0;
  bool ended_ = false;
  uint64_t taken_ = 0;
  Status status_;
};

}  // namespace paisql::rest
