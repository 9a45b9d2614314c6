#include "variables/time_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "types/time/civil.h"

namespace paisql::variables {

namespace {

enum class Field { kYear, kShortYear, kMonth, kDay, kHour, kHour12, kMinute, kSecond };

struct Token {
  std::string_view text;
  Field field;
};

// Longer ones before those that they begin with.
constexpr Token kTokens[] = {
    {"yyyy", Field::kYear},   {"yy", Field::kShortYear}, {"mm", Field::kMonth},
    {"mi", Field::kMinute},   {"dd", Field::kDay},       {"hh24", Field::kHour},
    {"hh12", Field::kHour12}, {"hh", Field::kHour12},    {"ss", Field::kSecond},
};
constexpr std::string_view kAddMonths = "add_months(";
constexpr std::string_view kSeparators = "-:/";
constexpr size_t kMostDigits = 9;

// A token, or a separator between two.
struct Piece {
  const Token* token = nullptr;
  char separator = 0;
};

// -15/24/60: a signed number, multiplied and divided.
struct Offset {
  double number = 0;
  bool divided = false;
  bool by_zero = false;
};

struct Expression {
  std::vector<Piece> format;
  std::vector<Offset> offsets;
  std::optional<Offset> months;  // of add_months

  bool Has(Field field) const {
    return std::ranges::any_of(format, [field](const Piece& piece) {
      return piece.token != nullptr && piece.token->field == field;
    });
  }
  bool HasTime() const {
    return Has(Field::kHour) || Has(Field::kHour12) || Has(Field::kMinute) || Has(Field::kSecond);
  }
};

const Token* TokenAt(std::string_view text) {
  for (const Token& token : kTokens) {
    if (text.starts_with(token.text)) return &token;
  }
  return nullptr;
}

// Takes the format from the begin of the text.
std::vector<Piece> TakeFormat(std::string_view& text) {
  std::vector<Piece> format;
  while (!text.empty()) {
    if (const Token* token = TokenAt(text)) {
      format.push_back({token, 0});
      text.remove_prefix(token->text.size());
    } else if (!format.empty() && kSeparators.find(text[0]) != std::string_view::npos &&
               TokenAt(text.substr(1)) != nullptr) {
      format.push_back({nullptr, text[0]});
      text.remove_prefix(1);
    } else {
      break;
    }
  }
  return format;
}

std::optional<double> TakeNumber(std::string_view& text) {
  const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  if (end == 0 || end > kMostDigits) return std::nullopt;
  double number = 0;
  for (const char digit : text.substr(0, end)) number = number * 10 + (digit - '0');
  text.remove_prefix(end);
  return number;
}

std::optional<Offset> TakeOffset(std::string_view& text) {
  Offset offset;
  const double sign = text.starts_with('-') ? -1 : 1;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::optional<double> first = TakeNumber(text);
  if (!first.has_value()) return std::nullopt;
  offset.number = sign * *first;
  while (!text.empty() && (text[0] == '*' || text[0] == '/')) {
    const bool divides = text[0] == '/';
    text.remove_prefix(1);
    const std::optional<double> factor = TakeNumber(text);
    if (!factor.has_value()) return std::nullopt;
    offset.divided = offset.divided || divides;
    offset.by_zero = offset.by_zero || (divides && *factor == 0);
    offset.number = divides ? offset.number / *factor : offset.number * *factor;
  }
  return offset;
}

std::optional<Expression> Parse(std::string_view text) {
  Expression expression;
  const bool adds_months = text.starts_with(kAddMonths);
  if (adds_months) text.remove_prefix(kAddMonths.size());
  expression.format = TakeFormat(text);
  if (expression.format.empty()) return std::nullopt;
  if (adds_months) {
    if (text.empty() || text[0] != ',') return std::nullopt;
    text.remove_prefix(1);
    expression.months = TakeOffset(text);
    if (!expression.months.has_value() || !text.starts_with(')')) return std::nullopt;
    text.remove_prefix(1);
  }
  while (!text.empty()) {
    if (text[0] != '-' && text[0] != '+') return std::nullopt;
    const std::optional<Offset> offset = TakeOffset(text);
    if (!offset.has_value()) return std::nullopt;
    expression.offsets.push_back(*offset);
  }
  return expression;
}

// A month later than the 31st is the last day of the month.
int64_t AddMonths(int64_t days, int64_t months) {
  const CivilDay from = CivilFromDays(days);
  const int64_t month = from.year * 12 + (from.month - 1) + months;
  const int64_t year = month >= 0 ? month / 12 : (month - 11) / 12;
  const auto of_year = static_cast<int>(month - year * 12) + 1;
  int day = from.day;
  while (day > 28 && !IsCivilDay(year, of_year, day)) --day;
  return DaysFromCivil(static_cast<int>(year), of_year, day);
}

Error Wrong(std::string detail, std::string hint) {
  return {ErrorCode::kParse, std::move(detail), {}, std::move(hint)};
}

Error OutOfRange(std::string_view inner) {
  return Wrong(fmt::format("'{}' leaves the years 1 to 9999", inner), "");
}

// Years beyond these are out of range; nothing overflows below.
constexpr double kMostDays = 4e6;

std::string Print(const Expression& expression, int64_t days, int64_t second_of_day) {
  const CivilDay day = CivilFromDays(days);
  const int64_t hour = second_of_day / 3600;
  std::string text;
  for (const Piece& piece : expression.format) {
    if (piece.token == nullptr) {
      text += piece.separator;
      continue;
    }
    switch (piece.token->field) {
      case Field::kYear:
        text += fmt::format("{:04}", day.year);
        break;
      case Field::kShortYear:
        text += fmt::format("{:02}", day.year % 100);
        break;
      case Field::kMonth:
        text += fmt::format("{:02}", day.month);
        break;
      case Field::kDay:
        text += fmt::format("{:02}", day.day);
        break;
      case Field::kHour:
        text += fmt::format("{:02}", hour);
        break;
      case Field::kHour12:
        text += fmt::format("{:02}", hour % 12 == 0 ? 12 : hour % 12);
        break;
      case Field::kMinute:
        text += fmt::format("{:02}", second_of_day / 60 % 60);
        break;
      case Field::kSecond:
        text += fmt::format("{:02}", second_of_day % 60);
        break;
    }
  }
  return text;
}

std::string FormatText(const Expression& expression) {
  std::string text;
  for (const Piece& piece : expression.format) {
    text +=
        piece.token != nullptr ? std::string(piece.token->text) : std::string(1, piece.separator);
  }
  return text;
}

bool IsOfCalendar(int64_t days) {
  const CivilDay day = CivilFromDays(days);
  return day.year >= 1 && day.year <= 9999;
}

// ${…}
Result<TimeText> OfBizdate(std::string_view inner, const Expression& expression,
                           const Schedule& schedule) {
  if (expression.HasTime()) {
    return Wrong(fmt::format("${{{}}}: the business date has no time of day", inner),
                 fmt::format("write $[{}] into the value of a variable: --define now='$[{}]'",
                             inner, inner));
  }
  if (expression.months.has_value()) {
    return Wrong(fmt::format("${{{}}}: add_months stands in $[…] alone", inner),
                 "${yyyymm-1} goes back one month; or --define m='$[add_months(yyyymmdd,-1)]'");
  }
  int64_t days = schedule.bizdate;
  for (const Offset& offset : expression.offsets) {
    if (offset.divided) {
      return Wrong(fmt::format("${{{}}}: an offset of ${{…}} is a whole number", inner),
                   "hours and minutes go into the value of a variable: --define "
                   "h='$[yyyymmddhh24miss-1/24]'");
    }
    if (std::abs(offset.number) > kMostDays) return OutOfRange(inner);
    const auto number = static_cast<int64_t>(offset.number);
    if (expression.Has(Field::kDay)) {
      days += number;
    } else {
      days = AddMonths(days, expression.Has(Field::kMonth) ? number : number * 12);
    }
    if (!IsOfCalendar(days)) return OutOfRange(inner);
  }
  return TimeText{Print(expression, days, 0), ""};
}

// $[…]
Result<TimeText> OfCyctime(std::string_view inner, const Expression& expression,
                           const Schedule& schedule) {
  int64_t seconds = schedule.cyctime;
  const auto split = [&seconds] {
    const int64_t second = (seconds % kSecondsOfDay + kSecondsOfDay) % kSecondsOfDay;
    return std::pair<int64_t, int64_t>((seconds - second) / kSecondsOfDay, second);
  };
  if (expression.months.has_value()) {
    const Offset& months = *expression.months;
    if (months.divided || std::abs(months.number) > kMostDays) {
      return Wrong(fmt::format("$[{}]: add_months takes a whole number of months", inner), "");
    }
    const auto [days, second] = split();
    const int64_t moved = AddMonths(days, static_cast<int64_t>(months.number));
    if (!IsOfCalendar(moved)) return OutOfRange(inner);
    seconds = moved * kSecondsOfDay + second;
  }
  bool whole = false;
  for (const Offset& offset : expression.offsets) {
    if (offset.by_zero) return Wrong(fmt::format("$[{}] divides by zero", inner), "");
    if (std::abs(offset.number) > kMostDays) return OutOfRange(inner);
    whole = whole || !offset.divided;
    seconds += std::llround(offset.number * static_cast<double>(kSecondsOfDay));
  }
  const auto [days, second] = split();
  if (!IsOfCalendar(days)) return OutOfRange(inner);
  TimeText result{Print(expression, days, second), ""};
  if (whole && !expression.Has(Field::kDay) && !expression.HasTime()) {
    result.warning = fmt::format(
        "the offset of $[{}] counts days, not months or years: add_months({},-1) goes back a month",
        inner, FormatText(expression));
  }
  return result;
}

}  // namespace

bool IsTimeExpression(std::string_view inner) { return Parse(inner).has_value(); }

Result<TimeText> EvaluateTime(std::string_view inner, TimeFamily family, const Schedule& schedule) {
  const std::optional<Expression> expression = Parse(inner);
  if (!expression.has_value()) {
    return Wrong(fmt::format("'{}' is not a time", inner),
                 "write it as yyyymmdd-1, without blanks: yyyy yy mm dd hh24 hh mi ss, and offsets "
                 "such as -7*2 or -1/24");
  }
  return family == TimeFamily::kBizdate ? OfBizdate(inner, *expression, schedule)
                                        : OfCyctime(inner, *expression, schedule);
}

}  // namespace paisql::variables
