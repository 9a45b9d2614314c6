#include "console/tables/column_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "console/objects/result_json.h"
#include "console/tables/table_text.h"
#include "syntax/literal_text.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int kBins = 24;
constexpr int kTop = 20;
constexpr int kShownLetters = 200;
// The rows of the answer have so many texts after their kind.
constexpr size_t kTexts = 9;

bool IsOrdered(const DataType& type) {
  return !type.IsNested() && type.id() != TypeId::kJson && type.id() != TypeId::kBinary &&
         type.id() != TypeId::kVoid;
}

// The column as a number on whose line bins lie; "" for a type that has no such number.
std::string LineOf(const DataType& type) {
  if (type.IsNumeric()) return "CAST(v AS DOUBLE)";
  switch (type.id()) {
    case TypeId::kDate:
      return "CAST(DATEDIFF(v, DATE'1970-01-01') AS DOUBLE) * 86400";
    case TypeId::kDatetime:
      return "CAST(UNIX_TIMESTAMP(v) AS DOUBLE)";
    case TypeId::kTimestamp:
      return "CAST(UNIX_TIMESTAMP(CAST(v AS DATETIME)) AS DOUBLE)";
    default:
      return "";
  }
}

std::string FactsRow(const DataType& type) {
  const bool ordered = IsOrdered(type);
  const auto text = [](const std::string& value) { return "CAST(" + value + " AS STRING)"; };
  std::vector<std::string> cells(kTexts, "CAST(NULL AS STRING)");
  cells[0] = text("COUNT(*)");
  cells[1] = text("COUNT(v)");
  if (ordered) {
    cells[2] = text("COUNT(DISTINCT v)");
    cells[3] = fmt::format("SUBSTR(CAST(MIN(v) AS STRING), 1, {})", kShownLetters);
    cells[4] = fmt::format("SUBSTR(CAST(MAX(v) AS STRING), 1, {})", kShownLetters);
  }
  if (type.IsNumeric()) {
    cells[5] = text("AVG(CAST(v AS DOUBLE))");
    cells[6] = text("STDDEV_SAMP(CAST(v AS DOUBLE))");
    cells[7] =
        "TO_JSON(PERCENTILE_APPROX(CAST(v AS DOUBLE), ARRAY(0.05D, 0.25D, 0.5D, 0.75D, 0.95D)))";
  }
  std::string row = "SELECT 'facts' AS part, 0 AS place";
  for (size_t i = 0; i < cells.size(); ++i) row += ", " + cells[i] + fmt::format(" AS t{}", i);
  return row + " FROM c";
}

std::string NullTexts(size_t from) {
  std::string text;
  for (size_t i = from; i < kTexts; ++i) text += ", CAST(NULL AS STRING)";
  return text;
}

std::string TopRows() {
  return fmt::format(
      "SELECT 'top', 0, SUBSTR(CAST(v AS STRING), 1, {}), CAST(n AS STRING), "
      "CAST(LENGTH(CAST(v AS STRING)) AS STRING){} FROM (SELECT v, COUNT(*) AS n FROM c "
      "WHERE v IS NOT NULL GROUP BY v ORDER BY n DESC, v LIMIT {}) top",
      kShownLetters, NullTexts(3), kTop);
}

std::string BinRows(const std::string& line) {
  return fmt::format(
      "SELECT 'bin', bin, CAST(COUNT(*) AS STRING), CAST(MIN(low) AS STRING), "
      "CAST(MIN(high) AS STRING){} FROM (SELECT CASE WHEN high > low THEN "
      "LEAST(CAST(FLOOR((x - low) / (high - low) * {}) AS BIGINT), {}) ELSE 0 END AS bin, "
      "low, high FROM (SELECT {} AS x FROM c WHERE v IS NOT NULL) numbers CROSS JOIN "
      "(SELECT MIN(x) AS low, MAX(x) AS high FROM (SELECT {} AS x FROM c WHERE v IS NOT NULL) b) "
      "ends) binned GROUP BY bin",
      NullTexts(3), kBins, kBins - 1, line, line);
}

std::string TextAt(const json& row, size_t at) {
  return row[at].is_string() ? row[at].get<std::string>() : "";
}

// A whole number as a page counts with it; no count of rows has more digits than its numbers hold.
int64_t NumberAt(const json& row, size_t at) {
  const std::string text = TextAt(row, at);
  return text.empty() ? 0 : std::strtoll(text.c_str(), nullptr, 10);
}

void AddFactsRow(const json& row, json& body) {
  constexpr const char* kNames[] = {"min", "max", "mean", "deviation"};
  body["rows"] = NumberAt(row, 2);
  body["values"] = NumberAt(row, 3);
  body["distinct"] = row[4].is_null() ? json() : json(NumberAt(row, 4));
  for (size_t i = 0; i < std::size(kNames); ++i) body[kNames[i]] = row[5 + i];
  const json quantiles = json::parse(TextAt(row, 9), nullptr, false);
  if (quantiles.is_array()) body["quantiles"] = quantiles;
}

void AddBinRow(const json& row, json& body) {
  const double low = std::strtod(TextAt(row, 3).c_str(), nullptr);
  const double high = std::strtod(TextAt(row, 4).c_str(), nullptr);
  const double width = (high - low) / kBins;
  const auto bin = static_cast<double>(NumberAt(row, 1));
  body["bins"].push_back({{"from", low + width * bin},
                          {"to", high > low ? low + width * (bin + 1) : high},
                          {"count", NumberAt(row, 2)}});
}

}  // namespace

std::string ColumnQuestion(const store::Table& table, const store::Column& column,
                           const std::vector<std::string>& partition) {
  std::string text = "WITH c AS (" +
                     SelectText(table, syntax::QuoteName(column.name) + " AS v", partition) +
                     ")\n" + FactsRow(column.type);
  if (!IsOrdered(column.type)) return text;
  text += "\nUNION ALL " + TopRows();
  const std::string line = LineOf(column.type);
  if (!line.empty()) text += "\nUNION ALL " + BinRows(line);
  return text;
}

Result<json> ColumnAnswer(const store::Column& column, const instances::InstanceResult& result) {
  PAISQL_ASSIGN(const json answer, RowsJson(result, 0, 1 + kTop + kBins));
  json body = {{"column", column.name},
               {"type", column.type.ToString()},
               {"ordered", IsOrdered(column.type)},
               {"times", column.type.IsTemporal()},
               {"quantiles", json::array()},
               {"top", json::array()},
               {"bins", json::array()}};
  for (const json& row : answer.at("rows")) {
    if (row.size() != 2 + kTexts) continue;
    const std::string part = TextAt(row, 0);
    if (part == "facts") {
      AddFactsRow(row, body);
    } else if (part == "top") {
      body["top"].push_back({{"value", row[2]},
                             {"count", NumberAt(row, 3)},
                             {"cut", NumberAt(row, 4) > kShownLetters}});
    } else if (part == "bin") {
      AddBinRow(row, body);
    }
  }
  std::ranges::stable_sort(body["top"].get_ref<json::array_t&>(), std::greater(),
                           [](const json& one) { return one.at("count").get<int64_t>(); });
  std::ranges::sort(body["bins"].get_ref<json::array_t&>(), {},
                    [](const json& one) { return one.at("from").get<double>(); });
  return body;
}

}  // namespace paisql::console
