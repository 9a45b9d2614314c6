#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kSummaryNames = {"stat_summary"};

constexpr auto kSummaryParameters = Together(
    std::array{
        kInputTableParameter, kInputPartitionsParameter, kOutputTableParameter,
        Parameter{"selectColNames", ParameterType::kColumns, false, "", "",
                  "The columns; all of the table's without it. Columns that hold no numbers have "
                  "counts alone.",
                  "", "selectedColNames"}},
    kTuningParameters);

constexpr std::array kSummaryPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kSummaryExample = R"(CREATE TABLE items (name STRING, x DOUBLE);
INSERT INTO items VALUES ('a', 1), ('b', 2), (NULL, 6);
PAI -name {name} -DinputTableName=items -DoutputTableName=summary;
SELECT colname, datatype, totalcount, missingcount, mean, skewness FROM summary;
)";

constexpr std::array kSummaryCounts = {
    "totalcount",           "count", "missingcount", "nancount", "positiveinfinitycount",
    "negativeinfinitycount"};
constexpr std::array kSummaryNumbers = {"min",
                                        "max",
                                        "mean",
                                        "variance",
                                        "standarddeviation",
                                        "standarderror",
                                        "skewness",
                                        "kurtosis",
                                        "moment2",
                                        "moment3",
                                        "moment4",
                                        "centralmoment2",
                                        "centralmoment3",
                                        "centralmoment4",
                                        "sum",
                                        "sum2",
                                        "sum3",
                                        "sum4"};

constexpr std::string_view kCountsSql =
    "COUNT(*), COUNT({c}), COUNT_IF(ISNAN(CAST({c} AS DOUBLE))), "
    "COUNT_IF(CAST({c} AS DOUBLE) = CAST('Infinity' AS DOUBLE)), "
    "COUNT_IF(CAST({c} AS DOUBLE) = CAST('-Infinity' AS DOUBLE)), "
    "COUNT({v}), MIN({v}), MAX({v}), AVG({v}), SUM({v}), SUM({v} * {v}), SUM({v} * {v} * {v}), "
    "SUM({v} * {v} * {v} * {v})";
constexpr size_t kCountsWidth = 13;

constexpr std::string_view kCentralSql =
    "AVG(POW({v} - {mean}, 2D)), AVG(POW({v} - {mean}, 3D)), AVG(POW({v} - {mean}, 4D))";

// Of a column: what the first query tells, from kCountsWidth cells on, and its central moments.
std::vector<double> NumbersOf(const Cell* facts, const Cell* central) {
  const double n = NumberIn(facts[5]);
  const double m2 = NumberIn(central[0]), m3 = NumberIn(central[1]), m4 = NumberIn(central[2]);
  const double nothing = std::nan("");
  const double variance = n > 1 ? m2 * n / (n - 1) : nothing;
  const double deviation = std::sqrt(variance);
  const auto sum = [&](int power) { return NumberIn(facts[8 + power]); };
  return {NumberIn(facts[6]),
          NumberIn(facts[7]),
          NumberIn(facts[8]),
          variance,
          deviation,
          deviation / std::sqrt(n),
          m2 > 0 ? m3 / std::pow(m2, 1.5) : nothing,
          m2 > 0 ? m4 / (m2 * m2) - 3 : nothing,
          sum(2) / n,
          sum(3) / n,
          sum(4) / n,
          m2,
          m3,
          m4,
          sum(1),
          sum(2),
          sum(3),
          sum(4)};
}

std::vector<store::Column> SummaryColumns() {
  std::vector<store::Column> columns = {NewColumn("colname", TypeId::kString),
                                        NewColumn("datatype", TypeId::kString)};
  for (const char* name : kSummaryCounts) columns.push_back(NewColumn(name, TypeId::kBigint));
  for (const char* name : kSummaryNumbers) columns.push_back(NewColumn(name, TypeId::kDouble));
  return columns;
}

