#include "pai/tensorflow/version_name.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::pai {

namespace {

constexpr std::string_view kVersionPrefix = "tensorflow";
constexpr std::string_view kVersionMark = "_v";
// The flavours that the platform's names have after the digits.
constexpr std::array<std::string_view, 8> kFlavours = {"",     "_ext",     "_cpu", "_cpu_ext",
                                                       "_gpu", "_gpu_ext", "_py3", "_py3_ext"};
// The limit for 1.x and 2.x: versions after 2.15 have another Keras and no estimators.
constexpr int kLastMinor = 15;
constexpr int kLastPatch = 5;
constexpr int kLastMajor = 2;
// The last version of 1.x whose names ran Python 2 on the platform, and the mark of those that did
// not.
constexpr int kLastMinorOfPython2 = 12;
constexpr std::string_view kPython3Mark = "_py3";

// Digits without a zero in front.
std::optional<int> Number(std::string_view digits) {
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  return ParseNumber<int>(digits);
}

// The minor version in the digits after the major one: 15 in "15" and "150" of 2.15.0, 2 in "21" of
// 1.2.1. nullopt: the digits are not a version.
std::optional<int> MinorOf(std::string_view digits) {
  const std::optional<int> whole = Number(digits);
  if (whole.has_value() && *whole <= kLastMinor) return whole;
  if (digits.size() < 2) return std::nullopt;
  const std::optional<int> minor = Number(digits.substr(0, digits.size() - 1));
  const int patch = digits.back() - '0';
  const bool fits = minor.has_value() && *minor <= kLastMinor && patch <= kLastPatch;
  return fits ? minor : std::nullopt;
}

}  // namespace

std::optional<int> MajorVersionOf(std::string_view name) {
  const std::string lower = ToLower(name);
  std::string_view rest = lower;
  if (!rest.starts_with(kVersionPrefix)) return std::nullopt;
  rest.remove_prefix(kVersionPrefix.size());
  if (rest.starts_with(kVersionMark)) rest.remove_prefix(kVersionMark.size());
  const size_t behind = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (std::find(kFlavours.begin(), kFlavours.end(), rest.substr(behind)) == kFlavours.end())
    return std::nullopt;
  const std::string_view digits = rest.substr(0, behind);
  if (digits.size() < 2 || !MinorOf(digits.substr(1)).has_value()) return std::nullopt;
  const int major = digits[0] - '0';
  return major == 0 || major > kLastMajor ? std::nullopt : std::optional(major);
}

bool RanPython2(std::string_view name) {
  const std::string lower = ToLower(name);
  std::string_view rest = lower;
  if (!rest.starts_with(kVersionPrefix) || lower.find(kPython3Mark) != std::string::npos)
    return false;
  rest.remove_prefix(kVersionPrefix.size());
  const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
  if (digits.empty()) return rest.empty() || rest == "_ext";  // TensorFlow 1.0
  const std::optional<int> minor = MinorOf(digits.substr(1));
  return digits[0] == '1' && minor.has_value() && *minor <= kLastMinorOfPython2;
}

}  // namespace paisql::pai
