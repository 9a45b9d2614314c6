#include <cmath>

#include "pai/classic/common_parameters.h"
#include "pai/classic/evaluating/evaluating_rows.h"
#include "pai/classic/histogram_text.h"
#include "pai/classic/known_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kRegressionNames = {"regression_evaluation"};

constexpr auto kRegressionParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        Parameter{"yColName", ParameterType::kColumn, true, "", "",
                  "The column of the actual numbers."},
        Parameter{"predictionColName", ParameterType::kColumn, false, "prediction_score", "",
                  "The column of the predicted numbers. Rows without a number do not count."},
        Parameter{"indexOutputTableName", ParameterType::kTable, true, "", "",
                  "The table of one row with one JSON: SST, SSE, SSR, R2, R, MSE, RMSE, MAE, MAD "
                  "(the mean of actual minus predicted), MAPE (1 is 100 %), count, yMean, "
                  "predictionMean."},
        Parameter{"residualOutputTableName", ParameterType::kTable, false, "", "",
                  "The table with the histogram of actual minus predicted."},
        Parameter{"intervalNum", ParameterType::kInteger, false, "100", "",
                  "How many intervals the histogram has.", "", "", "[1,10000]"},
    },
    kTuningParameters);

constexpr std::array kRegressionPorts = {kInputPort,
                                         Port{"indexOutputTableName", PortKind::kOutputTable},
                                         Port{"residualOutputTableName", PortKind::kOutputTable}};

constexpr std::string_view kRegressionExample =
    R"(CREATE TABLE predicted (y DOUBLE, prediction_score DOUBLE);
INSERT INTO predicted VALUES (3.0, 2.5), (-0.5, 0.0), (2.0, 2.0), (7.0, 8.0);
PAI -name {name} -DinputTableName=predicted -DyColName=y -DpredictionColName=prediction_score
  -DindexOutputTableName=measures -DresidualOutputTableName=residuals -DintervalNum=4;
SELECT * FROM measures;
SELECT * FROM residuals;
)";

// The rows (y, p) that both have a number.
constexpr std::string_view kPairsOfNumbersSql =
    "(SELECT y, p FROM (SELECT {y} AS y, {p} AS p FROM {input} t) k "
    "WHERE y IS NOT NULL AND p IS NOT NULL)";

constexpr std::string_view kMeasuresSql =
    "SELECT COUNT(*), MAX(ym), MAX(pm), SUM((y - ym) * (y - ym)), SUM((y - p) * (y - p)), "
    "SUM((p - ym) * (p - ym)), AVG(ABS(y - p)), AVG(y - p), AVG(ABS((y - p) / y)), "
    "COUNT_IF(y = 0 AND p <> 0) FROM (SELECT y, p, AVG(y) OVER (PARTITION BY 1) AS ym, AVG(p) "
    "OVER (PARTITION BY 1) AS pm FROM {pairs} r) k";

// Bare inf, as clients read it, where the JSON has no number for it.
std::string MeasuresText(const std::vector<Cell>& row) {
  const double count = NumberIn(row[0]);
  const double sst = NumberIn(row[3]), sse = NumberIn(row[4]);
  const double r2 = 1 - sse / sst;
  nlohmann::json measures = {{"count", CountIn(row[0])},
                             {"yMean", JsonNumber(NumberIn(row[1]))},
                             {"predictionMean", JsonNumber(NumberIn(row[2]))},
                             {"SST", JsonNumber(sst)},
                             {"SSE", JsonNumber(sse)},
                             {"SSR", JsonNumber(NumberIn(row[5]))},
                             {"R2", sst == 0 ? nullptr : JsonNumber(r2)},
                             {"R", sst == 0 ? nullptr : JsonNumber(std::sqrt(r2))},
                             {"MSE", JsonNumber(sse / count)},
                             {"RMSE", JsonNumber(std::sqrt(sse / count))},
                             {"MAE", JsonNumber(NumberIn(row[6]))},
                             {"MAD", JsonNumber(NumberIn(row[7]))},
                             {"MAPE", JsonNumber(NumberIn(row[8]))}};
  if (CountIn(row[9]) == 0) return measures.dump();
  measures["MAPE"] = "inf";
  std::string text = measures.dump();
  text.replace(text.find("\"inf\""), 5, "inf");
  return text;
}

// Many scripts read prediction_result, which is NULL for a regression.
Error NothingToMeasure(const Parameters& parameters, const store::Column& y,
                       const store::Column& p) {
  return Wrong(parameters.PlaceOf("predictionColName"),
               "no row has numbers in both columns " + y.name + " and " + p.name,
               "prediction writes the numbers of a regression into prediction_score, not into "
               "prediction_result");
}

Result<std::vector<SqlStep>> BuildRegressionEvaluation(const Parameters& parameters,
                                                       const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const store::Column y, OneColumn(parameters, context, "yColName", input.columns));
  PAISQL_ASSIGN(const store::Column p,
                OneColumn(parameters, context, "predictionColName", input.columns));
  PAISQL_TRY(NeedNumbers(parameters, "yColName", {y}));
  PAISQL_TRY(NeedNumbers(parameters, "predictionColName", {p}));
  const std::string pairs = FillSql(
      kPairsOfNumbersSql, {{"y", FiniteText(y)}, {"p", FiniteText(p)}, {"input", input.relation}});
  PAISQL_ASSIGN(const Answer measures,
                AskRows(FillSql(kMeasuresSql, {{"pairs", pairs}}), parameters, context));
  if (!measures.unknown && CountIn(measures.rows[0][0]) == 0) {
    return NothingToMeasure(parameters, y, p);
  }
  const std::string text = measures.unknown ? "{}" : MeasuresText(measures.rows[0]);
  std::vector<SqlStep> steps = {
      {"indexOutputTableName",
       KnownRows({NewColumn("regressionevaluationindex", TypeId::kString)}, {{text}})}};
  if (parameters.Find("residualOutputTableName") == nullptr) return steps;
  PAISQL_ASSIGN(const std::string bins,
                HistogramOf("(SELECT y - p AS v FROM " + pairs + " r)",
                            parameters.Number("intervalNum"), parameters, context));
  steps.push_back({"residualOutputTableName", HistogramRows({{"residual", bins}})});
  return steps;
}

}  // namespace

Component RegressionEvaluationRow() {
  return {"Regression evaluation",
          kRegressionNames,
          "",
          0,
          "Measures predicted numbers, with a histogram of the residuals.",
          kRegressionParameters,
          kRegressionPorts,
          SqlBuild{BuildRegressionEvaluation},
          "",
          kRegressionExample,
          true};
}

}  // namespace paisql::pai
