#include "base/byte_size.h"

#include <charconv>
#include <cmath>
#include <string>

#include "base/text.h"

namespace paisql {

namespace {

struct Unit {
  std::string_view name;
  double bytes;
};

constexpr double kKilo = 1000;
constexpr double kKibi = 1024;

constexpr Unit kUnits[] = {
    {"B", 1},
    {"KB", kKilo},
    {"MB", kKilo* kKilo},
    {"GB", kKilo* kKilo* kKilo},
    {"TB", kKilo* kKilo* kKilo* kKilo},
    {"KIB", kKibi},
    {"MIB", kKibi* kKibi},
    {"GIB", kKibi* kKibi* kKibi},
    {"TIB", kKibi* kKibi* kKibi* kKibi},
};

constexpr double kTooMany = 9.2e18;  // just below 2^63

}  // namespace

std::optional<int64_t> ParseByteSize(std::string_view text) {
  // from_chars would take a sign and the names of infinity, too.
  if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
  double number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (read.ec != std::errc() || number <= 0) return std::nullopt;
  const std::string name = ToUpper(Trim(std::string_view(read.ptr, end)));
  for (const Unit& unit : kUnits) {
    if (name != unit.name) continue;
    const double bytes = std::ceil(number * unit.bytes);
    if (bytes > kTooMany) return std::nullopt;
    return static_cast<int64_t>(bytes);
  }
  return std::nullopt;
}

}  // namespace paisql
