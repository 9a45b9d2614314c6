#include "store/files/clock.h"

#include <pwd.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <vector>

#include "base/assert.h"
#include "store/catalog.h"

namespace paisql::store {
namespace {

std::string RandomHex(size_t digits) {
  std::array<unsigned char, 16> bytes{};
  PAISQL_ASSERT(digits <= 2 * bytes.size(), "a name has at most 32 digits");
  const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
  PAISQL_ASSERT(got == static_cast<ssize_t>(bytes.size()), "the kernel gives random bytes");
  std::string hex;
  for (size_t i = 0; i < digits; ++i) {
    hex += "0123456789abcdef"[i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 15];
  }
  return hex;
}

}  // namespace

std::string UserName() {
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> buffer(4096);
  getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return found != nullptr ? found->pw_name : std::to_string(geteuid());
}

std::string UniqueName() { return RandomHex(32); }

std::string NewInstanceId() { return InstanceIdAt(NowMs()); }

std::string InstanceIdAt(int64_t now_ms) {
  // A clock may stand before 1970, and then division rounds towards the wrong side.
  const int64_t milliseconds_of_second = ((now_ms % 1000) + 1000) % 1000;
  const auto seconds = static_cast<time_t>((now_ms - milliseconds_of_second) / 1000);
  tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, 16> stamp{};
  strftime(stamp.data(), stamp.size(), "%Y%m%d%H%M%S", &utc);
  const std::string milliseconds = std::to_string(1000 + milliseconds_of_second).substr(1);
  return stamp.data() + milliseconds + "g" + RandomHex(8);
}

}  // namespace paisql::store
