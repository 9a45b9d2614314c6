#pragma once

// Comparisons of DOUBLEs to 15 digits after the decimal point (duckdb/functions/near_comparison.h)
// in Spark's words. With a constant it is a comparison with the ends of the constant's
// neighbourhood, which reaches the statistics of the files. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql::engine::spark {

// "=" … ">=", "BETWEEN" or "IN" of a template "$near($1 = $2)", "" for any other template.
std::string_view NearOperatorOf(std::string_view text);

// A template over $1 $2 …; `constants` has the value of each argument that is a constant. With
// `exact` Spark's own comparison. `repeats` becomes true where an argument stands in it twice.
std::string NearText(std::string_view op, const std::vector<std::optional<double>>& constants,
                     bool exact, bool& repeats);

}  // namespace paisql::engine::spark
