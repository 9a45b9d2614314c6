#include <fmt/format.h>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kPercentileNames = {"Percentile"};
constexpr std::array<std::string_view, 1> kQuantileNames = {"quantile"};
constexpr std::array<std::string_view, 1> kLorenzNames = {"LorenzCurve"};

constexpr Parameter kQuantileColumns = {
    "colName",
    ParameterType::kColumns,
    false,
    "",
    "",
    "The columns, of numbers or DATETIME; all of them without it. NULL and NaN do not count."};
constexpr Parameter kQuantileCount = {"N",         ParameterType::kInteger,           false, "100",
                                      "",          "How many equal parts there are.", "",    "",
                                      "[1,100000]"};
// Their pages name the parameter of the partitions so.
constexpr Parameter kQuantilePartitions = {
    "inputPartitions",
    ParameterType::kText,
    false,
    "",
    "",
    "Reads these partitions alone: `ds=1/hour=2`, several separated by commas.",
    "",
    "inputTablePartitions"};
constexpr Port kQuantileInputPort = {"inputTableName", PortKind::kInputTable, "", "",
                                     nullptr,          "inputPartitions"};

constexpr auto kPercentileParameters = Together(
    std::array{kInputTableParameter, kQuantilePartitions, kOutputTableParameter, kQuantileColumns},
    kTuningParameters);
constexpr auto kQuantileParameters =
    Together(std::array{kInputTableParameter, kQuantilePartitions, kOutputTableParameter,
                        kQuantileColumns, kQuantileCount},
             kTuningParameters);
constexpr auto kLorenzParameters = Together(
    std::array{kInputTableParameter, kInputPartitionsParameter, kOutputTableParameter,
               Parameter{"colName", ParameterType::kColumns, false, "", "",
                         "The columns of numbers from 0 on; all columns of numbers without it. "
                         "NULL, NaN and infinite numbers do not count."},
               kQuantileCount},
    kTuningParameters);

constexpr std::array kQuantilePorts = {kQuantileInputPort, kPlainOutputPort};
constexpr std::array kLorenzPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kQuantileExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (0), (1), (2), (6), (10);
PAI -name {name} -DinputTableName=points -DoutputTableName=quantiles -DcolName=x;
SELECT * FROM quantiles WHERE quantile IN (0, 25, 50, 100);
)";

constexpr std::string_view kPointsSql =
    "SELECT EXPLODE(SEQUENCE(CAST(0 AS BIGINT), CAST({n} AS BIGINT))) AS quantile";

// The expression of what counts: numbers, or DATETIME as it is.
Result<std::string> QuantileValue(const store::Column& column, const Parameters& parameters) {
  const std::string name = "t." + QuotedName(column.name);
  if (column.type.id() == TypeId::kDatetime) return name;
  if (!column.type.IsNumeric()) {
    return Wrong(parameters.PlaceOf("colName"),
                 "column " + column.name + " is a " + column.type.ToString() +
                     ", neither a number nor a DATETIME",
                 "name columns of numbers in -DcolName");
  }
  if (column.type.IsInteger()) return name;
  return "IF(ISNAN(CAST(" + name + " AS DOUBLE)), NULL, " + name + ")";
}

Result<std::vector<store::Column>> QuantileColumnsOf(const Parameters& parameters,
                                                     const BuildContext& context,
                                                     const ClassicInput& input) {
  if (parameters.Find("colName") != nullptr) {
    return Selected(parameters, context, "colName", input.columns);
  }
  std::vector<store::Column> columns;
  for (const store::Column& column : input.columns) {
    if (column.type.IsNumeric() || column.type.id() == TypeId::kDatetime) columns.push_back(column);
  }
  if (!columns.empty()) return columns;
  return Wrong(parameters.PlaceOf("inputTableName"), "the table has no column of numbers",
               "name a table that has one");
}

// How many values each expression has; an error where none has any.
Result<std::vector<int64_t>> CountsOf(const std::vector<std::string>& values,
                                      const ClassicInput& input, const Parameters& parameters,
                                      const BuildContext& context) {
  std::vector<std::string> counts;
  for (const std::string& value : values) counts.push_back("COUNT(" + value + ")");
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT " + Join(counts, ", ") + " FROM " + input.relation + " t",
                        parameters, context));
  std::vector<int64_t> found(values.size(), 1);
  if (answer.unknown) return found;
  int64_t sum = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    found[i] = CountIn(answer.rows[0][i]);
    sum += found[i];
  }
  if (sum > 0) return found;
  return Wrong(parameters.PlaceOf("inputTableName"), "the columns have no values but NULL",
               "name a table whose columns have values");
}

// The value number i of `n` has the place (count - 1) * i / n among the sorted ones, rounded.
constexpr std::string_view kRankedSql =
    " LEFT JOIN (SELECT {value} AS v, ROW_NUMBER() OVER (ORDER BY {value}) - 1 AS r FROM {input} "
    "t WHERE {value} IS NOT NULL) k{i} ON k{i}.r = CAST(FLOOR((2D * q.quantile * {last} + {n}) / "
    "(2D * {n})) AS BIGINT)";

