#include <fmt/format.h>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kCovarianceNames = {"cov"};
constexpr std::array<std::string_view, 1> kCorrelationsNames = {"corrcoef"};
constexpr std::array<std::string_view, 1> kPearsonNames = {"pearson"};

constexpr auto kMatrixParameters = Together(
    std::array{
        kInputTableParameter, kInputPartitionsParameter, kOutputTableParameter,
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of numbers; all of them without it. A pair of columns counts the "
                  "rows in which both have a number."}},
    kTuningParameters);

constexpr auto kPearsonParameters = Together(
    std::array{kInputTableParameter, kInputPartitionsParameter, kOutputTableParameter,
               Parameter{"col1Name", ParameterType::kColumn, true, "", "", "A column of numbers."},
               Parameter{"col2Name", ParameterType::kColumn, true, "", "",
                         "Another one. Rows in which both have a number count."}},
    kTuningParameters);

constexpr std::array kMatrixPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kMatrixExample = R"(CREATE TABLE points (x DOUBLE, y DOUBLE);
INSERT INTO points VALUES (1, 2), (2, 4), (3, 9);
PAI -name {name} -DinputTableName=points -DoutputTableName=matrix -DselectedColNames=x,y;
SELECT * FROM matrix;
)";
constexpr std::string_view kPearsonExample = R"(CREATE TABLE points (x DOUBLE, y DOUBLE);
INSERT INTO points VALUES (1, 2), (2, 4), (3, 9);
PAI -name {name} -DinputTableName=points -DoutputTableName=correlated -Dcol1Name=x -Dcol2Name=y;
SELECT * FROM correlated;
)";

// The measure of each pair (i, k), k at least i, row by row; NaN where there is none.
Result<std::vector<double>> PairsOf(const std::string& function,
                                    const std::vector<store::Column>& columns,
                                    const std::string& relation, const Parameters& parameters,
                                    const BuildContext& context) {
  std::vector<std::string> measures, values;
  for (size_t i = 0; i < columns.size(); ++i) {
    values.push_back(fmt::format("{} AS v{}", FiniteText(columns[i]), i));
    for (size_t k = i; k < columns.size(); ++k) {
      measures.push_back(fmt::format("{}(v{}, v{})", function, i, k));
    }
  }
  PAISQL_ASSIGN(const Answer answer, AskRows("SELECT " + Join(measures, ", ") + " FROM (SELECT " +
                                                 Join(values, ", ") + " FROM " + relation + " t) s",
                                             parameters, context));
  std::vector<double> numbers(measures.size());
  for (size_t i = 0; i < numbers.size() && !answer.unknown; ++i) {
    numbers[i] = NumberIn(answer.rows[0][i]);
  }
  return numbers;
}

Result<std::vector<SqlStep>> BuildMatrix(const std::string& function, const Parameters& parameters,
                                         const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedNumbers(parameters, context, "selectedColNames", input.columns));
  PAISQL_ASSIGN(const std::vector<double> pairs,
                PairsOf(function, columns, input.relation, parameters, context));
  std::vector<store::Column> made = {NewColumn("columnsnames", TypeId::kString)};
  std::vector<std::vector<Cell>> rows(columns.size(), std::vector<Cell>(columns.size() + 1));
  size_t next = 0;
  for (size_t i = 0; i < columns.size(); ++i) {
    made.push_back(NewColumn(columns[i].name, TypeId::kDouble));
    rows[i][0] = columns[i].name;
    for (size_t k = i; k < columns.size(); ++k) {
      rows[i][k + 1] = rows[k][i + 1] = NumberCell(pairs[next++]);
    }
  }
  return std::vector<SqlStep>{{"outputTableName", KnownRows(made, rows)}};
}

Result<std::vector<SqlStep>> BuildCovariance(const Parameters& parameters,
                                             const BuildContext& context) {
  return BuildMatrix("COVAR_SAMP", parameters, context);
}

Result<std::vector<SqlStep>> BuildCorrelations(const Parameters& parameters,
                                               const BuildContext& context) {
  return BuildMatrix("CORR", parameters, context);
}

Result<std::vector<SqlStep>> BuildPearson(const Parameters& parameters,
                                          const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  std::vector<store::Column> columns;
  for (const std::string_view name : {"col1Name", "col2Name"}) {
    PAISQL_ASSIGN(columns.emplace_back(), OneColumn(parameters, context, name, input.columns));
    PAISQL_TRY(NeedNumbers(parameters, name, {columns.back()}));
  }
  PAISQL_ASSIGN(const std::vector<double> pairs,
                PairsOf("CORR", columns, input.relation, parameters, context));
  return std::vector<SqlStep>{
      {"outputTableName",
       KnownRows({NewColumn("col1", TypeId::kString), NewColumn("col2", TypeId::kString),
                  NewColumn("coefficient", TypeId::kDouble)},
                 {{columns[0].name, columns[1].name, NumberCell(pairs[1])}})}};
}

}  // namespace

Component CovarianceRow() {
  return {"Covariances",
          kCovarianceNames,
          "",
          0,
          "Computes the sample covariances of columns: a matrix with a row for each column.",
          kMatrixParameters,
          kMatrixPorts,
          SqlBuild{BuildCovariance},
          "",
          kMatrixExample,
          true};
}

Component CorrelationsRow() {
  return {"Correlations",
          kCorrelationsNames,
          "",
          0,
          "Computes the correlations of columns: a matrix with a row for each column.",
          kMatrixParameters,
          kMatrixPorts,
          SqlBuild{BuildCorrelations},
          "",
          kMatrixExample,
          true};
}

Component PearsonRow() {
  return {"Pearson correlation",
          kPearsonNames,
          "",
          0,
          "Computes the correlation of two columns, NULL where one of them is constant.",
          kPearsonParameters,
          kMatrixPorts,
          SqlBuild{BuildPearson},
          "",
          kPearsonExample,
          true};
}

}  // namespace paisql::pai
