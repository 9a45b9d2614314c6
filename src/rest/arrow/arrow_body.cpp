#include "rest/arrow/arrow_body.h"

#include <bit>

#include "rest/records/byte_reader.h"
#include "rest/records/stream_error.h"

namespace paisql::rest {

namespace {

constexpr size_t kSumBytes = 4;
// A client chooses the size; a chunk is kept in memory.
constexpr size_t kLargestChunk = size_t{64} << 20;

void AppendBigEndian(uint32_t value, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

uint32_t BigEndianAt(std::string_view bytes) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data(), sizeof(value));
  static_assert(std::endian::native == std::endian::little);
  return __builtin_bswap32(value);
}

class FrameSource final : public ByteSource {
 public:
  explicit FrameSource(std::unique_ptr<ByteSource> framed) : bytes_(std::move(framed)) {}

  Result<size_t> Read(char* into, size_t most) override {
    if (left_ == 0 && !last_) PAISQL_TRY(NextChunk());
    const size_t size = std::min(most, left_);
    if (size == 0) return 0;
    const std::string_view next = bytes_.Next(size);
    std::memcpy(into, next.data(), size);
    bytes_.Take(size);
    left_ -= size;
    if (left_ == 0) bytes_.Take(kSumBytes);
    return size;
  }

 private:
  // Looks at the next chunk and checks it.
  Status NextChunk() {
    if (size_ == 0) PAISQL_TRY(ReadSize());
    if (last_) return Status::Ok();
    const std::string_view next = bytes_.Next(size_ + kSumBytes);
    PAISQL_TRY(SourceStatus());
    if (next.size() < kSumBytes) return StreamError(StreamFault::kMalformed, "the data is cut off");
    last_ = next.size() < size_ + kSumBytes;
    const size_t size = last_ ? next.size() - kSumBytes : size_;
    const std::string_view chunk = next.substr(0, size);
    Crc32c one;
    one.Add(chunk);
    all_.AddSum(one, size);
    const uint32_t expected = BigEndianAt(next.substr(size));
    if (expected != (last_ ? all_ : one).value()) {
      return StreamError(StreamFault::kCorrupted, "the checksum of a chunk is wrong");
    }
    left_ = size;
    if (size == 0) bytes_.Take(kSumBytes);
    return Status::Ok();
  }

  Status ReadSize() {
    const std::string_view head = bytes_.Next(kSumBytes + 1);
    PAISQL_TRY(SourceStatus());
    if (head.size() == kSumBytes && BigEndianAt(head) == 0) {
      // A client that has written nothing sends the checksum of nothing alone.
      last_ = true;
      bytes_.Take(kSumBytes);
      return Status::Ok();
    }
    if (head.size() < kSumBytes) {
      return StreamError(StreamFault::kMalformed, "the data is cut off");
    }
    size_ = BigEndianAt(head);
    bytes_.Take(kSumBytes);
    if (size_ > 0 && size_ <= kLargestChunk) return Status::Ok();
    return StreamError(StreamFault::kMalformed, "a chunk has a wrong size");
  }

  Status SourceStatus() const {
    if (bytes_.status().ok()) return Status::Ok();
    return StreamError(StreamFault::kMalformed, bytes_.status().error().detail);
  }

  ByteReader bytes_;
  size_t size_ = 0;  // of chunks; 0 before it is known
  size_t left_ = 0;  // of the chunk that was checked
  bool last_ = false;
  Crc32c all_;
};

}  // namespace

void ArrowFrameWriter::Begin(std::string& out) {
  if (!begun_) AppendBigEndian(kChunkBytes, out);
  begun_ = true;
}

void ArrowFrameWriter::Add(std::string_view bytes, std::string& out) {
  Begin(out);
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kChunkBytes - in_chunk_);
    bytes.remove_prefix(piece.size());
    out += piece;
    chunk_.Add(piece);
    in_chunk_ += piece.size();
    if (in_chunk_ < kChunkBytes) continue;
    AppendBigEndian(chunk_.value(), out);
    EndChunk();
  }
}

void ArrowFrameWriter::EndChunk() {
  all_.AddSum(chunk_, in_chunk_);
  chunk_.Reset();
  in_chunk_ = 0;
}

void ArrowFrameWriter::Finish(std::string& out) {
  Begin(out);
  EndChunk();
  AppendBigEndian(all_.value(), out);
}

std::unique_ptr<ByteSource> OpenArrowFrame(std::unique_ptr<ByteSource> framed) {
  return std::make_unique<FrameSource>(std::move(framed));
}

}  // namespace paisql::rest
