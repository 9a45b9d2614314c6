#pragma once

// Reads the text in ${yyyymmdd-1} and in $[yyyymmddhh24miss-1/24]: a format, and offsets. The two
// families differ in what they count from and in what an offset means. Pure functions.

#include <string>
#include <string_view>

#include "base/result.h"
#include "variables/schedule.h"

namespace paisql::variables {

enum class TimeFamily {
  kBizdate,  // ${…}: days; ±N counts in the smallest unit of the format
  kCyctime,  // $[…]: seconds; ±N counts in days, also as 1/24; add_months(format, ±N)
};

struct TimeText {
  std::string text;
  std::string warning;  // "" when it surely means what its writer meant
};

// Whether the text between the brackets has the form, be it allowed in its family or not. "ddl" and
// "mm_count" are names.
bool IsTimeExpression(std::string_view inner);

// An error has no place, and tells what is written instead.
Result<TimeText> EvaluateTime(std::string_view inner, TimeFamily family, const Schedule& schedule);

}  // namespace paisql::variables
