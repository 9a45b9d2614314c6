#include "rest/identity/moments.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::rest {

namespace {

std::optional<int> MonthNumber(std::string_view name) {
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto found = std::ranges::find(kMonths, name);
  if (found == kMonths.end()) return std::nullopt;
  return static_cast<int>(found - kMonths.begin()) + 1;
}

// Nullopt for a day or a time that does not exist.
std::optional<int64_t> MsOf(const std::chrono::year_month_day& date, std::string_view clock) {
  const std::vector<std::string> parts = Split(clock, ':');
  if (parts.size() != 3) return std::nullopt;
  const auto hour = ParseNumber<int>(parts[0], 0, 23);
  const auto minute = ParseNumber<int>(parts[1], 0, 59);
  const auto second = ParseNumber<int>(parts[2], 0, 60);
  if (!date.ok() || !hour || !minute || !second) return std::nullopt;
  const std::chrono::sys_time<std::chrono::seconds> time =
      std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
      std::chrono::seconds(*second);
  return int64_t{1000} * time.time_since_epoch().count();
}

}  // namespace

std::optional<int64_t> ReadHttpDate(std::string_view text) {
  const std::vector<std::string> parts = Split(Trim(text), ' ');
  if (parts.size() != 6 || (parts[5] != "GMT" && parts[5] != "UTC" && parts[5] != "+0000")) {
    return std::nullopt;
  }
  const auto day = ParseNumber<unsigned>(parts[1]);
  const auto month = MonthNumber(parts[2]);
  const auto year = ParseNumber<int>(parts[3], 1970, 9999);
  if (!day || !month || !year) return std::nullopt;
  return MsOf(std::chrono::year(*year) / *month / static_cast<int>(*day), parts[4]);
}

std::optional<int64_t> ReadMoment(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  const bool has_form =
      text.size() == kForm.size() && std::ranges::equal(text, kForm, [](char c, char form) {
        return form == '0' ? IsDigit(c) : c == form;
      });
  if (!has_form) return std::nullopt;
  const auto number = [&](size_t begin, size_t length) {
    return ParseNumber<int>(text.substr(begin, length)).value_or(0);
  };
  return MsOf(std::chrono::year(number(0, 4)) / number(5, 2) / number(8, 2), text.substr(11, 8));
}

std::string DayOf(int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%d", &parts)};
}

}  // namespace paisql::rest
