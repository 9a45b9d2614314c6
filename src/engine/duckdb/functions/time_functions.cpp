#include "engine/duckdb/functions/time_functions.h"

#include <chrono>
#include <optional>
#include <string>

#include "types/pattern/time_pattern.h"

namespace paisql::engine {
namespace {

// Up to `most` digits in front of the text, which loses them; nullopt without one.
std::optional<int> TakeNumber(std::string_view& text, size_t most) {
  size_t count = 0;
  int value = 0;
  while (count < most && count < text.size() && text[count] >= '0' && text[count] <= '9') {
    value = value * 10 + (text[count++] - '0');
  }
  text.remove_prefix(count);
  return count == 0 ? std::nullopt : std::optional<int>(value);
}

bool Take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// "12:30:45[.f]" in microseconds.
std::optional<int64_t> TakeClock(std::string_view& text) {
  const auto hour = TakeNumber(text, 2);
  if (!hour || *hour > 23 || !Take(text, ':')) return std::nullopt;
  const auto minute = TakeNumber(text, 2);
  if (!minute || *minute > 59 || !Take(text, ':')) return std::nullopt;
  const auto second = TakeNumber(text, 2);
  if (!second || *second > 59) return std::nullopt;
  int64_t micros = (*hour * int64_t{3600} + *minute * 60 + *second) * 1'000'000;
  if (!Take(text, '.')) return micros;
  if (text.empty()) return std::nullopt;
  int64_t unit = 100'000;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    micros += (text.front() - '0') * unit;
    unit /= 10;
  }
  return micros;
}

std::optional<int64_t> ReadPlainTime(std::string_view text) {
  const bool clock_alone = text.substr(0, 3).find(':') != std::string_view::npos;
  int64_t days = 0;
  if (!clock_alone) {
    const auto year = TakeNumber(text, 4);
    if (!year || *year < 1 || !Take(text, '-')) return std::nullopt;
    const auto month = TakeNumber(text, 2);
    if (!month || !Take(text, '-')) return std::nullopt;
    const auto day = TakeNumber(text, 2);
    if (!day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok()) return std::nullopt;
    days = std::chrono::sys_days(date).time_since_epoch().count();
    if (!text.empty() && (!Take(text, ' ') || text.empty())) return std::nullopt;
  }
  int64_t micros = days * 86400 * 1'000'000;
  if (!text.empty() || clock_alone) {
    const auto clock = TakeClock(text);
    if (!clock || !text.empty()) return std::nullopt;
    micros += *clock;
  }
  return micros;
}

// The pattern of a row: compiled once where all rows have the same.
class Patterns {
 public:
  explicit Patterns(TimePatternStyle style) : style_(style) {}

  const TimePattern& Of(std::string_view text) {
    if (!pattern_ || text != text_) {
      text_ = text;
      pattern_.emplace(text_, style_);
    }
    return *pattern_;
  }

 private:
  TimePatternStyle style_;
  std::string text_;
  std::optional<TimePattern> pattern_;
};

bool RefusePattern(NativeCall& call, std::string_view pattern, std::string_view use) {
  call.Fail(ErrorCode::kUnsupported, "the pattern " + std::string(pattern) +
                                         " has letters of zones or weeks, by which no time is " +
                                         std::string(use));
  return false;
}

void PrintTimes(NativeCall& call, TimePatternStyle style) {
  Patterns patterns(style);
  std::string text;
  call.ForEach([&](idx_t row) {
    const TimePattern& pattern = patterns.Of(call.Text(1, row));
    if (!pattern.valid()) {
      call.SetNull(row);
      return true;
    }
    if (!pattern.CanPrint()) return RefusePattern(call, call.Text(1, row), "printed");
    text.clear();
    pattern.Print(call.Get<int64_t>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void ReadTimes(NativeCall& call, TimePatternStyle style) {
  Patterns patterns(style);
  call.ForEach([&](idx_t row) {
    const TimePattern& pattern = patterns.Of(call.Text(1, row));
    if (pattern.Has(TimeField::kSecond) && !pattern.Has(TimeField::kMinute)) {
      call.Fail(ErrorCode::kRuntimeArguments,
                "format string has second part, but doesn't have minute part : " +
                    std::string(call.Text(1, row)));
      return false;
    }
    // A pattern without a year is NULL by the page of TO_DATE, in every mode.
    const bool readable = pattern.Has(TimeField::kYear);
    const std::optional<int64_t> time =
        readable ? pattern.Read(call.Text(0, row)) : std::optional<int64_t>();
    if (time) {
      call.Set(row, *time);
      return true;
    }
    if (readable && call.Text(2, row) == "error") {
      call.Fail(ErrorCode::kRuntimeArguments,
                "format string does not match datetime string, format is: " +
                    std::string(call.Text(1, row)) +
                    ", string is: " + std::string(call.Text(0, row)));
      return false;
    }
    call.SetNull(row);
    return true;
  });
}

}  // namespace

void PlatformTimeText(NativeCall& call) { PrintTimes(call, TimePatternStyle::kPlatform); }
void DateFormatText(NativeCall& call) { PrintTimes(call, TimePatternStyle::kDateFormat); }
void JavaTimeText(NativeCall& call) { PrintTimes(call, TimePatternStyle::kJava); }

void TimeFromPlatformText(NativeCall& call) { ReadTimes(call, TimePatternStyle::kPlatform); }
void TimeFromTimestampText(NativeCall& call) { ReadTimes(call, TimePatternStyle::kTimestamp); }

void TimeFromPlainText(NativeCall& call) {
  call.ForEach([&](idx_t row) {
    const std::optional<int64_t> time = ReadPlainTime(call.Text(0, row));
    if (time) {
      call.Set(row, *time);
    } else if (call.Text(1, row) == "error") {
      call.Fail(ErrorCode::kRuntimeArguments,
                "'" + std::string(call.Text(0, row)) +
                    "' is not a date, the format must be yyyy-mm-dd or yyyy-mm-dd hh:mi:ss");
      return false;
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

void TimeFromJavaText(NativeCall& call) {
  Patterns patterns(TimePatternStyle::kJava);
  call.ForEach([&](idx_t row) {
    const TimePattern& pattern = patterns.Of(call.Text(1, row));
    if (!pattern.CanRead()) return RefusePattern(call, call.Text(1, row), "read");
    const std::optional<int64_t> time = pattern.Read(call.Text(0, row));
    if (time) {
      call.Set(row, *time);
    } else {
      call.SetNull(row);
    }
    return true;
  });
}

}  // namespace paisql::engine
