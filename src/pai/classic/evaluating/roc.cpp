#include "pai/classic/common_parameters.h"
#include "pai/classic/evaluating/classes.h"
#include "pai/classic/evaluating/evaluating_rows.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kRocNames = {"roc"};

constexpr auto kRocParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        kOutputTableParameter,
        Parameter{"labelColName", ParameterType::kColumn, true, "", "",
                  "The column of the actual classes."},
        Parameter{"predictionColName", ParameterType::kColumn, false, "prediction_result", "",
                  "The column of the predicted classes."},
        Parameter{"predictionScoreName", ParameterType::kColumn, false, "prediction_score", "",
                  "The column with the probability of the predicted class. Rows that lack a class "
                  "or a probability do not count."},
        Parameter{"goodValue", ParameterType::kText, false, "1", "", "The positive class."},
    },
    kTuningParameters);

constexpr std::array kRocPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kRocExample =
    R"(CREATE TABLE predicted (label BIGINT, prediction_result BIGINT, prediction_score DOUBLE);
INSERT INTO predicted VALUES (1, 1, 0.9), (0, 1, 0.6), (1, 0, 0.7), (0, 0, 0.8);
PAI -name {name} -DinputTableName=predicted -DoutputTableName=curve -DlabelColName=label
  -DpredictionColName=prediction_result -DpredictionScoreName=prediction_score -DgoodValue=1;
SELECT * FROM curve;
)";

// A row for each score in falling order: what counts when rows of at least that score are taken as
// positive.
constexpr std::string_view kRocSql =
    "SELECT thresh, SUM(pos) OVER (ORDER BY thresh DESC) AS tp, SUM(pos) OVER (PARTITION BY 1) - "
    "SUM(pos) OVER (ORDER BY thresh DESC) AS fn, SUM(neg) OVER (PARTITION BY 1) - SUM(neg) OVER "
    "(ORDER BY thresh DESC) AS tn, SUM(neg) OVER (ORDER BY thresh DESC) AS fp FROM (SELECT thresh, "
    "COUNT_IF(a = {good}) AS pos, COUNT_IF(a <> {good}) AS neg FROM (SELECT {actual} AS a, "
    "IF({predicted} = {good}, {score}, 1D - {score}) AS thresh, {predicted} AS p FROM {input} t) r "
    "WHERE a IS NOT NULL AND p IS NOT NULL AND thresh IS NOT NULL GROUP BY thresh) s "
    "ORDER BY thresh DESC LIMIT 1000000000000";

Result<std::vector<SqlStep>> BuildRoc(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const LabelledRows input, LabelledInput(parameters, context));
  const auto& columns = input.rows.columns;
  PAISQL_ASSIGN(const store::Column predicted,
                OneColumn(parameters, context, "predictionColName", columns));
  PAISQL_ASSIGN(const store::Column score,
                OneColumn(parameters, context, "predictionScoreName", columns));
  PAISQL_TRY(NeedNumbers(parameters, "predictionScoreName", {score}));
  PAISQL_TRY(NeedClass(input.rows.relation, input.label, "goodValue", parameters, context));
  return std::vector<SqlStep>{
      {"outputTableName", FillSql(kRocSql, {{"good", QuotedText(parameters.Text("goodValue"))},
                                            {"actual", ClassText(input.label)},
                                            {"predicted", ClassText(predicted)},
                                            {"score", FiniteText(score)},
                                            {"input", input.rows.relation}})}};
}

}  // namespace

Component RocRow() {
  return {"ROC curve",
          kRocNames,
          "",
          0,
          "Counts right and wrong predictions for each threshold.",
          kRocParameters,
          kRocPorts,
          SqlBuild{BuildRoc},
          "",
          kRocExample,
          true};
}

}  // namespace paisql::pai
