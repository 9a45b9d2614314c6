#pragma once

// Facts that a component asks of its rows, and how it writes what it computes from them.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pai/classic/classic_input.h"
#include "pai/component.h"
#include "pai/value/query_resolver.h"

namespace paisql::pai {

using Cell = std::optional<std::string>;

// The rows of a query; errors have the place of the parameter's value.
Result<Answer> AskRows(const std::string& query, const Parameters& parameters,
                       const BuildContext& context, std::string_view place = "inputTableName");

// The number of a cell; NaN for NULL.
double NumberIn(const Cell& cell);
int64_t CountIn(const Cell& cell);  // 0 for NULL

// The shortest text that is the same number again. NULL for what is not a number.
Cell NumberCell(double value);
// A whole number stands without a decimal point, and what is not a number is null.
nlohmann::json JsonNumber(double value);

// The number of a column as a DOUBLE, NULL for NaN and the infinite ones: what statistics count.
std::string FiniteText(const store::Column& column, std::string_view alias = "t");

// The value of a column as a STRING: 1, 1.0 and '1' are one class. NULL for NaN.
std::string ClassText(const store::Column& column, std::string_view alias = "t");
// Numbers in their order where all are numbers, else texts in theirs.
void SortClasses(std::vector<std::string>& classes);

}  // namespace paisql::pai
