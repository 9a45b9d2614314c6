#pragma once

// Comparisons of DOUBLEs to 15 digits after the decimal point, as the platform makes them outside
// its Hive-compatible mode: a and b are equal where |a - b| < 1e-15, and less or greater only where
// they are not equal. Numbers beyond 8 have no neighbour so near: there the comparison is exact.
//
// With a constant it is printed as a comparison with the ends of the constant's neighbourhood,
// which reaches the statistics of the files; else it is a function of ours, paisql_near_….

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/values/api.h"

namespace paisql::engine {

// "=" … ">=", "BETWEEN" or "IN" of a template "$near($1 = $2)", "" for any other template.
std::string_view NearOperator(std::string_view text);

// True for a constant with which an exact comparison is as good.
bool ComparesExactly(double constant);

// The least and the greatest number that are equal to the constant.
std::pair<double, double> NearEnds(double constant);

struct NearOperand {
  std::string text;
  std::optional<double> constant;
};

// The comparison of operands[0] with the others. With `exact` DuckDB's own.
std::string PrintNear(std::string_view op, const std::vector<NearOperand>& operands, bool exact,
                      PrintContext& context);

// Makes the function of that name; false for any other name. An empty `error` means success.
bool RegisterNear(const DuckdbApi& api, duckdb_connection connection, std::string_view name,
                  std::string& error);

}  // namespace paisql::engine
