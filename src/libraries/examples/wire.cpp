#include "libraries/examples/wire.h"

#include <nmmintrin.h>

#include <array>
#include <cstring>

namespace paisql::examples {

namespace {

constexpr uint32_t kPolynomial = 0x82f63b78;  // CRC-32C, reflected
constexpr uint32_t kMaskDelta = 0xa282ead8;

constexpr std::array<uint32_t, 256> kTable = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < table.size(); ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[i] = crc;
  }
  return table;
}();

uint32_t ByTable(std::string_view bytes) {
  uint32_t crc = ~uint32_t{0};
  for (const char c : bytes) {
    crc = kTable[(crc ^ static_cast<unsigned char>(c)) & 0xff] ^ (crc >> 8);
  }
  return ~crc;
}

__attribute__((target("sse4.2"))) uint32_t ByInstruction(std::string_view bytes) {
  uint64_t crc = ~uint32_t{0};
  while (bytes.size() >= sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    crc = _mm_crc32_u64(crc, word);
    bytes.remove_prefix(sizeof word);
  }
  auto narrow = static_cast<uint32_t>(crc);
  for (const char c : bytes) narrow = _mm_crc32_u8(narrow, static_cast<unsigned char>(c));
  return ~narrow;
}

uint32_t Crc32c(std::string_view bytes) {
  static const bool has_instruction = __builtin_cpu_supports("sse4.2") != 0;
  return has_instruction ? ByInstruction(bytes) : ByTable(bytes);
}

template <typename Number>
void PutNumber(Number number, std::string* to) {
  to->append(reinterpret_cast<const char*>(&number), sizeof number);
}

}  // namespace

uint32_t MaskedCrc32c(std::string_view bytes) {
  const uint32_t crc = Crc32c(bytes);
  return ((crc >> 15) | (crc << 17)) + kMaskDelta;
}

void PutRecord(std::string_view record, std::string* to) {
  const uint64_t size = record.size();
  PutNumber(size, to);
  PutNumber(MaskedCrc32c({reinterpret_cast<const char*>(&size), sizeof size}), to);
  to->append(record);
  PutNumber(MaskedCrc32c(record), to);
}

bool RecordReader::Next(std::string_view* record) {
  constexpr size_t kLengthBytes = sizeof(uint64_t);
  constexpr size_t kChecksumBytes = sizeof(uint32_t);
  constexpr size_t kHeadBytes = kLengthBytes + kChecksumBytes;
  const std::string_view rest = bytes_.substr(read_);
  if (rest.size() < kHeadBytes) return false;
  const auto checksum = [&rest](size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, rest.data() + at, sizeof value);
    return value;
  };
  uint64_t size = 0;
  std::memcpy(&size, rest.data(), sizeof size);
  damaged_ = MaskedCrc32c(rest.substr(0, kLengthBytes)) != checksum(kLengthBytes);
  if (damaged_ || rest.size() - kHeadBytes < kChecksumBytes ||
      rest.size() - kHeadBytes - kChecksumBytes < size) {
    return false;
  }
  *record = rest.substr(kHeadBytes, size);
  damaged_ = MaskedCrc32c(*record) != checksum(kHeadBytes + size);
  if (damaged_) return false;
  read_ += kHeadBytes + size + kChecksumBytes;
  return true;
}

}  // namespace paisql::examples
