#pragma once

// How values are printed: one spelling for every output format, CAST to STRING and job manifests.
// Numbers and times are printed where they are read. Each function appends to `out` so that
// printing millions of cells allocates nothing.

#include <string>
#include <string_view>

#include "types/number/number_text.h"
#include "types/time/time_text.h"

namespace paisql {

// A JSON string with quotes and escapes, for cells of nested types.
void AppendJsonString(std::string_view text, std::string& out);

}  // namespace paisql
