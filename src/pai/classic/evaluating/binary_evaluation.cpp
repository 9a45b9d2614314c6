#include "base/text.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/evaluating/classes.h"
#include "pai/classic/evaluating/evaluating_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kEvaluateNames = {"evaluate"};

constexpr auto kEvaluateParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        Parameter{"labelColName", ParameterType::kColumn, true, "", "",
                  "The column of the actual classes."},
        Parameter{"scoreColName", ParameterType::kColumn, false, "prediction_score", "",
                  "The column with the probability of the positive class. Rows that lack a class "
                  "or a probability do not count."},
        Parameter{"detailColName", ParameterType::kColumn, false, "prediction_detail", "",
                  "A column of texts `{\"class\": probability}`. Where the table has it and the "
                  "score is prediction_score, it says the probability of the positive class."},
        Parameter{"positiveLabel", ParameterType::kText, false, "1", "", "The positive class."},
        Parameter{"binCount", ParameterType::kInteger, false, "1000", "",
                  "How many intervals of scores KS, F1 and the tables are computed for; equal "
                  "scores stand in one.",
                  "", "", "[1,1000000]"},
        Parameter{"groupColName", ParameterType::kColumn, false, "", "",
                  "Evaluates the rows of each value of this column, the first of every table."},
        Parameter{"labelMatch", ParameterType::kBoolean, false, "true", "",
                  "false: the score is the probability of the other class."},
        Parameter{"outputMetricTableName", ParameterType::kTable, true, "", "",
                  "The table (name, value): Total Samples, Positive Samples, Negative Samples, "
                  "AUC, KS, F1 Score."},
        Parameter{"outputDetailTableName", ParameterType::kTable, false, "", "",
                  "The table of intervals with equally many rows, from high scores to low ones."},
        Parameter{"outputELDetailTableName", ParameterType::kTable, false, "", "",
                  "The table of intervals of equal length, from high scores to low ones."},
    },
    kTuningParameters);

constexpr std::array kEvaluatePorts = {kInputPort,
                                       Port{"outputMetricTableName", PortKind::kOutputTable},
                                       Port{"outputDetailTableName", PortKind::kOutputTable},
                                       Port{"outputELDetailTableName", PortKind::kOutputTable}};

constexpr std::string_view kEvaluateExample =
    R"(CREATE TABLE predicted (label BIGINT, prediction_score DOUBLE);
INSERT INTO predicted VALUES (1, 0.9), (0, 0.6), (1, 0.7), (0, 0.2);
PAI -name {name} -DinputTableName=predicted -DlabelColName=label -DscoreColName=prediction_score
  -DoutputMetricTableName=metrics -DoutputDetailTableName=details -DbinCount=4;
SELECT * FROM metrics;
SELECT data_range, total, recall, fpr FROM details;
)";

// How many positive and negative rows each score of a group has.
constexpr std::string_view kScoresSql =
    "(SELECT g, s, COUNT_IF(a = {positive}) AS pos, COUNT_IF(a <> {positive}) AS neg FROM (SELECT "
    "{group} AS g, {actual} AS a, {score} AS s FROM {input} t) r WHERE a IS NOT NULL AND s IS NOT "
    "NULL GROUP BY g, s)";

// `b` is the number of the interval, 0 for the highest scores.
constexpr std::string_view kEqualCountsSql =
    "(SELECT g, s, pos, neg, CAST(FLOOR((above - pos - neg) * {bins} / all_rows) AS BIGINT) AS b "
    "FROM (SELECT g, s, pos, neg, SUM(pos + neg) OVER (PARTITION BY g ORDER BY s DESC) AS above, "
    "SUM(pos + neg) OVER (PARTITION BY g) AS all_rows FROM {scores} x) y)";
constexpr std::string_view kEqualLengthsSql =
    "(SELECT g, s, pos, neg, IF(high = low, 0, LEAST(CAST(FLOOR((high - s) / (high - low) * {bins})"
    " AS BIGINT), {bins} - 1)) AS b FROM (SELECT g, s, pos, neg, MAX(s) OVER (PARTITION BY g) AS "
    "high, MIN(s) OVER (PARTITION BY g) AS low FROM {scores} x) y)";

// Each interval, with the sums from the highest scores down to it.
constexpr std::string_view kIntervalsSql =
    "(SELECT g, b, low, high, LAG(low) OVER (PARTITION BY g ORDER BY b) AS above, pos, neg, "
    "SUM(pos) OVER (PARTITION BY g ORDER BY b) AS tp, SUM(neg) OVER (PARTITION BY g ORDER BY b) AS "
    "fp, SUM(pos) OVER (PARTITION BY g) AS p, SUM(neg) OVER (PARTITION BY g) AS n FROM (SELECT g, "
    "b, MIN(s) AS low, MAX(s) AS high, SUM(pos) AS pos, SUM(neg) AS neg FROM {binned} z GROUP BY "
    "g, b) w)";

constexpr std::string_view kDetailSql =
    "SELECT {group}CONCAT('[', CAST(low AS STRING), ',', CAST(COALESCE(above, high) AS STRING), "
    "IF(above IS NULL, ']', ')')) AS data_range, pos + neg AS total, pos AS positive, neg AS "
    "negative, tp / (tp + fp) AS `precision`, tp / NULLIF(p, 0) AS recall, fp / NULLIF(n, 0) AS "
    "fpr, 2 * tp / (tp + fp + p) AS f1_score, ABS(tp / p - fp / n) AS ks, "
    "(tp / (tp + fp)) / (p / (p + n)) AS lift FROM {intervals} v "
    "ORDER BY g, b LIMIT 1000000000000";

