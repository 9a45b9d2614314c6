#include "pai/classic/common_parameters.h"
#include "pai/classic/histogram_text.h"
#include "pai/classic/statistics/statistics_rows.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kHistogramNames = {"histogram"};
constexpr std::array<std::string_view, 1> kHistogramsNames = {"histograms"};

constexpr std::array kHistogramTables = {
    kInputTableParameter, kInputPartitionsParameter, kOutputTableParameter,
    Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
              "The columns of numbers; all of them without it. NULL, NaN and infinite numbers do "
              "not count."}};

constexpr auto kHistogramParameters = Together(
    kHistogramTables,
    std::array{Parameter{"intervalNum", ParameterType::kInteger, false, "100", "",
                         "How many intervals of one width there are.", "", "", "[1,100000]"}},
    kTuningParameters);
constexpr auto kHistogramsParameters = Together(
    kHistogramTables,
    std::array{Parameter{"intervalNum", ParameterType::kInteger, false, "10", "",
                         "How many intervals of one width there are.", "", "", "[1,100000]"}},
    kTuningParameters);

constexpr std::array kHistogramPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kHistogramExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (0), (1), (2), (6), (10);
PAI -name {name} -DinputTableName=points -DoutputTableName=bars -DselectedColNames=x
  -DintervalNum=2;
SELECT * FROM bars;
)";

Result<std::vector<SqlStep>> BuildHistogram(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedNumbers(parameters, context, "selectedColNames", input.columns));
  std::vector<std::pair<std::string, std::string>> histograms;
  for (const store::Column& column : columns) {
    PAISQL_ASSIGN(
        std::string text,
        HistogramOf("(SELECT " + FiniteText(column) + " AS v FROM " + input.relation + " t)",
                    parameters.Number("intervalNum"), parameters, context));
    histograms.emplace_back(column.name, std::move(text));
  }
  return std::vector<SqlStep>{{"outputTableName", HistogramRows(histograms)}};
}

constexpr std::string_view kHistogramHelp =
    "Counts numbers by intervals: a row (colname, histogram) for each column.";

}  // namespace

Component HistogramRow() {
  return {"Histogram",
          kHistogramNames,
          "",
          0,
          kHistogramHelp,
          kHistogramParameters,
          kHistogramPorts,
          SqlBuild{BuildHistogram},
          "",
          kHistogramExample,
          true};
}

Component HistogramsRow() {
  return {"Histograms",
          kHistogramsNames,
          "",
          0,
          kHistogramHelp,
          kHistogramsParameters,
          kHistogramPorts,
          SqlBuild{BuildHistogram},
          "",
          kHistogramExample,
          true};
}

}  // namespace paisql::pai
