#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/distributions.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 1> kChiSquareNames = {"chisq_test"};

constexpr auto kChiSquareParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        Parameter{"colName", ParameterType::kColumn, false, "", "",
                  "The column whose classes are counted, for a test of fit."},
        Parameter{"probConfig", ParameterType::kText, false, "", "",
                  "With colName: the probability of each class, `a:0.3,b:0.7`; without it all are "
                  "equally probable."},
        Parameter{"xColName", ParameterType::kColumn, false, "", "",
                  "The first column of a test of independence. Rows that lack a value do not "
                  "count."},
        Parameter{"yColName", ParameterType::kColumn, false, "", "", "The second column."},
        Parameter{"outputTableName", ParameterType::kTable, true, "", "",
                  "The table of one row with one JSON: value, df and p-value of each statistic."},
        Parameter{"outputDetailTableName", ParameterType::kTable, false, "", "",
                  "The table with what was observed and expected of each class."},
    },
    kTuningParameters);

constexpr std::array kChiSquarePorts = {kInputPort, kPlainOutputPort,
                                        Port{"outputDetailTableName", PortKind::kOutputTable}};

constexpr std::string_view kChiSquareExample = R"(CREATE TABLE answers (f0 STRING, f1 STRING);
INSERT INTO answers VALUES ('1', '2'), ('1', '3'), ('1', '4'), ('0', '3'), ('0', '4');
PAI -name {name} -DinputTableName=answers -DcolName=f0 -DprobConfig=0:0.3,1:0.7
  -DoutputTableName=tested -DoutputDetailTableName=details;
SELECT * FROM tested;
SELECT * FROM details;
)";

// A class, or a pair of them.
struct ChiCell {
  std::vector<std::string> classes;
  double observed = 0, expected = 0;
};

json StatisticOf(const std::vector<ChiCell>& cells, double freedom, double correction,
                 std::string_view comment) {
  double value = 0;
  for (const ChiCell& cell : cells) {
    if (cell.expected == 0) continue;  // a check knows no rows
    const double distance = std::max(std::abs(cell.observed - cell.expected) - correction, 0.0);
    value += distance * distance / cell.expected;
  }
  return {{"comment", comment},
          {"df", JsonNumber(freedom)},
          {"p-value", freedom > 0 ? JsonNumber(ChiSquareTail(value, freedom)) : nullptr},
          {"value", JsonNumber(value)}};
}

// The columns of the table with details: those of the test, then what was counted.
std::vector<SqlStep> ChiSquareSteps(const Parameters& parameters, const json& summary,
                                    const std::vector<std::string>& names,
                                    const std::vector<ChiCell>& cells) {
  std::vector<SqlStep> steps = {
      {"outputTableName", KnownRows({NewColumn("result", TypeId::kString)}, {{summary.dump()}})}};
  if (parameters.Find("outputDetailTableName") == nullptr) return steps;
  std::vector<store::Column> columns;
  for (const std::string& name : names) columns.push_back(NewColumn(name, TypeId::kString));
  for (const char* name : {"observed", "expected", "residuals"}) {
    columns.push_back(NewColumn(name, TypeId::kDouble));
  }
  std::vector<std::vector<Cell>> rows;
  for (const ChiCell& cell : cells) {
    auto& row = rows.emplace_back(cell.classes.begin(), cell.classes.end());
    row.push_back(NumberCell(cell.observed));
    row.push_back(NumberCell(cell.expected));
    row.push_back(NumberCell((cell.observed - cell.expected) / std::sqrt(cell.expected)));
  }
  steps.push_back({"outputDetailTableName", KnownRows(columns, rows)});
  return steps;
}

// "a:0.3,b:0.7": positive probabilities with the sum 1.
Result<std::map<std::string, double>> ProbabilitiesOf(const syntax::PaiParameter& given,
                                                      const BuildContext& context) {
  std::map<std::string, double> probabilities;
  double sum = 0;
  for (const Part& part : SplitValue(given, context)) {
    const size_t colon = part.text.rfind(':');
    char* end = nullptr;
    const std::string number = colon == std::string::npos ? "" : part.text.substr(colon + 1);
    const double probability = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0' || !(probability > 0)) {
      return Wrong(part.range, "'" + part.text + "' is not a class with a probability",
                   "write them as a:0.3,b:0.7");
    }
    probabilities[std::string(Trim(part.text.substr(0, colon)))] += probability;
    sum += probability;
  }
  if (std::abs(sum - 1) < 1e-6) return probabilities;
  return Wrong(given.value_range, fmt::format("the probabilities have the sum {}, not 1", sum),
               "give every class its share");
}

