#include "rest/records/value_check.h"

#include <algorithm>

#include "base/text.h"
#include "rest/records/cells.h"
#include "rest/records/record_reader.h"
#include "types/json/json_value.h"

namespace paisql::rest {

namespace {

// From the year 1 to the year 9999.
constexpr int64_t kFirstDay = -719162;
constexpr int64_t kLastDay = 2932896;

bool IsAscii(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return (c & 0x80) != 0; });
}

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool IsTime(int64_t seconds) {
  return seconds >= kFirstDay * kSecondsPerDay && seconds < (kLastDay + 1) * kSecondsPerDay;
}

}  // namespace

std::string CheckText(const DataType& type, std::string_view text) {
  if (text.size() > kMaxFieldBytes) return "a field is longer than 8 MB";
  if (type.id() == TypeId::kBinary) return "";
  if (!IsAscii(text) && !IsValidUtf8(text)) return "a text is not UTF-8";
  if (type.id() != TypeId::kVarchar && type.id() != TypeId::kChar) return "";
  const auto longest = static_cast<size_t>(type.length());
  if (text.size() <= longest || CountCharacters(text) <= longest) return "";
  return "a text is longer than " + type.ToString();
}

std::string CheckDays(int64_t days) {
  return days >= kFirstDay && days <= kLastDay ? "" : "a DATE is not in the years 1 to 9999";
}

std::string CheckMillis(int64_t millis) {
  // On the wall clock of some zone it is in those years; none is a day away from UTC. A negative
  // rest belongs to the second before, which is there as well.
  const int64_t seconds = millis / kMillisPerSecond;
  const bool fits = IsTime(seconds + kSecondsPerDay) || IsTime(seconds - kSecondsPerDay);
  return fits ? "" : "a DATETIME is not in the years 1 to 9999";
}

std::string CheckSeconds(int64_t seconds) {
  return IsTime(seconds) ? "" : "a TIMESTAMP is not in the years 1 to 9999";
}

std::string CheckDecimal(const DataType& type, Int128 unscaled) {
  Int128 bound = 1;
  for (int i = 0; i < type.precision(); ++i) bound *= 10;
  if (unscaled < bound && unscaled > -bound) return "";
  return "a number has more digits than " + type.ToString();
}

std::string CheckJson(std::string_view text, std::string& kept) {
  if (text.size() > kMaxFieldBytes) return "a field is longer than 8 MB";
  Result<std::string> canonical = CanonicalJson(text);
  if (!canonical.ok()) return "a text is not JSON";
  kept = *std::move(canonical);
  return "";
}

}  // namespace paisql::rest
