#include "types/time/zone.h"

#include <absl/time/time.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "types/time/time_text.h"

namespace paisql {

struct TimeZone::Rules {
  absl::TimeZone zone;
};

namespace {

constexpr const char* kPlatformZone = "Asia/Shanghai";
constexpr int kPlatformOffset = 8 * 3600;

// Names that the library has for itself.
constexpr std::array<std::string_view, 2> kOtherNames = {"UTC0", "localtime"};

// "Area/City", "UTC" and the like: letters, digits and _ - +, parts separated by single slashes.
bool LooksLikeZoneName(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.back() == '/') return false;
  if (name.find("//") != std::string::npos) return false;
  if (std::find(kOtherNames.begin(), kOtherNames.end(), name) != kOtherNames.end()) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == '/';
  });
}

Error NoSuchZone(const std::string& name) {
  return {ErrorCode::kInvalidCommand,
          fmt::format("'{}' is not a time zone", name),
          {},
          "use an IANA name such as Asia/Shanghai, America/New_York or UTC"};
}

}  // namespace

Result<TimeZone> TimeZone::Load(const std::string& name) {
  if (!LooksLikeZoneName(name)) return NoSuchZone(name);
  absl::TimeZone found;
  if (!absl::LoadTimeZone(name, &found)) {
    // A machine without zone files still has the platform's zone, which has known no daylight
    // saving since 1991.
    absl::TimeZone platform_zone;
    if (absl::LoadTimeZone(kPlatformZone, &platform_zone)) return NoSuchZone(name);
    if (name != kPlatformZone) {
      return Error{ErrorCode::kEnvironment,
                   "the time zones are not installed",
                   {},
                   "install the Debian package tzdata"};
    }
    found = absl::FixedTimeZone(kPlatformOffset);
  }
  TimeZone zone;
  zone.rules_ = std::make_shared<const Rules>(Rules{found});
  return zone;
}

int TimeZone::OffsetAt(int64_t seconds) const {
  return rules_ == nullptr ? 0 : rules_->zone.At(absl::FromUnixSeconds(seconds)).offset;
}

std::string TimeZone::Format(int64_t seconds) const {
  std::string text;
  AppendDatetime((seconds + OffsetAt(seconds)) * 1'000'000, text);
  return text;
}

std::string TimeZone::FormatMicros(int64_t micros) const {
  const int64_t seconds = micros / 1'000'000;
  return fmt::format("{}.{:06}", Format(seconds), micros % 1'000'000);
}

}  // namespace paisql