// Equal scores count one half in the area under the curve.
constexpr std::string_view kMetricsSql =
    "SELECT {group}name, value FROM (SELECT m.g, e.pos AS r, e.col1 AS name, e.col2 AS value FROM "
    "(SELECT k.g, CAST(k.p + k.n AS DOUBLE) AS total, CAST(k.p AS DOUBLE) AS p, CAST(k.n AS "
    "DOUBLE) AS n, k.auc, i.ks, i.f1 FROM (SELECT g, SUM(pos) AS p, SUM(neg) AS n, SUM(pos * (rest "
    "- neg + neg / 2D)) / NULLIF(CAST(SUM(pos) AS DOUBLE) * SUM(neg), 0D) AS auc FROM (SELECT g, "
    "pos, neg, SUM(neg) OVER (PARTITION BY g ORDER BY s) AS rest FROM {scores} x) y GROUP BY g) k "
    "JOIN (SELECT g, MAX(ABS(tp / p - fp / n)) AS ks, MAX(2 * tp / (tp + fp + p)) AS f1 FROM "
    "{intervals} v GROUP BY g) i ON k.g <=> i.g) m LATERAL VIEW OUTER INLINE(ARRAY({facts})) e AS "
    "pos, col1, col2) o ORDER BY g, r LIMIT 1000000000000";

std::string FactsText() {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kFacts = {
      {{"Total Samples", "total"},
       {"Positive Samples", "p"},
       {"Negative Samples", "n"},
       {"AUC", "auc"},
       {"KS", "ks"},
       {"F1 Score", "f1"}}};
  std::string text;
  for (size_t i = 0; i < kFacts.size(); ++i) {
    text += (i == 0 ? "" : ", ") +
            FillSql("STRUCT({i}, '{name}', m.{value})", {{"i", std::to_string(i)},
                                                         {"name", std::string(kFacts[i].first)},
                                                         {"value", std::string(kFacts[i].second)}});
  }
  return text;
}

// The expression of the score; NULL where a row has none.
Result<std::string> ScoreText(const LabelledRows& input, const Parameters& parameters,
                              const BuildContext& context) {
  const auto& columns = input.rows.columns;
  const bool by_detail = parameters.Find("detailColName") != nullptr ||
                         (EqualsIgnoreCase(parameters.Text("scoreColName"), "prediction_score") &&
                          HasColumn(columns, parameters.Text("detailColName")));
  std::vector<std::string> scores;
  if (by_detail) {
    PAISQL_ASSIGN(const store::Column detail,
                  OneColumn(parameters, context, "detailColName", columns));
    if (!detail.type.IsText()) {
      return Wrong(parameters.PlaceOf("detailColName"),
                   "column " + detail.name + " is a " + detail.type.ToString() + ", not a STRING",
                   "name a column of texts such as {\"class\": probability}");
    }
    scores.push_back(ProbabilityText(detail, parameters.Text("positiveLabel")));
  }
  if (!by_detail || HasColumn(columns, parameters.Text("scoreColName"))) {
    PAISQL_ASSIGN(const store::Column score,
                  OneColumn(parameters, context, "scoreColName", columns));
    PAISQL_TRY(NeedNumbers(parameters, "scoreColName", {score}));
    scores.push_back(FiniteText(score));
  }
  const std::string score =
      scores.size() == 1 ? scores[0] : "COALESCE(" + scores[0] + ", " + scores[1] + ")";
  return parameters.IsTrue("labelMatch") ? score : "(1D - " + score + ")";
}

Result<std::vector<SqlStep>> BuildEvaluate(const Parameters& parameters,
                                           const BuildContext& context) {
  PAISQL_ASSIGN(const LabelledRows input, LabelledInput(parameters, context));
  PAISQL_ASSIGN(const std::string score, ScoreText(input, parameters, context));
  std::string group = "CAST(0 AS BIGINT)", group_name;
  if (parameters.Find("groupColName") != nullptr) {
    PAISQL_ASSIGN(const store::Column column,
                  OneColumn(parameters, context, "groupColName", input.rows.columns));
    group = "t." + QuotedName(column.name);
    group_name = "g AS " + QuotedName(column.name) + ", ";
  }
  PAISQL_TRY(NeedClass(input.rows.relation, input.label, "positiveLabel", parameters, context));
  const std::string bins = std::to_string(parameters.Number("binCount"));
  const std::string scores =
      FillSql(kScoresSql, {{"positive", QuotedText(parameters.Text("positiveLabel"))},
                           {"group", group},
                           {"actual", ClassText(input.label)},
                           {"score", score},
                           {"input", input.rows.relation}});
  const auto intervals = [&](std::string_view binned) {
    return FillSql(kIntervalsSql,
                   {{"binned", FillSql(binned, {{"bins", bins}, {"scores", scores}})}});
  };
  std::vector<SqlStep> steps = {
      {"outputMetricTableName", FillSql(kMetricsSql, {{"group", group_name},
                                                      {"scores", scores},
                                                      {"intervals", intervals(kEqualCountsSql)},
                                                      {"facts", FactsText()}})}};
  for (const auto& [output, binned] : {std::pair{"outputDetailTableName", kEqualCountsSql},
                                       std::pair{"outputELDetailTableName", kEqualLengthsSql}}) {
    if (parameters.Find(output) == nullptr) continue;
    steps.push_back(
        {output, FillSql(kDetailSql, {{"group", group_name}, {"intervals", intervals(binned)}})});
  }
  return steps;
}

}  // namespace

Component BinaryEvaluationRow() {
  return {"Binary evaluation",
          kEvaluateNames,
          "",
          0,
          "Measures the probabilities of two classes: AUC, KS, F1.",
          kEvaluateParameters,
          kEvaluatePorts,
          SqlBuild{BuildEvaluate},
          "",
          kEvaluateExample,
          true};
}

}  // namespace paisql::pai
