#pragma once

// What the codecs share. Private to this folder.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/coding/codec/codec.h"

namespace paisql {

// The packed bytes, a piece at a time.
class PackedInput {
 public:
  PackedInput(std::unique_ptr<ByteSource> source, std::string_view codec)
      : source_(std::move(source)), codec_(codec), piece_(size_t{64} << 10) {}

  // What has come and was not taken; reads on when that is all. Empty at the end.
  Result<std::string_view> Rest() {
    if (begin_ == end_) {
      begin_ = 0;
      PAISQL_ASSIGN(end_, source_->Read(piece_.data(), piece_.size()));
    }
    return std::string_view(piece_.data() + begin_, end_ - begin_);
  }
  void Take(size_t bytes) { begin_ += bytes; }
  // Puts the next bytes into `out`, as many as there are up to `size`; all of them or the end.
  Status Fill(std::string& out, size_t size) {
    while (out.size() < size) {
      PAISQL_ASSIGN(const std::string_view rest, Rest());
      if (rest.empty()) return Status::Ok();
      const size_t taken = std::min(rest.size(), size - out.size());
      out += rest.substr(0, taken);
      Take(taken);
    }
    return Status::Ok();
  }
  Error Damaged() const {
    return {ErrorCode::kIo,
            "the " + std::string(codec_) + " stream is damaged or not whole",
            {},
            "send it again"};
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string_view codec_;
  std::vector<char> piece_;
  size_t begin_ = 0;
  size_t end_ = 0;
};

std::unique_ptr<Packer> PackDeflate();
std::unique_ptr<ByteSource> UnpackDeflate(std::unique_ptr<ByteSource> packed);
std::unique_ptr<Packer> PackZstdStream();
std::unique_ptr<ByteSource> UnpackZstd(std::unique_ptr<ByteSource> packed);
std::unique_ptr<Packer> PackLz4();
std::unique_ptr<ByteSource> UnpackLz4(std::unique_ptr<ByteSource> packed);
std::unique_ptr<Packer> PackSnappy();
std::unique_ptr<ByteSource> UnpackSnappy(std::unique_ptr<ByteSource> packed);

}  // namespace paisql
