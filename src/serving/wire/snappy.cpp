#include "serving/wire/snappy.h"

#include <cstdint>

namespace paisql::serving {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool done() const { return bytes_.empty(); }
  // Little-endian; nullopt when there are not so many bytes.
  std::optional<uint32_t> Number(size_t count) {
    if (bytes_.size() < count) return std::nullopt;
    uint32_t number = 0;
    for (size_t i = 0; i < count; ++i) {
      number |= static_cast<uint32_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
    }
    bytes_.remove_prefix(count);
    return number;
  }
  // Seven bits a byte, the least first.
  std::optional<uint32_t> Varint() {
    uint64_t number = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const std::optional<uint32_t> byte = Number(1);
      if (!byte.has_value()) return std::nullopt;
      number |= static_cast<uint64_t>(*byte & 0x7f) << shift;
      if (*byte < 0x80) {
        if (number > UINT32_MAX) return std::nullopt;
        return static_cast<uint32_t>(number);
      }
    }
    return std::nullopt;
  }
  std::optional<std::string_view> Bytes(size_t count) {
    if (bytes_.size() < count) return std::nullopt;
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

 private:
  std::string_view bytes_;
};

// Bytes as they are. The tag has their number, or how many bytes behind it have it.
bool Literal(uint32_t tag, Reader& reader, std::string& out) {
  constexpr uint32_t kLongestInTag = 60;
  uint32_t length = tag >> 2;
  if (length >= kLongestInTag) {
    const std::optional<uint32_t> number = reader.Number(length - kLongestInTag + 1);
    if (!number.has_value()) return false;
    length = *number;
  }
  const std::optional<std::string_view> bytes = reader.Bytes(size_t{length} + 1);
  if (bytes.has_value()) out += *bytes;
  return bytes.has_value();
}

// Bytes that stand `offset` before the end; they may reach into what they make.
bool CopyBefore(uint32_t tag, Reader& reader, std::string& out) {
  const uint32_t kind = tag & 3;
  const std::optional<uint32_t> number = reader.Number(kind == 3 ? 4 : kind);
  if (!number.has_value()) return false;
  const uint32_t offset = kind == 1 ? (tag >> 5) << 8 | *number : *number;
  const uint32_t length = kind == 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
  if (offset == 0 || offset > out.size()) return false;
  for (uint32_t i = 0; i < length; ++i) out += out[out.size() - offset];
  return true;
}

}  // namespace

std::optional<std::string> Unsnappy(std::string_view block, size_t limit_bytes) {
  Reader reader(block);
  const std::optional<uint32_t> length = reader.Varint();
  if (!length.has_value() || *length > limit_bytes) return std::nullopt;
  std::string out;
  while (!reader.done()) {
    const uint32_t tag = *reader.Number(1);
    const bool whole = (tag & 3) == 0 ? Literal(tag, reader, out) : CopyBefore(tag, reader, out);
    if (!whole || out.size() > *length) return std::nullopt;
  }
  if (out.size() != *length) return std::nullopt;
  return out;
}

}  // namespace paisql::serving
