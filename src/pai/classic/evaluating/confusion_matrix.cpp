#include <fmt/format.h>

#include "base/text.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/evaluating/classes.h"
#include "pai/classic/evaluating/evaluating_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kConfusionNames = {"confusionmatrix"};

constexpr auto kConfusionParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        kOutputTableParameter,
        Parameter{"labelColName", ParameterType::kColumn, true, "", "",
                  "The column of the actual classes."},
        Parameter{"predictionColName", ParameterType::kColumn, false, "", "",
                  "The column of the predicted classes. Rows without a class do not count."},
        Parameter{"predictionDetailColName", ParameterType::kColumn, false, "", "",
                  "In place of predictionColName: a column of texts `{\"class\": probability}`, of "
                  "two classes."},
        Parameter{"threshold", ParameterType::kNumber, false, "0.5", "",
                  "With predictionDetailColName: goodValue is predicted above it.", "", "",
                  "[0,1]"},
        Parameter{"goodValue", ParameterType::kText, false, "", "",
                  "With predictionDetailColName: the class whose probability is compared."},
    },
    kTuningParameters);

constexpr std::array kConfusionPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kConfusionExample =
    R"(CREATE TABLE predicted (label STRING, prediction_result STRING);
INSERT INTO predicted VALUES ('A', 'A'), ('A', 'B'), ('B', 'B'), ('B', 'B');
PAI -name {name} -DinputTableName=predicted -DoutputTableName=matrix
  -DlabelColName=label -DpredictionColName=prediction_result;
SELECT * FROM matrix;
)";

// The labels of two classes in which `good` is one; the other one is what is predicted below the
// threshold.
Result<std::string> OtherClass(const LabelledRows& input, const std::string& good,
                               const Parameters& parameters, const BuildContext& context,
                               bool& unknown) {
  const std::string label = ClassText(input.label);
  PAISQL_ASSIGN(const ClassPairs actual,
                CountPairs(input.rows.relation, label, label, parameters, context));
  unknown = actual.unknown;
  if (unknown) return std::string("0");
  std::vector<std::string> others = actual.labels;
  std::erase(others, good);
  if (others.size() > 1) {
    return Wrong(parameters.PlaceOf("labelColName"),
                 fmt::format("column {} has {} classes, and a threshold separates two",
                             input.label.name, others.size() + 1),
                 "name the predicted classes in -DpredictionColName");
  }
  return others.empty() ? (good == "0" ? std::string("1") : std::string("0")) : others.front();
}

// The expression of the predicted class.
Result<std::string> PredictedClass(const LabelledRows& input, const Parameters& parameters,
                                   const BuildContext& context, bool& unknown) {
  const bool by_detail = parameters.Find("predictionDetailColName") != nullptr;
  if (by_detail == (parameters.Find("predictionColName") != nullptr)) {
    return Wrong(parameters.PlaceOf(by_detail ? "predictionDetailColName" : "labelColName"),
                 "the predicted classes stand in one column",
                 "name either -DpredictionColName or -DpredictionDetailColName");
  }
  if (!by_detail) {
    PAISQL_ASSIGN(const store::Column predicted,
                  OneColumn(parameters, context, "predictionColName", input.rows.columns));
    return ClassText(predicted);
  }
  PAISQL_ASSIGN(const store::Column detail,
                OneColumn(parameters, context, "predictionDetailColName", input.rows.columns));
  if (parameters.Find("goodValue") == nullptr) {
    return Wrong(parameters.PlaceOf("predictionDetailColName"), "a threshold needs the class",
                 "name it in -DgoodValue");
  }
  const std::string good = parameters.Text("goodValue");
  PAISQL_ASSIGN(const std::string other, OtherClass(input, good, parameters, context, unknown));
  return FillSql("CASE WHEN {p} > {threshold} THEN {good} WHEN {p} IS NOT NULL THEN {other} END",
                 {{"p", ProbabilityText(detail, good)},
                  {"threshold", DoubleText(parameters.Decimal("threshold"))},
                  {"good", QuotedText(good)},
                  {"other", QuotedText(other)}});
}

constexpr std::string_view kMatrixSql =
    "SELECT labels, label{names} FROM (SELECT 0 AS r, {json} AS labels, CAST(NULL AS STRING) AS "
    "label{nulls} UNION ALL SELECT k.r, CAST(NULL AS STRING) AS labels, k.label{counts} FROM "
    "({classes}) k LEFT JOIN (SELECT {actual} AS a, {predicted} AS p FROM {input} t) b ON "
    "k.label = b.a GROUP BY k.r, k.label) m ORDER BY r LIMIT 1000000";

// A row for each actual class in order, after one that has the classes as JSON.
std::string MatrixSql(const LabelledRows& input, const std::string& predicted,
                      const std::vector<std::string>& labels) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  std::string names, nulls, counts;
  std::vector<std::string> classes;
  for (size_t i = 0; i < labels.size(); ++i) {
    const std::string name = fmt::format("c{}", i);
    json[name] = labels[i];
    names += ", " + name;
    nulls += ", CAST(NULL AS BIGINT) AS " + name;
    counts += ", COUNT_IF(b.p = " + QuotedText(labels[i]) + ") AS " + name;
    classes.push_back(fmt::format("SELECT {} AS r, {} AS label", i + 1, QuotedText(labels[i])));
  }
  if (labels.empty()) classes.push_back("SELECT 1 AS r, '' AS label");
  std::string query = FillSql(kMatrixSql, {{"names", names},
                                           {"json", QuotedText(json.dump())},
                                           {"nulls", nulls},
                                           {"counts", counts},
                                           {"classes", Join(classes, " UNION ALL ")},
                                           {"actual", ClassText(input.label)},
                                           {"predicted", predicted},
                                           {"input", input.rows.relation}});
  return labels.empty() ? "SELECT * FROM (" + query + ") e WHERE labels IS NOT NULL" : query;
}

Result<std::vector<SqlStep>> BuildConfusionMatrix(const Parameters& parameters,
                                                  const BuildContext& context) {
  PAISQL_ASSIGN(const LabelledRows input, LabelledInput(parameters, context));
  bool unknown = false;
  PAISQL_ASSIGN(const std::string predicted, PredictedClass(input, parameters, context, unknown));
  PAISQL_ASSIGN(const ClassPairs pairs, CountPairs(input.rows.relation, ClassText(input.label),
                                                   predicted, parameters, context));
  if (unknown || pairs.unknown) {
    return std::vector<SqlStep>{{"outputTableName", MatrixSql(input, predicted, {}), true}};
  }
  return std::vector<SqlStep>{{"outputTableName", MatrixSql(input, predicted, pairs.labels)}};
}

}  // namespace

Component ConfusionMatrixRow() {
  return {"Confusion matrix",
          kConfusionNames,
          "",
          0,
          "Counts each actual class by the predicted ones.",
          kConfusionParameters,
          kConfusionPorts,
          SqlBuild{BuildConfusionMatrix},
          "",
          kConfusionExample,
          true};
}

}  // namespace paisql::pai
