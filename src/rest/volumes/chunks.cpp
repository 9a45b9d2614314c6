#include "rest/volumes/chunks.h"

#include <algorithm>
#include <array>

#include "base/coding/digests.h"

namespace paisql::rest {

namespace {

constexpr size_t kChunkBytes = size_t{512} << 10;
constexpr size_t kMostChunkBytes = size_t{256} << 20;
constexpr size_t kNumberBytes = 4;

std::string BigEndian(uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

uint32_t NumberOf(std::string_view bytes) {
  uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

Error Damaged(std::string detail) { return Error{ErrorCode::kTunnel, std::move(detail), {}, ""}; }

// Four bytes are held back all the time: when the stream ends they are the last chunk's sum.
class ChunkSource final : public ByteSource {
 public:
  explicit ChunkSource(std::unique_ptr<ByteSource> packed) : packed_(std::move(packed)) {}

  Result<size_t> Read(char* into, size_t most) override {
    if (!begun_) PAISQL_TRY(Begin());
    while (true) {
      PAISQL_TRY(Fill());
      if (held_.empty() && in_chunk_ == 0) return size_t{0};
      if (held_.size() < kNumberBytes) return Damaged("the chunks of the file are cut off");
      const bool last = ended_ && held_.size() == kNumberBytes;
      if (!last && in_chunk_ < size_) break;
      PAISQL_TRY(CheckSum());
    }
    const size_t count = std::min({most, held_.size() - kNumberBytes, size_ - in_chunk_});
    std::copy_n(held_.data(), count, into);
    sum_ = Crc32(sum_, std::string_view(held_).substr(0, count));
    held_.erase(0, count);
    in_chunk_ += count;
    return count;
  }

 private:
  Status Begin() {
    begun_ = true;
    PAISQL_TRY(Fill());
    if (held_.size() < kNumberBytes) return Damaged("the size of the chunks is missing");
    const std::string_view size = std::string_view(held_).substr(0, kNumberBytes);
    size_ = NumberOf(size);
    if (size_ == 0 || size_ > kMostChunkBytes) {
      return Damaged("chunks of " + std::to_string(size_) + " bytes are not read");
    }
    sum_ = Crc32(0, size);
    held_.erase(0, kNumberBytes);
    return Status::Ok();
  }

  // Until there is a byte more than a sum, or the end.
  Status Fill() {
    while (!ended_ && held_.size() <= kNumberBytes) {
      std::array<char, 64 * 1024> piece;
      PAISQL_ASSIGN(const size_t count, packed_->Read(piece.data(), piece.size()));
      if (count == 0) ended_ = true;
      held_.append(piece.data(), count);
    }
    return Status::Ok();
  }

  Status CheckSum() {
    const uint32_t sum = NumberOf(std::string_view(held_).substr(0, kNumberBytes));
    if (sum != sum_) return Damaged("a chunk of the file has another CRC than it says");
    held_.erase(0, kNumberBytes);
    in_chunk_ = 0;
    return Status::Ok();
  }

  const std::unique_ptr<ByteSource> packed_;
  bool begun_ = false;
  bool ended_ = false;
  std::string held_;
  size_t size_ = 0;
  size_t in_chunk_ = 0;
  uint32_t sum_ = 0;
};

}  // namespace

void ChunkPacker::Begin(std::string& out) {
  if (begun_) return;
  begun_ = true;
  const std::string size = BigEndian(static_cast<uint32_t>(kChunkBytes));
  sum_ = Crc32(0, size);
  out += size;
}

void ChunkPacker::Add(std::string_view bytes, std::string& out) {
  Begin(out);
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, kChunkBytes - in_chunk_);
    sum_ = Crc32(sum_, part);
    out += part;
    in_chunk_ += part.size();
    bytes.remove_prefix(part.size());
    if (in_chunk_ < kChunkBytes) continue;
    out += BigEndian(sum_);
    in_chunk_ = 0;
  }
}

void ChunkPacker::Finish(std::string& out) {
  Begin(out);
  if (in_chunk_ > 0) out += BigEndian(sum_);
}

std::unique_ptr<ByteSource> ReadChunks(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<ChunkSource>(std::move(packed));
}

}  // namespace paisql::rest
