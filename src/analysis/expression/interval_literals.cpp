// INTERVAL literals as values; part of analysis/expression/constants.h.

#include <charconv>

#include <fmt/format.h>

#include "analysis/expression/constants.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

// A unit, what stands in front of it where another one leads ('1 12:30' DAY TO MINUTE), and the
// largest number that it then takes.
struct IntervalUnit {
  std::string_view name;
  char separator;
  int64_t largest;
  int64_t months;
  int64_t micros;
};

constexpr int64_t kMicrosPerSecond = 1'000'000;
constexpr int64_t kMaxYears = 9999;  // no two dates lie further apart
constexpr int64_t kMaxMonths = kMaxYears * 12;
constexpr int64_t kMaxMicros = kMaxYears * 366 * 86400 * kMicrosPerSecond;

constexpr IntervalUnit kUnits[] = {
    {"YEAR", 0, 0, 12, 0},
    {"MONTH", '-', 11, 1, 0},
    {"DAY", 0, 0, 0, 86400 * kMicrosPerSecond},
    {"HOUR", ' ', 23, 0, 3600 * kMicrosPerSecond},
    {"MINUTE", ':', 59, 0, 60 * kMicrosPerSecond},
    {"SECOND", ':', 59, 0, kMicrosPerSecond},
};

size_t UnitIndex(std::string_view name) {
  size_t index = 0;
  while (index < std::size(kUnits) && kUnits[index].name != name) ++index;
  return index;
}

enum class Reading { kRead, kMalformed, kTooLarge, kTooFine };

class IntervalReader {
 public:
  explicit IntervalReader(std::string_view text) : text_(Trim(text)) {}

  Reading Read(size_t from, size_t to) {
    if (!text_.empty() && (text_.front() == '-' || text_.front() == '+')) {
      negative_ = text_.front() == '-';
      text_.remove_prefix(1);
    }
    for (size_t unit = from; unit <= to; ++unit) {
      if (unit > from && !Take(kUnits[unit].separator)) return Reading::kMalformed;
      const Reading number = ReadNumber(kUnits[unit], unit > from);
      if (number != Reading::kRead) return number;
    }
    if (kUnits[to].micros == kMicrosPerSecond && Take('.')) {
      const Reading fraction = ReadFraction();
      if (fraction != Reading::kRead) return fraction;
    }
    if (!text_.empty()) return Reading::kMalformed;
    return months_ > kMaxMonths || micros_ > kMaxMicros ? Reading::kTooLarge : Reading::kRead;
  }

  Value YearMonth() const {
    return {TypeId::kIntervalYearMonth, std::to_string(negative_ ? -months_ : months_)};
  }
  Value DayTime() const {
    return {TypeId::kIntervalDayTime,
            fmt::format("{}{}.{:06d}000", negative_ ? "-" : "", micros_ / kMicrosPerSecond,
                        micros_ % kMicrosPerSecond)};
  }

 private:
  bool Take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  Reading ReadNumber(const IntervalUnit& unit, bool trailing) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
    if (end == text_.data() || number < 0) return Reading::kMalformed;
    if (error != std::errc()) return Reading::kTooLarge;
    text_.remove_prefix(static_cast<size_t>(end - text_.data()));
    if (trailing && number > unit.largest) return Reading::kMalformed;
    int64_t part = 0;
    int64_t& total = unit.months > 0 ? months_ : micros_;
    if (__builtin_mul_overflow(number, unit.months > 0 ? unit.months : unit.micros, &part) ||
        __builtin_add_overflow(total, part, &total)) {
      return Reading::kTooLarge;
    }
    return Reading::kRead;
  }

  Reading ReadFraction() {
    int64_t unit = kMicrosPerSecond;
    size_t digits = 0;
    while (digits < text_.size() && text_[digits] >= '0' && text_[digits] <= '9') {
      unit /= 10;
      if (unit == 0 && text_[digits] != '0') return Reading::kTooFine;
      micros_ += (text_[digits] - '0') * unit;
      ++digits;
    }
    text_.remove_prefix(digits);
    return digits == 0 ? Reading::kMalformed : Reading::kRead;
  }

  std::string_view text_;
  bool negative_ = false;
  int64_t months_ = 0;
  int64_t micros_ = 0;
};

}  // namespace

Result<Value> IntervalValue(const std::string& amount, const syntax::IntervalLiteral& literal) {
  const auto refuse = [&](std::string detail) -> Error {
    return {ErrorCode::kSemantic, std::move(detail), literal.range,
            "write INTERVAL 1 MONTH, INTERVAL '1-6' YEAR TO MONTH or INTERVAL '1 12:00:00' DAY TO "
            "SECOND"};
  };
  const size_t from = UnitIndex(literal.from_unit);
  const size_t to = literal.to_unit.empty() ? from : UnitIndex(literal.to_unit);
  const std::string units =
      literal.from_unit + (literal.to_unit.empty() ? "" : " TO " + literal.to_unit);
  const bool one_kind = to < std::size(kUnits) && from < std::size(kUnits) &&
                        (kUnits[from].months > 0) == (kUnits[to].months > 0);
  if (!one_kind || (!literal.to_unit.empty() && to <= from)) {
    return refuse(fmt::format("an interval cannot go from {}", units));
  }
  IntervalReader reader(amount);
  switch (reader.Read(from, to)) {
    case Reading::kMalformed:
      return refuse(fmt::format("'{}' is not an interval of {}", amount, units));
    case Reading::kTooLarge:
      return refuse(
          fmt::format("an interval of {} {} is longer than {} years", amount, units, kMaxYears));
    case Reading::kTooFine:
      return refuse(fmt::format("'{}' is finer than a microsecond", amount));
    case Reading::kRead:
      break;
  }
  return kUnits[from].months > 0 ? reader.YearMonth() : reader.DayTime();
}

}  // namespace paisql::analysis
