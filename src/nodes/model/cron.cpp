#include "nodes/model/cron.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <optional>
#include <set>

#include "base/text.h"

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
  int number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec == std::errc() && read.ptr == end) {
    return number >= field.least && number <= field.most ? std::optional(number) : std::nullopt;
  }
  for (size_t i = 0; i < std::size(field.words); ++i) {
    if (!field.words[i].empty() && EqualsIgnoreCase(text, field.words[i])) {
      return field.least + static_cast<int>(i);
    }
  }
  return std::nullopt;
}

// "5", "1-5", "*/30", "3/15", "MON-FRI".
bool AddPart(std::string_view part, const Field& field, std::set<int>& numbers) {
  int step = 1;
  const size_t slash = part.find('/');
  if (slash != std::string_view::npos) {
    const std::string_view text = part.substr(slash + 1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), step);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || step < 1) return false;
  }
  const std::string_view range = part.substr(0, slash);
  std::optional<int> first = field.least;
  std::optional<int> last = field.most;
  if (range != "*") {
    const size_t dash = range.find('-');
    first = NumberOf(range.substr(0, dash), field);
    if (dash != std::string_view::npos) {
      last = NumberOf(range.substr(dash + 1), field);
    } else if (slash == std::string_view::npos) {
      last = first;
    }
  }
  if (!first.has_value() || !last.has_value() || *last < *first) return false;
  for (int number = *first; number <= *last; number += step) numbers.insert(number);
  return true;
}

Error WrongField(const Field& field, std::string_view text) {
  return {ErrorCode::kParse,
          fmt::format("'{}' is not a valid {} of a schedule", text, field.name),
          {},
          fmt::format("from {} to {}: 5, 1-5, 1,3, */15", field.least, field.most)};
}

}  // namespace

bool Cron::DueOn(int64_t day) const {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): dates alone
  const sys_days date{std::chrono::days(day)};
  const year_month_day parts{date};
  const auto has = [](const std::vector<int>& set, int number) {
    return std::ranges::find(set, number) != set.end();
  };
  const int of_month = static_cast<int>(static_cast<unsigned>(parts.day()));
  const int of_week = static_cast<int>(weekday{date}.c_encoding()) + 1;
  if (!has(months, static_cast<int>(static_cast<unsigned>(parts.month())))) return false;
  if (!years.empty() && !has(years, static_cast<int>(parts.year()))) return false;
  const bool is_last = last_day && parts == year_month_day{parts.year() / parts.month() / last};
  const bool any = this->days.empty() && !last_day;
  if (!any && !is_last && !has(this->days, of_month)) return false;
  return weekdays.empty() || has(weekdays, of_week);
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
  std::vector<int>* const sets[] = {&cron.seconds, &cron.minutes,  &cron.hours, &cron.days,
                                    &cron.months,  &cron.weekdays, &cron.years};
  for (size_t i = 0; i < words.size(); ++i) {
    const bool any = words[i] == "?" || words[i] == "*";
    if (any && (i == kDay || i == kWeekday || i == kYear)) continue;
    std::set<int> numbers;
    for (const std::string& part : Split(words[i], ',')) {
      if (i == kDay && EqualsIgnoreCase(part, "L")) {
        cron.last_day = true;
        continue;
      }
      if (!AddPart(part, kFields[i], numbers)) return WrongField(kFields[i], words[i]);
    }
    sets[i]->assign(numbers.begin(), numbers.end());
  }
  return cron;
}

}  // namespace paisql::nodes