Result<std::vector<SqlStep>> BuildQuantiles(const Parameters& parameters,
                                            const BuildContext& context, int64_t n) {
  PAISQL_ASSIGN(const ClassicInput input,
                InputOf(parameters, context, "inputTableName", "inputPartitions"));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                QuantileColumnsOf(parameters, context, input));
  std::vector<std::string> values;
  for (const store::Column& column : columns) {
    PAISQL_ASSIGN(values.emplace_back(), QuantileValue(column, parameters));
  }
  PAISQL_ASSIGN(const std::vector<int64_t> counts, CountsOf(values, input, parameters, context));
  std::string list, joins;
  for (size_t i = 0; i < columns.size(); ++i) {
    list += fmt::format(", k{}.v AS {}", i, QuotedName(columns[i].name));
    joins += FillSql(kRankedSql, {{"value", values[i]},
                                  {"input", input.relation},
                                  {"i", std::to_string(i)},
                                  {"last", std::to_string(std::max<int64_t>(counts[i] - 1, 0))},
                                  {"n", std::to_string(n)}});
  }
  return std::vector<SqlStep>{
      {"outputTableName",
       FillSql("SELECT q.quantile{list} FROM ({points}) q{joins} ORDER BY quantile LIMIT 1000000",
               {{"list", list},
                {"points", FillSql(kPointsSql, {{"n", std::to_string(n)}})},
                {"joins", joins}})}};
}

Result<std::vector<SqlStep>> BuildPercentile(const Parameters& parameters,
                                             const BuildContext& context) {
  return BuildQuantiles(parameters, context, 100);
}

Result<std::vector<SqlStep>> BuildQuantile(const Parameters& parameters,
                                           const BuildContext& context) {
  return BuildQuantiles(parameters, context, parameters.Number("N"));
}

// Sums of the smallest values of a column. The part q of n ends after the row number `low`, and
// between two rows the sum grows evenly.
constexpr std::string_view kSumsSql =
    " LEFT JOIN (SELECT v, r, SUM(v) OVER (ORDER BY r) AS sum FROM (SELECT {value} AS v, "
    "ROW_NUMBER() OVER (ORDER BY {value}) AS r FROM {input} t WHERE {value} IS NOT NULL) s{i}) "
    "{alias} ON {alias}.r = {low} + {more}";
constexpr std::string_view kShareSql =
    ", (COALESCE(a{i}.sum, 0D) + COALESCE(b{i}.v * (q.quantile * {count}D / {n} - {low}), 0D)) / "
    "NULLIF({total}, 0D) AS {name}";

struct Lorenz {
  std::string shares, joins;
};

Lorenz LorenzOf(const std::vector<store::Column>& columns, const std::vector<int64_t>& counts,
                const std::vector<Cell>& totals, const std::string& n,
                const std::string& relation) {
  Lorenz made;
  for (size_t i = 0; i < columns.size(); ++i) {
    const std::string number = std::to_string(i), count = std::to_string(counts[i]);
    const std::string low =
        FillSql("CAST(FLOOR(q.quantile * {count}D / {n}) AS BIGINT)", {{"count", count}, {"n", n}});
    made.shares += FillSql(kShareSql, {{"i", number},
                                       {"count", count},
                                       {"n", n},
                                       {"low", low},
                                       {"total", DoubleText(NumberIn(totals[i]))},
                                       {"name", QuotedName(columns[i].name)}});
    for (const auto& [alias, more] : {std::pair("a", "0"), std::pair("b", "1")}) {
      made.joins += FillSql(kSumsSql, {{"value", FiniteText(columns[i])},
                                       {"input", relation},
                                       {"i", number},
                                       {"alias", alias + number},
                                       {"low", low},
                                       {"more", more}});
    }
  }
  return made;
}

Result<std::vector<SqlStep>> BuildLorenz(const Parameters& parameters,
                                         const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedNumbers(parameters, context, "colName", input.columns));
  std::vector<std::string> values, facts;
  for (const store::Column& column : columns) values.push_back(FiniteText(column));
  PAISQL_ASSIGN(const std::vector<int64_t> counts, CountsOf(values, input, parameters, context));
  for (const std::string& value : values) facts.push_back("SUM(" + value + ")");
  for (const std::string& value : values) facts.push_back("MIN(" + value + ")");
  PAISQL_ASSIGN(const Answer answer,
                AskRows("SELECT " + Join(facts, ", ") + " FROM " + input.relation + " t",
                        parameters, context));
  const std::vector<Cell> cells =
      answer.unknown ? std::vector<Cell>(facts.size(), "0") : answer.rows[0];
  for (size_t i = 0; i < columns.size(); ++i) {
    if (!(NumberIn(cells[columns.size() + i]) < 0)) continue;
    return Wrong(parameters.PlaceOf("colName"),
                 "column " + columns[i].name + " has a number below 0",
                 "a Lorenz curve is of numbers from 0 on");
  }
  const std::string n = std::to_string(parameters.Number("N"));
  const Lorenz made = LorenzOf(columns, counts, cells, n, input.relation);
  return std::vector<SqlStep>{
      {"outputTableName",
       FillSql("SELECT q.quantile{list} FROM ({points}) q{joins} ORDER BY quantile LIMIT 1000000",
               {{"list", made.shares},
                {"points", FillSql(kPointsSql, {{"n", n}})},
                {"joins", made.joins}})}};
}

}  // namespace

Component PercentileRow() {
  return {"Percentile",
          kPercentileNames,
          "",
          0,
          "Finds the values that divide sorted columns into 100 equal parts, from 0 to 100.",
          kPercentileParameters,
          kQuantilePorts,
          SqlBuild{BuildPercentile},
          "",
          kQuantileExample,
          true};
}

Component QuantileRow() {
  return {"Quantiles",
          kQuantileNames,
          "",
          0,
          "Finds the values that divide sorted columns into N equal parts, from 0 to N.",
          kQuantileParameters,
          kQuantilePorts,
          SqlBuild{BuildQuantile},
          "",
          kQuantileExample,
          true};
}

Component LorenzCurveRow() {
  return {"Lorenz curve",
          kLorenzNames,
          "",
          0,
          "Tells the share of a sum that the smallest numbers have, for each of N parts.",
          kLorenzParameters,
          kLorenzPorts,
          SqlBuild{BuildLorenz},
          "",
          kQuantileExample,
          true};
}

}  // namespace paisql::pai