std::vector<Cell> SummaryRow(const store::Column& column, const Cell* facts, const Cell* central) {
  const bool number = column.type.IsNumeric();
  std::vector<Cell> row = {column.name, ToLower(column.type.ToString()), facts[0], facts[1],
                           std::to_string(CountIn(facts[0]) - CountIn(facts[1]))};
  for (size_t i = 2; i < 5; ++i) row.push_back(number ? facts[i] : Cell("0"));
  if (!number) {
    row.resize(row.size() + kSummaryNumbers.size());
    return row;
  }
  for (const double value : NumbersOf(facts, central)) row.push_back(NumberCell(value));
  return row;
}

// The cells of one row that the expressions have, asked for some columns at a time: what a query
// costs grows faster than its columns do.
Result<Answer> AskInParts(const std::vector<std::string>& parts, const std::string& relation,
                          const Parameters& parameters, const BuildContext& context) {
  constexpr size_t kColumnsAtOnce = 40;
  Answer all;
  all.rows.emplace_back();
  for (size_t first = 0; first < parts.size(); first += kColumnsAtOnce) {
    const size_t end = std::min(first + kColumnsAtOnce, parts.size());
    const std::vector<std::string> some(parts.begin() + static_cast<ptrdiff_t>(first),
                                        parts.begin() + static_cast<ptrdiff_t>(end));
    PAISQL_ASSIGN(
        const Answer answer,
        AskRows("SELECT " + Join(some, ", ") + " FROM " + relation + " t", parameters, context));
    if (answer.unknown) return answer;
    all.rows[0].insert(all.rows[0].end(), answer.rows[0].begin(), answer.rows[0].end());
  }
  return all;
}

Result<std::vector<SqlStep>> BuildSummary(const Parameters& parameters,
                                          const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                Selected(parameters, context, "selectColNames", input.columns));
  const auto ask = [&](const std::vector<std::string>& parts) {
    return AskInParts(parts, input.relation, parameters, context);
  };
  std::vector<std::string> counts, moments;
  for (const store::Column& column : columns) {
    const bool number = column.type.IsNumeric();
    counts.push_back(FillSql(kCountsSql, {{"c", number ? "t." + QuotedName(column.name) : "0D"},
                                          {"v", number ? FiniteText(column) : "0D"}}));
    if (!number) {
      counts.back().replace(counts.back().find("COUNT(0D)"), 9,
                            "COUNT(t." + QuotedName(column.name) + ")");
    }
  }
  PAISQL_ASSIGN(const Answer facts, ask(counts));
  if (facts.unknown)
    return std::vector<SqlStep>{{"outputTableName", KnownRows(SummaryColumns(), {})}};
  for (size_t i = 0; i < columns.size(); ++i) {
    const Cell& mean = facts.rows[0][i * kCountsWidth + 8];
    moments.push_back(
        FillSql(kCentralSql, {{"v", columns[i].type.IsNumeric() ? FiniteText(columns[i]) : "0D"},
                              {"mean", mean.has_value() ? DoubleText(NumberIn(mean)) : "0D"}}));
  }
  PAISQL_ASSIGN(const Answer central, ask(moments));
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < columns.size(); ++i) {
    rows.push_back(
        SummaryRow(columns[i], &facts.rows[0][i * kCountsWidth], &central.rows[0][i * 3]));
  }
  return std::vector<SqlStep>{{"outputTableName", KnownRows(SummaryColumns(), rows)}};
}

}  // namespace

Component TableSummaryRow() {
  return {
      "Whole-table statistics",
      kSummaryNames,
      "",
      0,
      "Describes columns: counts, extremes, moments. NaN and infinite numbers are counted apart.",
      kSummaryParameters,
      kSummaryPorts,
      SqlBuild{BuildSummary},
      "",
      kSummaryExample,
      true};
}

}  // namespace paisql::pai
