#pragma once

// Whether values that clients send fit the columns' types. What does not is told in a few words;
// "" for what fits. Pure functions.

#include <string>
#include <string_view>

#include "types/data_type.h"
#include "types/number/number_text.h"

namespace paisql::rest {

std::string CheckText(const DataType& type, std::string_view text);
std::string CheckDays(int64_t days);
// Milliseconds since 1970.
std::string CheckMillis(int64_t millis);
// Seconds since 1970, of a TIMESTAMP or TIMESTAMP_NTZ.
std::string CheckSeconds(int64_t seconds);
std::string CheckDecimal(const DataType& type, Int128 unscaled);
// A JSON value in the form in which it is kept.
std::string CheckJson(std::string_view text, std::string& kept);

}  // namespace paisql::rest
