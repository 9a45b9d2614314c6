#include "nodes/model/cron.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <set>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::nodes {

namespace {

struct Field {
  std::string_view name;
  int least;
  int most;
  std::string_view words[12] = {};  // names of its numbers, the first of them `least`
};

constexpr Field kFields[] = {
    {"second", 0, 59},
    {"minute", 0, 59},
    {"hour", 0, 23},
    {"day of the month", 1, 31},
    {"month",
     1,
     12,
     {"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}},
    {"day of the week", 1, 7, {"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}},
    {"year", 1970, 2262},
};
constexpr size_t kDay = 3;
constexpr size_t kWeekday = 5;
constexpr size_t kYear = 6;

std::optional<int> NumberOf(std::string_view text, const Field& field) {
  if (ParseNumber<int>(text).has_value()) return ParseNumber(text, field.least, field.most);
  for (size_t i = 0; i < std::size(field.words); ++i) {
    if (!field.words[i].empty() && EqualsIgnoreCase(text, field.words[i])) {
      return field.least + static_cast<int>(i);
    }
  }
  return std::nullopt;
}

// "5", "1-5", "22-6", "*/30", "3/15", "MON-FRI". A range may go over the end of its field, save for
// years.
bool AddPart(std::string_view part, const Field& field, std::set<int>& numbers) {
  int step = 1;
  const size_t slash = part.find('/');
  if (slash != std::string_view::npos) {
    const std::optional<int> read = ParseNumber<int>(part.substr(slash + 1), 1, field.most);
    if (!read.has_value()) return false;
    step = *read;
  }
  const std::string_view range = part.substr(0, slash);
  const bool all = range == "*" || (range.empty() && slash != std::string_view::npos);
  std::optional<int> first = field.least;
  std::optional<int> last = field.most;
  if (!all) {
    const size_t dash = range.find('-');
    first = NumberOf(range.substr(0, dash), field);
    if (dash != std::string_view::npos) {
      last = NumberOf(range.substr(dash + 1), field);
    } else if (slash == std::string_view::npos) {
      last = first;
    }
  }
  if (!first.has_value() || !last.has_value()) return false;
  const int period = field.most - field.least + 1;
  if (*last < *first && &field == &kFields[kYear]) return false;
  const int end = *last < *first ? *last + period : *last;
  for (int number = *first; number <= end; number += step) {
    numbers.insert(field.least + (number - field.least) % period);
  }
  return true;
}

// L, L-3, LW, L-3W, 15W; nullopt for any other text.
std::optional<MonthDay> SpecialDay(std::string_view part) {
  const std::string upper = ToUpper(part);
  std::string_view text = upper;
  MonthDay day;
  if (text.ends_with('W')) {
    day.to_workday = true;
    text.remove_suffix(1);
  }
  if (!text.starts_with('L')) {
    const std::optional<int> number = ParseNumber<int>(text, 1, kFields[kDay].most);
    if (!day.to_workday || !number.has_value()) return std::nullopt;
    day.day = *number;
    return day;
  }
  day.from_end = true;
  day.day = 0;
  text.remove_prefix(1);
  if (text.empty()) return day;
  if (!text.starts_with('-')) return std::nullopt;
  const std::optional<int> number = ParseNumber<int>(text.substr(1), 0, kFields[kDay].most - 1);
  if (!number.has_value()) return std::nullopt;
  day.day = *number;
  return day;
}

// L (which is Saturday), 6L, FRIL, 6#3, FRI#3; nullopt for any other text.
std::optional<Weekday> SpecialWeekday(std::string_view part) {
  const Field& field = kFields[kWeekday];
  if (EqualsIgnoreCase(part, "L")) return Weekday{field.most};
  const size_t hash = part.find('#');
  const bool is_last = part.ends_with('L') || part.ends_with('l');
  if (hash == std::string_view::npos && !is_last) return std::nullopt;
  const std::optional<int> day = NumberOf(part.substr(0, is_last ? part.size() - 1 : hash), field);
  const std::optional<int> which =
      is_last ? std::optional(Weekday::kLast) : ParseNumber<int>(part.substr(hash + 1), 1, 5);
  if (!day.has_value() || !which.has_value()) return std::nullopt;
  return Weekday{*day, *which};
}

Error WrongField(const Field& field, std::string_view text) {
  std::string forms = fmt::format("from {} to {}: 5, 1-5, 1,3, */15", field.least, field.most);
  if (&field == &kFields[kDay]) forms += ", L, L-2, LW, 15W";
  if (&field == &kFields[kWeekday]) {
    forms = "from 1, which is SUN, to 7: 2, MON-FRI, 2,4, 6L, 6#3";
  }
  return {ErrorCode::kParse,
          fmt::format("'{}' is not a valid {} of a schedule", text, field.name),
          {},
          forms};
}

// A day's place in its month.
struct DayOfMonth {
  int day;      // from 1
  int length;   // of the month
  int weekday;  // from 1, Sunday
};

bool Meets(const MonthDay& rule, const DayOfMonth& is) {
  int due = rule.from_end ? is.length - rule.day : rule.day;
  if (due < 1 || due > is.length) return false;
  if (!rule.to_workday) return due == is.day;
  constexpr int kWeek = 7;
  const int weekday = ((is.weekday - 1 + due - is.day) % kWeek + kWeek) % kWeek + 1;
  if (weekday == kWeek) {
    due += due == 1 ? 2 : -1;
  } else if (weekday == 1) {
    due += due == is.length ? -2 : 1;
  }
  return due == is.day;
}

bool Meets(const Weekday& rule, const DayOfMonth& is) {
  constexpr int kWeek = 7;
  if (rule.day != is.weekday) return false;
  if (rule.which == Weekday::kEach) return true;
  if (rule.which == Weekday::kLast) return is.day + kWeek > is.length;
  return (is.day - 1) / kWeek + 1 == rule.which;
}

// The days of all years that a schedule may name.
bool IsEverDue(const Cron& cron) {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): dates alone
  const int first = cron.years.empty() ? kFields[kYear].least : cron.years.front();
  const int last = cron.years.empty() ? kFields[kYear].most : cron.years.back();
  const sys_days end = year{last} / December / 31;
  for (sys_days day = year{first} / January / 1; day <= end; day += days{1}) {
    if (cron.DueOn(day.time_since_epoch().count())) return true;
  }
  return false;
}

// One field into its numbers, or into its days.
Status ReadField(size_t index, std::string_view text, Cron& cron) {
  std::vector<int>* const sets[] = {&cron.seconds, &cron.minutes, &cron.hours, nullptr,
                                    &cron.months,  nullptr,       &cron.years};
  std::set<int> numbers;
  for (const std::string& part : Split(text, ',')) {
    if (index == kDay) {
      if (const std::optional<MonthDay> day = SpecialDay(part)) {
        cron.days.push_back(*day);
        continue;
      }
    } else if (index == kWeekday) {
      if (const std::optional<Weekday> day = SpecialWeekday(part)) {
        cron.weekdays.push_back(*day);
        continue;
      }
    }
    if (!AddPart(part, kFields[index], numbers)) return WrongField(kFields[index], text);
  }
  if (index == kDay) {
    for (const int number : numbers) cron.days.push_back({number});
  } else if (index == kWeekday) {
    for (const int number : numbers) cron.weekdays.push_back({number});
  } else {
    sets[index]->assign(numbers.begin(), numbers.end());
  }
  return Status::Ok();
}

}  // namespace

bool Cron::DueOn(int64_t day) const {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): dates alone
  const sys_days date{std::chrono::days(day)};
  const year_month_day parts{date};
  const auto has = [](const std::vector<int>& set, int number) {
    return std::ranges::find(set, number) != set.end();
  };
  if (!has(months, static_cast<int>(static_cast<unsigned>(parts.month())))) return false;
  if (!years.empty() && !has(years, static_cast<int>(parts.year()))) return false;
  const year_month_day_last end{parts.year() / parts.month() / last};
  const DayOfMonth is{static_cast<int>(static_cast<unsigned>(parts.day())),
                      static_cast<int>(static_cast<unsigned>(end.day())),
                      static_cast<int>(weekday{date}.c_encoding()) + 1};
  const auto meets = [&is](const auto& rule) { return Meets(rule, is); };
  return (this->days.empty() || std::ranges::any_of(this->days, meets)) &&
         (weekdays.empty() || std::ranges::any_of(weekdays, meets));
}

int64_t Cron::FirstSecond() const {
  constexpr int kMinute = 60;
  constexpr int kHour = 3600;
  return static_cast<int64_t>(hours.front()) * kHour +
         static_cast<int64_t>(minutes.front()) * kMinute + seconds.front();
}

Result<Cron> ReadCron(std::string_view text) {
  std::vector<std::string> words;
  for (std::string& word : Split(text, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  if (words.size() != kYear && words.size() != std::size(kFields)) {
    return Error{ErrorCode::kParse,
                 "a schedule has six fields, second, minute, hour, day of the month, month, day of "
                 "the week, and may have a seventh, the year",
                 {},
                 "00 30 02 * * ? is half past two of each day"};
  }
  Cron cron;
  for (size_t i = 0; i < words.size(); ++i) {
    const bool any = words[i] == "?" || words[i] == "*";
    if (any && (i == kDay || i == kWeekday || i == kYear)) continue;
    PAISQL_TRY(ReadField(i, words[i], cron));
  }
  if (!cron.days.empty() && !cron.weekdays.empty()) {
    return Error{ErrorCode::kParse,
                 fmt::format("'{}' says a day of the month and a day of the week", text),
                 {},
                 "write ? for one of the two: of two nodes each may have one"};
  }
  if (!IsEverDue(cron)) {
    return Error{ErrorCode::kParse,
                 fmt::format("'{}' is due on no day", text),
                 {},
                 "the month has no such day: L is the last day of each month"};
  }
  return cron;
}

}  // namespace paisql::nodes
