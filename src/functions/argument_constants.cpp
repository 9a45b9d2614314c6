#include "functions/argument_constants.h"

#include "base/text.h"

namespace paisql::functions {

namespace {

constexpr ArgumentConstant kParts[] = {
    {"dd", "day"},           {"mm", "month"},  {"yyyy", "year"},
    {"hh", "hour"},          {"mi", "minute"}, {"ss", "second"},
    {"week", "from Monday"}, {"q", "quarter"}, {"ff3", "millisecond"},
};

constexpr ArgumentConstant kTruncParts[] = {
    {"dd", "day"},           {"mm", "month"},
    {"yyyy", "year"},        {"hh", "hour"},
    {"mi", "minute"},        {"ss", "second"},
    {"week", "from Monday"}, {"week(sunday)", "from Sunday; so with each weekday"},
    {"q", "quarter"},        {"ff3", "millisecond"},
};

constexpr ArgumentConstant kTextParts[] = {
    {"year", "yyyy"},
    {"month", "yyyy-mm"},
    {"day", "yyyy-mm-dd"},
    {"hour", "yyyy-mm-dd hh:00:00"},
};

constexpr ArgumentConstant kWeekdays[] = {
    {"MO", "Monday"}, {"TU", "Tuesday"},  {"WE", "Wednesday"}, {"TH", "Thursday"},
    {"FR", "Friday"}, {"SA", "Saturday"}, {"SU", "Sunday"},
};

constexpr ArgumentConstant kFormats[] = {
    {"yyyymmdd", "20260131"},
    {"yyyy-mm-dd", "2026-01-31"},
    {"yyyy-mm-dd hh:mi:ss", "2026-01-31 23:59:59"},
    {"yyyymmddhhmiss", "20260131235959"},
    {"yyyymm", "202601"},
};

constexpr ArgumentConstants kTable[] = {
    {"dateadd", 2, kParts},        {"datediff", 2, kParts},       {"datepart", 1, kParts},
    {"datetrunc", 1, kTruncParts}, {"trunc_time", 1, kTextParts}, {"next_day", 1, kWeekdays},
    {"to_char", 1, kFormats},      {"to_date", 1, kFormats},
};

}  // namespace

std::span<const ArgumentConstants> AllArgumentConstants() { return kTable; }

std::span<const ArgumentConstant> ConstantsOf(std::string_view function, size_t argument) {
  for (const ArgumentConstants& row : kTable) {
    if (row.argument == argument && EqualsIgnoreCase(row.function, function)) return row.constants;
  }
  return {};
}

}  // namespace paisql::functions
