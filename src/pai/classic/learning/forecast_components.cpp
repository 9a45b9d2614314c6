#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/learning/learning_rows.h"
#include "pai/classic/learning/output_columns.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kArimaNames = {"x13_arima"};
constexpr std::array<std::string_view, 1> kAutoArimaNames = {"x13_auto_arima"};

constexpr std::array kSeriesParameters = {
    kInputTableParameter,
    kInputPartitionsParameter,
    Parameter{"seqColName", ParameterType::kColumn, true, "", "",
              "The column whose order is that of time."},
    Parameter{"valueColName", ParameterType::kColumn, true, "", "",
              "The column with the values, at most 1,200 of a series."},
    Parameter{"groupColNames", ParameterType::kColumns, false, "", "",
              "Each combination of their values is a series of its own."},
    Parameter{"start", ParameterType::kText, false, "1.1", "",
              "When the series begins: `<year>.<season>`."},
    Parameter{"frequency", ParameterType::kInteger, false, "12", "", "How many seasons a year has.",
              "", "", "[1,12]"},
    Parameter{"predictStep", ParameterType::kInteger, false, "12", "",
              "How many values are forecast.", "", "", "[1,120]"},
    Parameter{"confidenceLevel", ParameterType::kNumber, false, "0.95", "",
              "How probable it is that a value lies between lower and upper.", "", "", "(0,1)"},
    Parameter{"maxiter", ParameterType::kInteger, false, "1500", "",
              "How many rounds there are at most.", "", "", "[1,)"},
    Parameter{"tol", ParameterType::kNumber, false, "0.00001", "",
              "The search ends where the likelihood is so level.", "", "", "(0,)"},
    Parameter{"outputPredictTableName", ParameterType::kTable, true, "", "",
              "The table of the forecasts: pdate, forecast, lower, upper."},
    Parameter{"outputDetailTableName", ParameterType::kTable, false, "", "",
              "The table about the models: key and summary, a JSON text."},
    kOutputPartitionParameter,
};

constexpr auto kArimaParameters = Together(
    kSeriesParameters,
    std::array{
        Parameter{"order", ParameterType::kText, true, "", "",
                  "`p,d,q`: of the autoregression, the differences, the moving average."},
        Parameter{"seasonal", ParameterType::kText, false, "", "",
                  "The same of the seasons: `1,1,1`; none without it."},
        Parameter{"period", ParameterType::kInteger, false, "", "",
                  "How many values a season's round has; frequency without it.", "", "", "[1,12]"},
    },
    kTuningParameters);

constexpr auto kAutoArimaParameters = Together(
    kSeriesParameters,
    std::array{
        Parameter{"maxOrder", ParameterType::kInteger, false, "2", "", "p and q are at most this.",
                  "", "", "[1,4]"},
        Parameter{"maxSeasonalOrder", ParameterType::kInteger, false, "1", "",
                  "Those of the seasons are at most this.", "", "", "[1,2]"},
        Parameter{"maxDiff", ParameterType::kInteger, false, "2", "", "d is at most this.", "", "",
                  "[1,2]"},
        Parameter{"maxSeasonalDiff", ParameterType::kInteger, false, "1", "",
                  "That of the seasons is at most this.", "", "", "[1,1]"},
        Parameter{"diff", ParameterType::kInteger, false, "", "",
                  "d itself, in place of maxDiff; seasonalDiff comes with it.", "", "", "[0,2]"},
        Parameter{"seasonalDiff", ParameterType::kInteger, false, "", "",
                  "That of the seasons itself, in place of maxSeasonalDiff.", "", "", "[0,1]"},
    },
    kTuningParameters);

// That the columns are there, and the values are numbers.
Status CheckSeries(const Parameters& parameters, const BuildContext& context,
                   const SchemaSource& source) {
  PAISQL_TRY(OneColumn(parameters, context, "seqColName", source.first));
  PAISQL_ASSIGN(const store::Column value,
                OneColumn(parameters, context, "valueColName", source.first));
  PAISQL_TRY(NeedNumbers(parameters, "valueColName", {value}));
  if (parameters.Find("diff") == nullptr && parameters.Find("seasonalDiff") == nullptr) {
    return Status::Ok();
  }
  if (parameters.Find("diff") != nullptr && parameters.Find("seasonalDiff") != nullptr) {
    return Status::Ok();
  }
  const bool seasonal = parameters.Find("seasonalDiff") != nullptr;
  return Wrong(parameters.PlaceOf(seasonal ? "seasonalDiff" : "diff"),
               "diff and seasonalDiff have to be given together",
               std::string("give -D") + (seasonal ? "diff" : "seasonalDiff") + ", too");
}

