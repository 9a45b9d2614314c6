// The framing format of Snappy: chunks of a kind, a length of 24 bits and a masked CRC-32C.

#include <snappy.h>

#include "base/coding/codec/packed_source.h"
#include "base/coding/crc32c.h"

namespace paisql {

namespace {

constexpr std::string_view kHead("\xff\x06\x00\x00sNaPpY", 10);
constexpr size_t kMostOfChunk = 65536;
constexpr size_t kHeadOfChunk = 4;
constexpr size_t kSum = 4;
constexpr size_t kLongestChunk = size_t{1} << 17;  // of packed bytes, with their sum

enum Chunk : uint8_t {
  kPacked = 0x00,
  kPlain = 0x01,
  kFirstToSkip = 0x80,
  kStream = 0xff,
};

uint32_t SumOf(std::string_view bytes) {
  Crc32c crc;
  crc.Add(bytes);
  const uint32_t sum = crc.value();
  return ((sum >> 15) | (sum << 17)) + 0xA282EAD8U;
}

void AppendNumber(uint32_t value, int bytes, std::string& out) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

uint32_t NumberAt(std::string_view bytes, int size) {
  uint32_t value = 0;
  for (int i = 0; i < size; ++i) value |= uint32_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
  return value;
}

class SnappyPacker final : public Packer {
 public:
  void Add(std::string_view bytes, std::string& out) override {
    Begin(out);
    waiting_ += bytes;
    std::string_view rest = waiting_;
    for (; rest.size() >= kMostOfChunk; rest.remove_prefix(kMostOfChunk)) {
      AppendChunk(rest.substr(0, kMostOfChunk), out);
    }
    waiting_.erase(0, waiting_.size() - rest.size());
  }
  void Finish(std::string& out) override {
    Begin(out);
    if (!waiting_.empty()) AppendChunk(waiting_, out);
    waiting_.clear();
  }

 private:
  void Begin(std::string& out) {
    if (!begun_) out += kHead;
    begun_ = true;
  }
  void AppendChunk(std::string_view bytes, std::string& out) {
    snappy::Compress(bytes.data(), bytes.size(), &packed_);
    const bool smaller = packed_.size() < bytes.size();
    const std::string_view body = smaller ? std::string_view(packed_) : bytes;
    out += static_cast<char>(smaller ? kPacked : kPlain);
    AppendNumber(static_cast<uint32_t>(body.size() + kSum), 3, out);
    AppendNumber(SumOf(bytes), 4, out);
    out += body;
  }

  std::string waiting_;
  std::string packed_;
  bool begun_ = false;
};

class SnappySource final : public ByteSource {
 public:
  explicit SnappySource(std::unique_ptr<ByteSource> packed) : input_(std::move(packed), "snappy") {}

  Result<size_t> Read(char* into, size_t most) override {
    while (at_ == chunk_.size()) {
      PAISQL_ASSIGN(const bool more, NextChunk());
      if (!more) return 0;
    }
    const size_t size = std::min(most, chunk_.size() - at_);
    std::memcpy(into, chunk_.data() + at_, size);
    at_ += size;
    return size;
  }

 private:
  // False at the end of the stream.
  Result<bool> NextChunk() {
    chunk_.clear();
    at_ = 0;
    std::string head;
    PAISQL_TRY(input_.Fill(head, kHeadOfChunk));
    if (head.empty() && begun_) return false;
    if (head.size() < kHeadOfChunk) return input_.Damaged();
    const auto kind = static_cast<uint8_t>(head[0]);
    const uint32_t length = NumberAt(std::string_view(head).substr(1), 3);
    if (!begun_ && kind != kStream) return input_.Damaged();
    if (kind >= kFirstToSkip && kind != kStream) return Skip(length);
    if (length > kLongestChunk) return input_.Damaged();
    body_.clear();
    PAISQL_TRY(input_.Fill(body_, length));
    if (body_.size() < length) return input_.Damaged();
    if (kind == kStream) {
      begun_ = true;
      if (body_ != kHead.substr(kHeadOfChunk)) return input_.Damaged();
      return true;
    }
    if (!Unpack(kind)) return input_.Damaged();
    return true;
  }

  Result<bool> Skip(size_t length) {
    while (length > 0) {
      PAISQL_ASSIGN(const std::string_view rest, input_.Rest());
      if (rest.empty()) return input_.Damaged();
      const size_t taken = std::min(length, rest.size());
      input_.Take(taken);
      length -= taken;
    }
    return true;
  }

  bool Unpack(uint8_t kind) {
    if (kind != kPacked && kind != kPlain) return false;
    if (body_.size() < kSum) return false;
    const uint32_t sum = NumberAt(body_, 4);
    const std::string_view data = std::string_view(body_).substr(kSum);
    if (kind == kPlain) {
      chunk_ = data;
    } else {
      size_t size = 0;
      const bool known = snappy::GetUncompressedLength(data.data(), data.size(), &size);
      if (!known || size > kMostOfChunk) return false;
      if (!snappy::Uncompress(data.data(), data.size(), &chunk_)) return false;
    }
    return chunk_.size() <= kMostOfChunk && SumOf(chunk_) == sum;
  }

  PackedInput input_;
  bool begun_ = false;
  std::string body_;
  std::string chunk_;
  size_t at_ = 0;
};

}  // namespace

std::unique_ptr<Packer> PackSnappy() { return std::make_unique<SnappyPacker>(); }

std::unique_ptr<ByteSource> UnpackSnappy(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<SnappySource>(std::move(packed));
}

}  // namespace paisql
