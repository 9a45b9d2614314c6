#include "base/coding/crc32c.h"

#include <array>
#include <bit>
#include <cstring>

namespace paisql {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr uint32_t kPolynomial = 0x82F63B78;  // reflected
constexpr size_t kSlices = 8;

using Tables = std::array<std::array<uint32_t, 256>, kSlices>;

constexpr Tables MakeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) rest = (rest >> 1) ^ ((rest & 1) != 0 ? kPolynomial : 0);
    tables[0][byte] = rest;
  }
  for (size_t slice = 1; slice < kSlices; ++slice) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t before = tables[slice - 1][byte];
      tables[slice][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

// States are polynomials whose coefficient of x^0 is the highest bit.
constexpr uint32_t kOne = 0x80000000;

// The product modulo the polynomial.
constexpr uint32_t Product(uint32_t left, uint32_t right) {
  uint32_t product = 0;
  for (uint32_t bit = kOne; bit != 0; bit >>= 1) {
    if ((left & bit) != 0) product ^= right;
    right = (right >> 1) ^ ((right & 1) != 0 ? kPolynomial : 0);
  }
  return product;
}

// What moves a state over so many bytes that are zero: x to the power of their bits.
constexpr uint32_t Mover(uint64_t bytes) {
  uint32_t mover = kOne;
  uint32_t power = kOne >> 8;  // x^8
  for (; bytes != 0; bytes >>= 1) {
    if ((bytes & 1) != 0) mover = Product(mover, power);
    power = Product(power, power);
  }
  return mover;
}

#if defined(__x86_64__)

// The instruction takes three cycles, and one can begin in each: three lanes at once.
constexpr size_t kLaneWords = 512;
constexpr size_t kLaneBytes = kLaneWords * sizeof(uint64_t);
constexpr size_t kLanes = 3;
constexpr uint32_t kLaneMover = Mover(kLaneBytes);

__attribute__((target("sse4.2"))) uint32_t AddLanes(const char* bytes, uint32_t state) {
  uint64_t lanes[kLanes] = {state, 0, 0};
  for (size_t i = 0; i < kLaneWords; ++i) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      uint64_t word = 0;
      std::memcpy(&word, bytes + lane * kLaneBytes + i * sizeof(word), sizeof(word));
      lanes[lane] = __builtin_ia32_crc32di(lanes[lane], word);
    }
  }
  auto all = static_cast<uint32_t>(lanes[0]);
  for (size_t lane = 1; lane < kLanes; ++lane) {
    all = Product(all, kLaneMover) ^ static_cast<uint32_t>(lanes[lane]);
  }
  return all;
}

__attribute__((target("sse4.2"))) uint32_t AddByInstruction(std::string_view bytes,
                                                            uint32_t state) {
  for (; bytes.size() >= kLanes * kLaneBytes; bytes.remove_prefix(kLanes * kLaneBytes)) {
    state = AddLanes(bytes.data(), state);
  }
  uint64_t wide = state;
  for (; bytes.size() >= sizeof(uint64_t); bytes.remove_prefix(sizeof(uint64_t))) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof(word));
    wide = __builtin_ia32_crc32di(wide, word);
  }
  auto narrow = static_cast<uint32_t>(wide);
  for (const char byte : bytes) {
    narrow = __builtin_ia32_crc32qi(narrow, static_cast<uint8_t>(byte));
  }
  return narrow;
}

bool HasInstruction() {
  static const bool has = __builtin_cpu_supports("sse4.2");
  return has;
}

#else

uint32_t AddByInstruction(std::string_view /*bytes*/, uint32_t state) { return state; }
bool HasInstruction() { return false; }

#endif

}  // namespace

void Crc32c::Add(std::string_view bytes) {
  if (HasInstruction()) {
    state_ = AddByInstruction(bytes, state_);
    return;
  }
  while (bytes.size() >= kSlices) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof(word));
    word ^= state_;
    uint32_t next = 0;
    for (size_t i = 0; i < kSlices; ++i) {
      next ^= kTables[kSlices - 1 - i][(word >> (8 * i)) & 0xFF];
    }
    state_ = next;
    bytes.remove_prefix(kSlices);
  }
  for (const char byte : bytes) {
    state_ = (state_ >> 8) ^ kTables[0][(state_ ^ static_cast<uint8_t>(byte)) & 0xFF];
  }
}

void Crc32c::AddSum(const Crc32c& next, uint64_t size) {
  // `next` began with a state of ones, whose place this state takes.
  state_ = Product(~state_, Mover(size)) ^ next.state_;
}

}  // namespace paisql