Result<std::vector<store::Column>> ForecastColumns(const Parameters& parameters,
                                                   const BuildContext& context,
                                                   const SchemaSource& source) {
  return WithAppended(parameters, context, source.first, "groupColNames",
                      {{"pdate", TypeId::kString},
                       {"forecast", TypeId::kDouble},
                       {"lower", TypeId::kDouble},
                       {"upper", TypeId::kDouble}});
}

Result<std::vector<store::Column>> ForecastDetailColumns(const Parameters& parameters,
                                                         const BuildContext& context,
                                                         const SchemaSource& source) {
  return WithAppended(parameters, context, source.first, "groupColNames",
                      {{"key", TypeId::kString}, {"summary", TypeId::kString}});
}

constexpr std::array kSeriesPorts = {
    kInputPort,
    Port{"outputPredictTableName", PortKind::kOutputTable, "", "", ForecastColumns,
         "outputTablePartition"},
    Port{"outputDetailTableName", PortKind::kOutputTable, "", "", ForecastDetailColumns,
         "outputTablePartition"},
};

constexpr std::string_view kArimaExample = R"(CREATE TABLE sales (id BIGINT, amount DOUBLE);
INSERT INTO sales VALUES (1, 10), (2, 14), (3, 13), (4, 18), (5, 19), (6, 24), (7, 22), (8, 27), (9, 28), (10, 33),
    (11, 31), (12, 36), (13, 37), (14, 42), (15, 40), (16, 45);
PAI -name {name} -DinputTableName=sales -DseqColName=id -DvalueColName=amount -Dorder=1,1,0
    -Dstart=2020.1 -Dfrequency=4 -DpredictStep=4 -DoutputPredictTableName=forecasts
    -DoutputDetailTableName=details;
SELECT pdate, ROUND(forecast, 1), ROUND(lower, 1), ROUND(upper, 1) FROM forecasts ORDER BY pdate LIMIT 10;
SELECT GET_JSON_OBJECT(summary, '$.order') FROM details WHERE key = 'model';
)";

constexpr std::string_view kAutoArimaExample = R"(CREATE TABLE sales (id BIGINT, amount DOUBLE);
INSERT INTO sales VALUES (1, 10), (2, 14), (3, 13), (4, 18), (5, 19), (6, 24), (7, 22), (8, 27), (9, 28), (10, 33),
    (11, 31), (12, 36), (13, 37), (14, 42), (15, 40), (16, 45);
PAI -name {name} -DinputTableName=sales -DseqColName=id -DvalueColName=amount -DmaxOrder=2 -Ddiff=1
    -DseasonalDiff=0 -Dstart=2020.1 -Dfrequency=1 -DpredictStep=4 -DoutputPredictTableName=forecasts
    -DoutputDetailTableName=details;
SELECT pdate, ROUND(forecast, 1) FROM forecasts ORDER BY pdate LIMIT 10;
SELECT GET_JSON_OBJECT(summary, '$.order') FROM details WHERE key = 'model';
)";

const std::array kForecasts = {
    Component{"ARIMA", kArimaNames, "", 0,
              "Forecasts time series by a seasonal ARIMA model of given orders.", kArimaParameters,
              kSeriesPorts,
              LearnerBuild{"paisql.learners.arima", LearnerCall::kFit, "", CheckSeries}, "",
              kArimaExample, true},
    Component{"Automatic ARIMA", kAutoArimaNames, "", 0,
              "Forecasts time series by seasonal ARIMA models whose orders it finds.",
              kAutoArimaParameters, kSeriesPorts,
              LearnerBuild{"paisql.learners.arima", LearnerCall::kFit, "", CheckSeries}, "",
              kAutoArimaExample, true},
};

}  // namespace

std::span<const Component> ForecastComponents() { return kForecasts; }

}  // namespace paisql::pai
