#include "functions/generated_lists.h"

#include <algorithm>
#include <iterator>

namespace paisql::functions {
namespace {

// The templates are those of ARRAY_REPEAT and SEQUENCE in collection_functions.cpp.
constexpr GeneratedList kTable[] = {
    {"paisql_array_repeat($1, $2)", "$2", "$1"},
    {"paisql_sequence($1, $2, paisql_sequence_step($1, $2))",
     "paisql_sequence_length($1, $2, paisql_sequence_step($1, $2))",
     "$1 + $p * paisql_sequence_step($1, $2)"},
    {"paisql_sequence($1, $2, $3)", "paisql_sequence_length($1, $2, $3)", "$1 + $p * $3"},
    {"paisql_sequence_days($1, $2, paisql_sequence_step($1, $2))",
     "paisql_sequence_length(0, $2 - $1, paisql_sequence_step($1, $2))",
     "$1 + CAST($p * paisql_sequence_step($1, $2) AS INTEGER)"},
    {"paisql_sequence_days($1, $2, paisql_interval_days($3))",
     "paisql_sequence_length(0, $2 - $1, paisql_interval_days($3))",
     "$1 + CAST($p * paisql_interval_days($3) AS INTEGER)"},
    {"paisql_sequence_dates($1, $2, paisql_interval_months($3))",
     "paisql_sequence_months_length($1, $2, paisql_interval_months($3))",
     "CAST($1 + to_months(CAST($p * paisql_interval_months($3) AS INTEGER)) AS DATE)"},
    {"paisql_sequence_micros($1, $2, 86400000000 * paisql_sequence_step($1, $2))",
     "paisql_sequence_length(0, epoch_us($2) - epoch_us($1), 86400000000 * "
     "paisql_sequence_step($1, $2))",
     "$1 + to_microseconds($p * 86400000000 * paisql_sequence_step($1, $2))"},
    {"paisql_sequence_months($1, $2, paisql_interval_months($3))",
     "paisql_sequence_months_length($1, $2, paisql_interval_months($3))",
     "$1 + to_months(CAST($p * paisql_interval_months($3) AS INTEGER))"},
    {"paisql_sequence_micros($1, $2, epoch_us($3))",
     "paisql_sequence_length(0, epoch_us($2) - epoch_us($1), epoch_us($3))",
     "$1 + to_microseconds($p * epoch_us($3))"},
};

}  // namespace

const GeneratedList* FindGeneratedList(std::string_view list) {
  const auto* found = std::find_if(std::begin(kTable), std::end(kTable),
                                   [&](const GeneratedList& each) { return each.list == list; });
  return found == std::end(kTable) ? nullptr : found;
}

}  // namespace paisql::functions
