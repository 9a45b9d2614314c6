#include "store/postgres/result_values.h"

#include <bit>
#include <charconv>
#include <cmath>

namespace paisql::store {
namespace {

uint64_t BigEndian(std::string_view bytes) {
  uint64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

int64_t Int2At(std::string_view bytes, size_t at) {
  return static_cast<int16_t>(BigEndian(bytes.substr(at, 2)));
}

// A sum of integers: a sign and digits to the base of 10,000, the first one counts for
// 10,000^weight. Digits after the decimal point are left out.
int64_t OfNumeric(std::string_view bytes) {
  constexpr size_t kHeaderBytes = 8;
  constexpr int64_t kNegative = 0x4000;
  if (bytes.size() < kHeaderBytes) return 0;
  const int64_t digits = Int2At(bytes, 0);
  const int64_t weight = Int2At(bytes, 2);
  int64_t value = 0;
  for (int64_t i = 0; i <= weight; ++i) {
    const auto at = kHeaderBytes + static_cast<size_t>(2 * i);
    value = value * 10000 + (i < digits ? Int2At(bytes, at) : 0);
  }
  return Int2At(bytes, 4) == kNegative ? -value : value;
}

template <typename Number>
Number OfText(std::string_view text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

int64_t PostgresInt(Oid type, std::string_view bytes) {
  switch (type) {
    case kPostgresBool:
      return !bytes.empty() && bytes.front() != '\0' ? 1 : 0;
    case kPostgresInt8:
      return static_cast<int64_t>(BigEndian(bytes));
    case kPostgresInt4:
      return static_cast<int32_t>(BigEndian(bytes));
    case kPostgresInt2:
      return Int2At(bytes, 0);
    case kPostgresDouble:
      return static_cast<int64_t>(PostgresDouble(type, bytes));
    case kPostgresNumeric:
      return OfNumeric(bytes);
    default:
      return OfText<int64_t>(bytes);
  }
}

double PostgresDouble(Oid type, std::string_view bytes) {
  switch (type) {
    case kPostgresDouble:
      return std::bit_cast<double>(BigEndian(bytes));
    case kPostgresBool:
    case kPostgresInt8:
    case kPostgresInt4:
    case kPostgresInt2:
    case kPostgresNumeric:
      return static_cast<double>(PostgresInt(type, bytes));
    default:
      return OfText<double>(bytes);
  }
}

std::string PostgresText(Oid type, std::string_view bytes) {
  switch (type) {
    case kPostgresBool:
    case kPostgresInt8:
    case kPostgresInt4:
    case kPostgresInt2:
    case kPostgresNumeric:
      return std::to_string(PostgresInt(type, bytes));
    case kPostgresDouble:
      return std::to_string(PostgresDouble(type, bytes));
    default:
      return std::string(bytes);
  }
}

}  // namespace paisql::store
