#include "pai/classic/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace paisql::pai {

namespace {

bool IsNumberText(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && !std::isnan(NumberIn(text));
}

}  // namespace

Result<Answer> AskRows(const std::string& query, const Parameters& parameters,
                       const BuildContext& context, std::string_view place) {
  return context.queries->Ask(query, parameters.PlaceOf(place));
}

double NumberIn(const Cell& cell) {
  if (!cell.has_value()) return std::numeric_limits<double>::quiet_NaN();
  return std::strtod(cell->c_str(), nullptr);
}

int64_t CountIn(const Cell& cell) {
  return cell.has_value() ? std::strtoll(cell->c_str(), nullptr, 10) : 0;
}

Cell NumberCell(double value) {
  if (std::isnan(value)) return std::nullopt;
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return fmt::format("{}", value);
}

nlohmann::json JsonNumber(double value) {
  constexpr double kExactIntegers = 1e15;
  if (std::isnan(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < kExactIntegers) {
    return static_cast<int64_t>(value);
  }
  return value;
}

std::string FiniteText(const store::Column& column, std::string_view alias) {
  const std::string name = std::string(alias) + "." + QuotedName(column.name);
  std::string value = "CAST(" + name + " AS DOUBLE)";
  if (column.type.IsInteger()) return value;
  return FillSql("IF(ISNAN({v}) OR ABS({v}) = CAST('Infinity' AS DOUBLE), NULL, {v})",
                 {{"v", value}});
}

std::string ClassText(const store::Column& column, std::string_view alias) {
  const std::string value = std::string(alias) + "." + QuotedName(column.name);
  if (!column.type.IsNumeric() || column.type.IsInteger()) return "CAST(" + value + " AS STRING)";
  return FillSql(
      "CASE WHEN ISNAN(CAST({value} AS DOUBLE)) THEN NULL WHEN {value} = FLOOR({value}) AND "
      "ABS({value}) < 1000000000000000 THEN CAST(CAST({value} AS BIGINT) AS STRING) ELSE "
      "CAST({value} AS STRING) END",
      {{"value", value}});
}

void SortClasses(std::vector<std::string>& classes) {
  std::ranges::sort(classes);
  if (!std::ranges::all_of(classes, IsNumberText)) return;
  std::ranges::stable_sort(classes, {}, [](const std::string& text) { return NumberIn(text); });
}

}  // namespace paisql::pai
