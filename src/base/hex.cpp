#include "base/hex.h"

#include <sys/random.h>

#include <array>
#include <cerrno>

#include "base/assert.h"

namespace paisql {

std::string ToHex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  digits.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    digits += kDigits[byte >> 4];
    digits += kDigits[byte & 15];
  }
  return digits;
}

std::string RandomHex(size_t digits) {
  std::array<char, 16> bytes{};
  PAISQL_ASSERT(digits <= 2 * bytes.size(), "a name has at most 32 digits");
  ssize_t got = 0;
  do {
    got = getrandom(bytes.data(), bytes.size(), 0);
  } while (got < 0 && errno == EINTR);
  PAISQL_ASSERT(got == static_cast<ssize_t>(bytes.size()), "the kernel gives random bytes");
  return ToHex({bytes.data(), bytes.size()}).substr(0, digits);
}

}  // namespace paisql
