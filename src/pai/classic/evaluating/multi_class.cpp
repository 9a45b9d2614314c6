#include <cmath>

#include "pai/classic/common_parameters.h"
#include "pai/classic/evaluating/classes.h"
#include "pai/classic/evaluating/evaluating_rows.h"
#include "pai/classic/known_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 1> kMultiClassNames = {"MultiClassEvaluation"};

constexpr auto kMultiClassParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        kOutputTableParameter,
        Parameter{"labelColName", ParameterType::kColumn, true, "", "",
                  "The column of the actual classes."},
        Parameter{"predictionColName", ParameterType::kColumn, false, "prediction_result", "",
                  "The column of the predicted classes. Rows without a class do not count."},
        Parameter{"predictionDetailColName", ParameterType::kColumn, false, "", "",
                  "A column of texts `{\"class\": probability}`: adds LogLoss to OverallMeasures."},
    },
    kTuningParameters);

constexpr std::array kMultiClassPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kMultiClassExample =
    R"(CREATE TABLE predicted (label STRING, prediction_result STRING);
INSERT INTO predicted VALUES ('A', 'A'), ('A', 'B'), ('B', 'B'), ('C', 'C');
PAI -name {name} -DinputTableName=predicted -DoutputTableName=measures
  -DlabelColName=label -DpredictionColName=prediction_result;
SELECT GET_JSON_OBJECT(data, '$.OverallMeasures.Accuracy') FROM measures;
)";

// Of one class against all others, or of several such tables together.
struct Outcomes {
  double tp = 0, fp = 0, tn = 0, fn = 0;
};

constexpr std::array kMeasureNames = {"Accuracy",
                                      "F1",
                                      "FalseDiscoveryRate",
                                      "FalseNegative",
                                      "FalseNegativeRate",
                                      "FalsePositive",
                                      "FalsePositiveRate",
                                      "Kappa",
                                      "NegativePredictiveValue",
                                      "Precision",
                                      "Sensitivity",
                                      "Specificity",
                                      "TrueNegative",
                                      "TruePositive"};
using Measures = std::array<double, kMeasureNames.size()>;

// A share of nothing is 0.
double Share(double part, double whole) { return whole == 0 ? 0 : part / whole; }

// Cohen's kappa from the share that agrees and the share that would by chance.
double Kappa(double agreed, double by_chance) { return Share(agreed - by_chance, 1 - by_chance); }

Measures MeasuresOf(const Outcomes& of) {
  const double all = of.tp + of.fp + of.tn + of.fn;
  const double accuracy = Share(of.tp + of.tn, all);
  const double by_chance = Share((of.tp + of.fp) * (of.tp + of.fn), all * all) +
                           Share((of.tn + of.fn) * (of.tn + of.fp), all * all);
  return {accuracy,
          Share(2 * of.tp, 2 * of.tp + of.fp + of.fn),
          Share(of.fp, of.tp + of.fp),
          of.fn,
          Share(of.fn, of.tp + of.fn),
          of.fp,
          Share(of.fp, of.fp + of.tn),
          Kappa(accuracy, by_chance),
          Share(of.tn, of.tn + of.fn),
          Share(of.tp, of.tp + of.fp),
          Share(of.tp, of.tp + of.fn),
          Share(of.tn, of.tn + of.fp),
          of.tn,
          of.tp};
}

json MeasuresJson(const Measures& measures) {
  json object = json::object();
  for (size_t i = 0; i < measures.size(); ++i) object[kMeasureNames[i]] = JsonNumber(measures[i]);
  return object;
}

// The counts as a square: a row for each actual class.
struct Matrix {
  std::vector<std::vector<double>> cells;
  std::vector<double> actual, predicted;  // sums of rows, of columns
  double all = 0;
};

Matrix MatrixOf(const ClassPairs& pairs) {
  const size_t size = pairs.labels.size();
  Matrix matrix{std::vector(size, std::vector<double>(size)), std::vector<double>(size),
                std::vector<double>(size), 0};
  for (size_t i = 0; i < size; ++i) {
    for (size_t k = 0; k < size; ++k) {
      const auto found = pairs.counts.find({pairs.labels[i], pairs.labels[k]});
      if (found == pairs.counts.end()) continue;
      const auto count = static_cast<double>(found->second);
      matrix.cells[i][k] = count;
      matrix.actual[i] += count;
      matrix.predicted[k] += count;
      matrix.all += count;
    }
  }
  return matrix;
}

std::vector<Outcomes> OutcomesOf(const Matrix& matrix) {
  std::vector<Outcomes> all;
  for (size_t i = 0; i < matrix.cells.size(); ++i) {
    const double tp = matrix.cells[i][i];
    const double fp = matrix.predicted[i] - tp;
    const double fn = matrix.actual[i] - tp;
    all.push_back({tp, fp, matrix.all - tp - fp - fn, fn});
  }
  return all;
}

// The measures of all classes, each with its weight.
json Averaged(const std::vector<Outcomes>& outcomes, const std::vector<double>& weights,
              double sum) {
  Measures averaged{};
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const Measures own = MeasuresOf(outcomes[i]);
    for (size_t k = 0; k < own.size(); ++k) averaged[k] += Share(own[k] * weights[i], sum);
  }
  return MeasuresJson(averaged);
}