Result<std::vector<SqlStep>> TestFit(const ClassicInput& input, const Parameters& parameters,
                                     const BuildContext& context) {
  PAISQL_ASSIGN(const store::Column column,
                OneColumn(parameters, context, "colName", input.columns));
  std::map<std::string, double> expected;
  const syntax::PaiParameter* const given = parameters.Find("probConfig");
  if (given != nullptr) {
    PAISQL_ASSIGN(expected, ProbabilitiesOf(*given, context));
  }
  PAISQL_ASSIGN(const Answer answer,
                AskRows(FillSql("SELECT c, COUNT(*) AS n FROM (SELECT {class} AS c FROM {input} t) "
                                "k WHERE c IS NOT NULL GROUP BY c",
                                {{"class", ClassText(column)}, {"input", input.relation}}),
                        parameters, context));
  std::map<std::string, double> observed;
  double all = 0;
  for (const auto& row : answer.rows) {
    observed[*row[0]] = NumberIn(row[1]);
    all += NumberIn(row[1]);
    if (given != nullptr && !expected.contains(*row[0])) {
      return Wrong(given->value_range, "class '" + *row[0] + "' has no probability",
                   "give every class its share");
    }
  }
  std::vector<std::string> classes;
  for (const auto& [name, probability] : expected) classes.push_back(name);
  if (given == nullptr) {
    for (const auto& [name, count] : observed) classes.push_back(name);
  }
  SortClasses(classes);
  std::vector<ChiCell> cells;
  for (const std::string& name : classes) {
    const double share =
        given != nullptr ? expected[name] : 1 / static_cast<double>(classes.size());
    cells.push_back({{name}, observed[name], share * all});
  }
  if (!answer.unknown && all == 0) {
    return Wrong(parameters.PlaceOf("colName"), "no row has a class", "name a column with values");
  }
  const double freedom = static_cast<double>(classes.size()) - 1;
  return ChiSquareSteps(parameters, {{"Chi-Square", StatisticOf(cells, freedom, 0, "皮尔逊卡方")}},
                        {column.name}, cells);
}

Result<std::vector<SqlStep>> TestIndependence(const ClassicInput& input,
                                              const Parameters& parameters,
                                              const BuildContext& context) {
  PAISQL_ASSIGN(const store::Column x, OneColumn(parameters, context, "xColName", input.columns));
  PAISQL_ASSIGN(const store::Column y, OneColumn(parameters, context, "yColName", input.columns));
  if (EqualsIgnoreCase(x.name, y.name)) {
    return Wrong(parameters.PlaceOf("yColName"), "both columns are " + x.name,
                 "name two different columns");
  }
  PAISQL_ASSIGN(
      const Answer answer,
      AskRows(FillSql("SELECT a, b, COUNT(*) AS n FROM (SELECT {x} AS a, {y} AS b FROM "
                      "{input} t) k WHERE a IS NOT NULL AND b IS NOT NULL GROUP BY a, b",
                      {{"x", ClassText(x)}, {"y", ClassText(y)}, {"input", input.relation}}),
              parameters, context));
  std::map<std::string, double> of_x, of_y;
  std::map<std::pair<std::string, std::string>, double> observed;
  double all = 0;
  for (const auto& row : answer.rows) {
    const double count = NumberIn(row[2]);
    of_x[*row[0]] += count;
    of_y[*row[1]] += count;
    observed[{*row[0], *row[1]}] = count;
    all += count;
  }
  if (!answer.unknown && (of_x.size() < 2 || of_y.size() < 2)) {
    return Wrong(parameters.PlaceOf(of_x.size() < 2 ? "xColName" : "yColName"),
                 "the column has fewer than two classes", "name a column with several classes");
  }
  std::vector<std::string> names_x, names_y;
  for (const auto& [name, count] : of_x) names_x.push_back(name);
  for (const auto& [name, count] : of_y) names_y.push_back(name);
  SortClasses(names_x);
  SortClasses(names_y);
  std::vector<ChiCell> cells;
  for (const std::string& a : names_x) {
    for (const std::string& b : names_y) {
      cells.push_back({{a, b}, observed[{a, b}], of_x[a] * of_y[b] / all});
    }
  }
  const double freedom =
      (static_cast<double>(of_x.size()) - 1) * (static_cast<double>(of_y.size()) - 1);
  const double tested = answer.unknown ? 0 : freedom;
  return ChiSquareSteps(
      parameters,
      {{"Chi-Square", StatisticOf(cells, tested, 0, "皮尔逊卡方")},
       {"Continity Correct Chi-Square", StatisticOf(cells, tested, 0.5, "连续性校正卡方")}},
      {x.name, y.name}, cells);
}

Result<std::vector<SqlStep>> BuildChiSquare(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  const bool fit = parameters.Find("colName") != nullptr;
  const bool x = parameters.Find("xColName") != nullptr, y = parameters.Find("yColName") != nullptr;
  if (fit && !x && !y) return TestFit(input, parameters, context);
  if (!fit && x && y) return TestIndependence(input, parameters, context);
  return Wrong(parameters.PlaceOf(fit ? "colName"
                                  : x ? "xColName"
                                      : "inputTableName"),
               "one column is tested, or two",
               "name -DcolName alone, or -DxColName and -DyColName");
}

}  // namespace

Component ChiSquareRow() {
  return {"Chi-square test",
          kChiSquareNames,
          "",
          0,
          "Tests whether classes occur as expected, or two columns are independent.",
          kChiSquareParameters,
          kChiSquarePorts,
          SqlBuild{BuildChiSquare},
          "",
          kChiSquareExample,
          true};
}

}  // namespace paisql::pai
