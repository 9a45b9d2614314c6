#include "session/time_zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "types/value_text.h"

namespace paisql::session {

namespace {

constexpr const char* kZoneFolder = "/usr/share/zoneinfo/";
constexpr const char* kPlatformZone = "Asia/Shanghai";
constexpr int kPlatformOffset = 8 * 3600;

// "Area/City", "UTC" and the like: letters, digits and _ - +, parts separated by single slashes.
bool LooksLikeZoneName(const std::string& name) {
  if (name.empty() || name.front() == '/' || name.back() == '/') return false;
  if (name.find("//") != std::string::npos) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == '/';
  });
}

int64_t ReadBigEndian(const std::string& bytes, size_t at, int width) {
  uint64_t value = 0;
  for (int i = 0; i < width; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return width == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
}

// The counts in the head of one block of a zone file (RFC 8536).
struct BlockHead {
  size_t utc_flags, standard_flags, leap_seconds, transitions, types, name_bytes;

  size_t Bytes(size_t time_width) const {
    return transitions * (time_width + 1) + types * 6 + name_bytes +
           leap_seconds * (time_width + 4) + standard_flags + utc_flags;
  }
};

constexpr size_t kHeadBytes = 44;

BlockHead ReadHead(const std::string& bytes, size_t at) {
  const auto count = [&](size_t index) {
    return static_cast<size_t>(ReadBigEndian(bytes, at + 20 + 4 * index, 4));
  };
  return {count(0), count(1), count(2), count(3), count(4), count(5)};
}

bool HasHead(const std::string& bytes, size_t at) {
  return bytes.size() >= at + kHeadBytes && bytes.compare(at, 4, "TZif") == 0;
}

Error NoSuchZone(const std::string& name) {
  return {ErrorCode::kInvalidCommand,
          fmt::format("'{}' is not a time zone", name),
          {},
          "use an IANA name such as Asia/Shanghai, America/New_York or UTC"};
}

}  // namespace

Result<TimeZone> TimeZone::Parse(const std::string& name, const std::string& bytes) {
  // The first block has 32-bit times for old readers; version 2 files repeat it with 64-bit ones.
  if (!HasHead(bytes, 0)) return NoSuchZone(name);
  size_t at = 0;
  int width = 4;
  if (bytes[4] >= '2') {
    at = kHeadBytes + ReadHead(bytes, 0).Bytes(4);
    width = 8;
    if (!HasHead(bytes, at)) return NoSuchZone(name);
  }
  const BlockHead head = ReadHead(bytes, at);
  at += kHeadBytes;
  if (bytes.size() < at + head.Bytes(width) || head.types == 0) return NoSuchZone(name);
  const size_t indexes = at + head.transitions * width;
  const size_t types = indexes + head.transitions;
  const auto offset_of = [&](size_t type) {
    return static_cast<int>(ReadBigEndian(bytes, types + 6 * std::min(type, head.types - 1), 4));
  };
  TimeZone zone;
  zone.first_offset_ = offset_of(0);
  for (size_t i = 0; i < head.transitions; ++i) {
    zone.transitions_.push_back({ReadBigEndian(bytes, at + i * width, width),
                                 offset_of(static_cast<unsigned char>(bytes[indexes + i]))});
  }
  return zone;
}

Result<TimeZone> TimeZone::Load(const std::string& name) {
  if (!LooksLikeZoneName(name)) return NoSuchZone(name);
  const std::string path = kZoneFolder + name;
  std::string bytes;
  // "Asia" is a folder, and reading a folder throws.
  std::error_code failure;
  if (std::filesystem::is_regular_file(path, failure)) {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  if (bytes.empty()) {
    // A machine without zone files still has the platform's zone, which has known no daylight
    // saving since 1991.
    const bool platform_zone = name == kPlatformZone;
    if (!platform_zone && name != "UTC") {
      if (std::ifstream(std::string(kZoneFolder) + kPlatformZone)) return NoSuchZone(name);
      return Error{ErrorCode::kEnvironment,
                   "the time zones are not installed",
                   {},
                   "install the Debian package tzdata"};
    }
    TimeZone zone;
    zone.first_offset_ = platform_zone ? kPlatformOffset : 0;
    return zone;
  }
  return Parse(name, bytes);
}

int TimeZone::OffsetAt(int64_t seconds) const {
  const auto next = std::upper_bound(
      transitions_.begin(), transitions_.end(), seconds,
      [](int64_t instant, const Transition& transition) { return instant < transition.at; });
  return next == transitions_.begin() ? first_offset_ : std::prev(next)->offset;
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

int64_t NowMicros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace paisql::session