json OverallJson(const Matrix& matrix, const std::vector<Outcomes>& outcomes) {
  double agreed = 0, by_chance = 0;
  Outcomes together;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    agreed += outcomes[i].tp;
    by_chance += Share(matrix.actual[i] * matrix.predicted[i], matrix.all * matrix.all);
    together.tp += outcomes[i].tp;
    together.fp += outcomes[i].fp;
    together.tn += outcomes[i].tn;
    together.fn += outcomes[i].fn;
  }
  const double accuracy = Share(agreed, matrix.all);
  const std::vector<double> once(outcomes.size(), 1);
  return {{"Accuracy", JsonNumber(accuracy)},
          {"Kappa", JsonNumber(Kappa(accuracy, by_chance))},
          {"LabelFrequencyBasedMicro", Averaged(outcomes, matrix.actual, matrix.all)},
          {"MacroAveraged", Averaged(outcomes, once, static_cast<double>(once.size()))},
          {"MicroAveraged", MeasuresJson(MeasuresOf(together))}};
}

json NumbersJson(const std::vector<double>& numbers, double whole) {
  json list = json::array();
  for (const double number : numbers) list.push_back(JsonNumber(Share(number, whole)));
  return list;
}

json EvaluationJson(const ClassPairs& pairs) {
  const Matrix matrix = MatrixOf(pairs);
  const std::vector<Outcomes> outcomes = OutcomesOf(matrix);
  json counts = json::array(), shares = json::array(), measures = json::array();
  for (size_t i = 0; i < outcomes.size(); ++i) {
    counts.push_back(NumbersJson(matrix.cells[i], 1));
    shares.push_back(NumbersJson(matrix.cells[i], matrix.actual[i]));
    measures.push_back(MeasuresJson(MeasuresOf(outcomes[i])));
  }
  return {{"ActualLabelFrequencyList", NumbersJson(matrix.actual, 1)},
          {"ActualLabelProportionList", NumbersJson(matrix.actual, matrix.all)},
          {"ConfusionMatrix", counts},
          {"LabelList", pairs.labels},
          {"LabelMeasureList", measures},
          {"OverallMeasures", OverallJson(matrix, outcomes)},
          {"PredictedLabelFrequencyList", NumbersJson(matrix.predicted, 1)},
          {"PredictedLabelProportionList", NumbersJson(matrix.predicted, matrix.all)},
          {"ProportionMatrix", shares}};
}

// The mean of -ln p of the actual class, over the rows whose detail can be read.
Result<json> LogLoss(const LabelledRows& input, const Parameters& parameters,
                     const BuildContext& context) {
  PAISQL_ASSIGN(const store::Column detail,
                OneColumn(parameters, context, "predictionDetailColName", input.rows.columns));
  if (!detail.type.IsText()) {
    return Wrong(parameters.PlaceOf("predictionDetailColName"),
                 "column " + detail.name + " is a " + detail.type.ToString() + ", not a STRING",
                 "name a column of texts such as {\"class\": probability}");
  }
  PAISQL_ASSIGN(
      const Answer answer,
      AskRows(FillSql("SELECT AVG(-LN(GREATEST(LEAST(p, 1D), 1e-15D))) FROM (SELECT "
                      "COALESCE(m[c], 0D) AS p FROM (SELECT {class} AS c, "
                      "FROM_JSON(t.{detail}, 'map<string,double>') AS m FROM {input} t) k WHERE "
                      "c IS NOT NULL AND m IS NOT NULL) q",
                      {{"class", ClassText(input.label)},
                       {"detail", QuotedName(detail.name)},
                       {"input", input.rows.relation}}),
              parameters, context));
  return JsonNumber(answer.unknown ? 0 : NumberIn(answer.rows[0][0]));
}

Result<std::vector<SqlStep>> BuildMultiClass(const Parameters& parameters,
                                             const BuildContext& context) {
  PAISQL_ASSIGN(const LabelledRows input, LabelledInput(parameters, context));
  PAISQL_ASSIGN(const store::Column predicted,
                OneColumn(parameters, context, "predictionColName", input.rows.columns));
  PAISQL_ASSIGN(const ClassPairs pairs, CountPairs(input.rows.relation, ClassText(input.label),
                                                   ClassText(predicted), parameters, context));
  json evaluation = EvaluationJson(pairs);
  if (parameters.Find("predictionDetailColName") != nullptr) {
    PAISQL_ASSIGN(evaluation["OverallMeasures"]["LogLoss"], LogLoss(input, parameters, context));
  }
  const std::vector<store::Column> columns = {NewColumn("data", TypeId::kString)};
  return std::vector<SqlStep>{{"outputTableName", KnownRows(columns, {{evaluation.dump()}})}};
}

}  // namespace

Component MultiClassRow() {
  return {"Multi-class evaluation",
          kMultiClassNames,
          "",
          0,
          "Measures predicted classes: a row with one JSON.",
          kMultiClassParameters,
          kMultiClassPorts,
          SqlBuild{BuildMultiClass},
          "",
          kMultiClassExample,
          true};
}

}  // namespace paisql::pai
