#include "store/files/clock.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <vector>

#include "base/hex.h"
#include "store/catalog.h"

namespace paisql::store {
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
