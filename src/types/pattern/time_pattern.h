#pragma once

// Patterns by which date functions print and read times. A pattern is compiled once and then used
// for whole columns; it may be used by several threads. Times are wall clock: microseconds since
// 1970-01-01 00:00:00, within the years 1 to 9999.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql {

enum class TimePatternStyle : uint8_t {
  kPlatform = 1,    // TO_CHAR, TO_DATE: yyyy mm dd hh mi ss ff3, in any letter case
  kDateFormat = 2,  // DATE_FORMAT outside of Hive mode: also SSS; YYYY is the year of the week
  kTimestamp = 4,   // TO_TIMESTAMP: also ff6, and elements such as %Y and %b
  kJava = 8,        // Hive mode: Java's SimpleDateFormat, with English names
};

// The parts of a pattern.
enum class TimeField : uint8_t {
  kLiteral,
  kYear,
  kWeekYear,
  kMonth,
  kMonthName,
  kDay,
  kHour,                // 0 to 23
  kHourFromOne,         // 1 to 24
  kHalfDayHour,         // 0 to 11
  kHalfDayHourFromOne,  // 1 to 12
  kHalfDay,             // AM, PM
  kMinute,
  kSecond,
  kMillis,
  kMicros,
  kWeekdayName,
  kWeekday,  // 1 on Monday to 7 on Sunday
  kDayOfYear,
  kWeekOfYear,
  kWeekOfMonth,
  kWeekdayInMonth,
  kEra,
  kZone,  // no time of ours has one
};

struct TimePart {
  TimeField field = TimeField::kLiteral;
  int width = 0;     // of numbers: digits; of names: 3 is short, more is long
  std::string text;  // kLiteral
};

class TimePattern {
 public:
  TimePattern(std::string_view text, TimePatternStyle style);

  // False for a text that is not a pattern of Java's, such as one with the letter i: it gives NULL.
  bool valid() const { return valid_; }
  bool Has(TimeField field) const;
  // The Java letters that exist and are not offered: of zones, and for reading those of weeks.
  bool CanPrint() const { return !Has(TimeField::kZone); }
  bool CanRead() const;

  void Print(int64_t wall_micros, std::string& out) const;
  // nullopt where the text does not fit the pattern. Java's style takes 2024-02-30 as 2024-03-01
  // and stops where the pattern ends; the others need each field in full and nothing after it, and
  // a field that stands again passes over as many characters as it has.
  std::optional<int64_t> Read(std::string_view text) const;

 private:
  std::optional<int64_t> ReadFields(std::string_view text) const;
  std::optional<int64_t> ReadJava(std::string_view text) const;
  void CompilePlatform(std::string_view text, TimePatternStyle style);
  void CompileJava(std::string_view text);
  void Add(TimeField field, int width);
  void AddLiteral(std::string_view text);

  TimePatternStyle style_;
  bool valid_ = true;
  std::vector<TimePart> parts_;
};

}  // namespace paisql
