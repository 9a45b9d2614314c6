#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/distributions.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 1> kTTestNames = {"t_test"};

constexpr auto kTTestParameters = Together(
    std::array{
        Parameter{"xTableName", ParameterType::kTable, true, "", "",
                  "The table, or query, of the first sample."},
        Parameter{
            "xTablePartitions", ParameterType::kText, false, "", "",
            "Reads these partitions of it alone: `ds=1/hour=2`, several separated by commas."},
        Parameter{"xColName", ParameterType::kText, true, "", "",
                  "The column of the first sample. NULL, NaN and infinite numbers do not count."},
        Parameter{"yTableName", ParameterType::kTable, false, "", "",
                  "The table, or query, of the second sample; that of the first without it."},
        Parameter{"yTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"yColName", ParameterType::kText, false, "", "",
                  "The column of the second sample. Without it one sample is tested."},
        kOutputTableParameter,
        Parameter{"alternative", ParameterType::kText, false, "two.sided", "",
                  "What is true where the hypothesis is not.", "two.sided less greater"},
        Parameter{"mu", ParameterType::kNumber, false, "0", "",
                  "The mean, or the difference of two means, by the hypothesis."},
        Parameter{"confidenceLevel", ParameterType::kNumber, false, "0.95", "",
                  "The probability of the confidence interval.", "", "", "(0,1)"},
        Parameter{"paired", ParameterType::kBoolean, false, "false", "",
                  "true: each row of the first sample belongs to one of the second."},
        Parameter{"varEqual", ParameterType::kBoolean, false, "false", "",
                  "true: both samples have one variance; false: Welch's test."},
    },
    kTuningParameters);

constexpr std::array kTTestPorts = {
    Port{"xTableName", PortKind::kInputTable, "", "", nullptr, "xTablePartitions"},
    Port{"yTableName", PortKind::kInputTable, "", "", nullptr, "yTablePartitions"},
    kPlainOutputPort};

constexpr std::string_view kTTestExample =
    R"(CREATE TABLE heights (before_it DOUBLE, after_it DOUBLE);
INSERT INTO heights VALUES (1, 2), (2, 4), (3, 3.5), (4, 6);
PAI -name {name} -DxTableName=heights -DxColName=before_it -DyColName=after_it -Dpaired=true
  -DoutputTableName=tested;
SELECT GET_JSON_OBJECT(result, '$.p') FROM tested;
)";

struct Sample {
  ClassicInput rows;
  std::string value;  // of the alias t
  bool given = true;
};

// What the test is about: an estimate, its standard error, the degrees of freedom.
struct Tested {
  double estimate = 0, error = 0, freedom = 0;
  json facts;
};

Error TooFew(const Parameters& parameters, const std::string& what) {
  return Wrong(parameters.PlaceOf("xColName"), what, "test columns with at least two numbers");
}

Result<Tested> OneSample(const std::vector<Cell>& row, std::string_view mean_name,
                         const Parameters& parameters) {
  const double n = NumberIn(row[0]), deviation = NumberIn(row[2]);
  if (n < 2) return TooFew(parameters, fmt::format("{} numbers are too few for a t-test", n));
  return Tested{NumberIn(row[1]),
                deviation / std::sqrt(n),
                n - 1,
                {{std::string(mean_name), JsonNumber(NumberIn(row[1]))},
                 {"stdDeviation", JsonNumber(deviation)}}};
}

// The comment is the inside of a JSON object, as clients read it.
json CommentOf(double x, double y, double x_deviation, double y_deviation, const double* cov) {
  json comment = {{"xMean", JsonNumber(x)},
                  {"yMean", JsonNumber(y)},
                  {"xDeviation", JsonNumber(x_deviation)},
                  {"yDeviation", JsonNumber(y_deviation)}};
  if (cov != nullptr) comment["cov"] = JsonNumber(*cov);
  const std::string text = comment.dump();
  return text.substr(1, text.size() - 2);
}

Result<Tested> TwoSamples(const std::vector<Cell>& x, const std::vector<Cell>& y,
                          const Parameters& parameters) {
  const double nx = NumberIn(x[0]), ny = NumberIn(y[0]);
  if (nx < 2 || ny < 2) {
    return TooFew(parameters, fmt::format("{} and {} numbers are too few for a t-test", nx, ny));
  }
  const double mean_x = NumberIn(x[1]), mean_y = NumberIn(y[1]);
  const double vx = std::pow(NumberIn(x[2]), 2), vy = std::pow(NumberIn(y[2]), 2);
  Tested tested;
  tested.estimate = mean_x - mean_y;
  if (parameters.IsTrue("varEqual")) {
    tested.freedom = nx + ny - 2;
    const double pooled = ((nx - 1) * vx + (ny - 1) * vy) / tested.freedom;
    tested.error = std::sqrt(pooled * (1 / nx + 1 / ny));
  } else {
    const double ex = vx / nx, ey = vy / ny;
    tested.error = std::sqrt(ex + ey);
    tested.freedom = (ex + ey) * (ex + ey) / (ex * ex / (nx - 1) + ey * ey / (ny - 1));
  }
  tested.facts = {{"mean of x", JsonNumber(mean_x)},
                  {"mean of y", JsonNumber(mean_y)},
                  {"comment", CommentOf(mean_x, mean_y, std::sqrt(vx), std::sqrt(vy), nullptr)}};
  return tested;
}

std::string BoundText(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{}", value);
}

json ResultOf(const Tested& tested, std::string_view what, const Parameters& parameters) {
  const std::string alternative = parameters.Word("alternative");
  const double mu = parameters.Decimal("mu"), level = parameters.Decimal("confidenceLevel");
  const double t = (tested.estimate - mu) / tested.error;
  const double infinite = std::numeric_limits<double>::infinity();
  double p = 2 * StudentTTail(std::abs(t), tested.freedom), low = -infinite, high = infinite;
  std::string_view relation = "not equals to";
  if (alternative == "two.sided") {
    const double half = StudentTQuantile(0.5 + level / 2, tested.freedom) * tested.error;
    low = tested.estimate - half;
    high = tested.estimate + half;
  } else if (alternative == "less") {
    p = StudentTTail(-t, tested.freedom);
    high = tested.estimate + StudentTQuantile(level, tested.freedom) * tested.error;
    relation = "less than";
  } else {
    p = StudentTTail(t, tested.freedom);
    low = tested.estimate - StudentTQuantile(level, tested.freedom) * tested.error;
    relation = "greater than";
  }
  json result = tested.facts;
  result["AlternativeHypthesis"] = fmt::format("{} {} {}", what, relation, mu);
  result["ConfidenceInterval"] = fmt::format("({}, {})", BoundText(low), BoundText(high));
  result["ConfidenceLevel"] = JsonNumber(level);
  result["alpha"] = JsonNumber(std::round((1 - level) * 1e12) / 1e12);
  result["alternative"] = alternative;
  result["df"] = JsonNumber(tested.freedom);
  result["mu"] = JsonNumber(mu);
  result["p"] = JsonNumber(p);
  result["t"] = JsonNumber(t);
  return result;
}

// An error where the numbers do not differ.
Result<std::optional<json>> Outcome(const Tested& tested, std::string_view what,
                                    const Parameters& parameters) {
  if (tested.error > 0) return std::optional<json>(ResultOf(tested, what, parameters));
  return Wrong(parameters.PlaceOf("xColName"), "all numbers are the same",
               "test columns whose numbers differ");
}

constexpr std::string_view kSampleSql =
    "SELECT COUNT({v}), AVG({v}), STDDEV_SAMP({v}) FROM {input} t";

// Rows of one input belong together as they are, those of two by their number.
constexpr std::string_view kPairedRowsSql =
    "(SELECT a.v AS x, b.v AS y FROM (SELECT {x} AS v, ROW_NUMBER() OVER (ORDER BY 1) AS r FROM "
    "{x_input} t) a JOIN (SELECT {y} AS v, ROW_NUMBER() OVER (ORDER BY 1) AS r FROM "
    "{y_input} t) b ON a.r = b.r)";

Result<Answer> AskPaired(const Sample& x, const Sample& y, const Parameters& parameters,
                         const BuildContext& context) {
  const std::string rows =
      x.rows.relation == y.rows.relation
          ? "(SELECT " + x.value + " AS x, " + y.value + " AS y FROM " + x.rows.relation + " t)"
          : FillSql(kPairedRowsSql, {{"x", x.value},
                                     {"x_input", x.rows.relation},
                                     {"y", y.value},
                                     {"y_input", y.rows.relation}});
  if (x.rows.relation != y.rows.relation) {
    const auto count = [&](const Sample& sample) {
      return AskRows("SELECT COUNT(*) FROM " + sample.rows.relation + " t", parameters, context,
                     "xTableName");
    };
    PAISQL_ASSIGN(const Answer of_x, count(x));
    PAISQL_ASSIGN(const Answer of_y, count(y));
    if (!of_x.unknown && of_x.rows[0][0] != of_y.rows[0][0]) {
      return Wrong(
          parameters.PlaceOf("yTableName"),
          fmt::format("{} rows and {} rows make no pairs", *of_x.rows[0][0], *of_y.rows[0][0]),
          "pair tables with equally many rows, or leave out -Dpaired");
    }
  }
  return AskRows(
      "SELECT COUNT(*), AVG(x - y), STDDEV_SAMP(x - y), AVG(x), AVG(y), "
      "STDDEV_SAMP(x), STDDEV_SAMP(y), COVAR_SAMP(x, y) FROM " +
          rows + " p WHERE x IS NOT NULL AND y IS NOT NULL",
      parameters, context, "xTableName");
}

Result<Sample> SampleOf(std::string_view table, std::string_view partitions,
                        std::string_view column_name, const Parameters& parameters,
                        const BuildContext& context) {
  Sample sample;
  PAISQL_ASSIGN(sample.rows, InputOf(parameters, context, table, partitions));
  PAISQL_ASSIGN(const store::Column column,
                OneColumn(parameters, context, column_name, sample.rows.columns));
  PAISQL_TRY(NeedNumbers(parameters, column_name, {column}));
  sample.value = FiniteText(column);
  return sample;
}

// nullopt while checking.
Result<std::optional<json>> TestOf(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const Sample x,
                SampleOf("xTableName", "xTablePartitions", "xColName", parameters, context));
  const auto ask = [&](const Sample& sample) {
    return AskRows(FillSql(kSampleSql, {{"v", sample.value}, {"input", sample.rows.relation}}),
                   parameters, context, "xTableName");
  };
  if (parameters.Find("yColName") == nullptr) {
    if (const auto* given = parameters.Find("yTableName")) {
      return Wrong(given->value_range, "the second sample needs its column",
                   "name it in -DyColName");
    }
    PAISQL_ASSIGN(const Answer row, ask(x));
    if (row.unknown) return std::optional<json>();
    PAISQL_ASSIGN(const Tested tested, OneSample(row.rows[0], "mean", parameters));
    return Outcome(tested, "mean", parameters);
  }
  const bool own = parameters.Find("yTableName") != nullptr;
  PAISQL_ASSIGN(const Sample y, SampleOf(own ? "yTableName" : "xTableName",
                                         own ? "yTablePartitions" : "xTablePartitions", "yColName",
                                         parameters, context));
  if (parameters.IsTrue("paired")) {
    PAISQL_ASSIGN(const Answer row, AskPaired(x, y, parameters, context));
    if (row.unknown) return std::optional<json>();
    const auto& cells = row.rows[0];
    PAISQL_ASSIGN(Tested tested, OneSample(cells, "mean of the differences", parameters));
    const double cov = NumberIn(cells[7]);
    tested.facts["comment"] = CommentOf(NumberIn(cells[3]), NumberIn(cells[4]), NumberIn(cells[5]),
                                        NumberIn(cells[6]), &cov);
    return Outcome(tested, "mean of the differences", parameters);
  }
  PAISQL_ASSIGN(const Answer of_x, ask(x));
  PAISQL_ASSIGN(const Answer of_y, ask(y));
  if (of_x.unknown || of_y.unknown) return std::optional<json>();
  PAISQL_ASSIGN(const Tested tested, TwoSamples(of_x.rows[0], of_y.rows[0], parameters));
  return Outcome(tested, "difference of the means", parameters);
}

Result<std::vector<SqlStep>> BuildTTest(const Parameters& parameters, const BuildContext& context) {
  PAISQL_ASSIGN(const std::optional<json> result, TestOf(parameters, context));
  const std::string text = result.has_value() ? result->dump() : "{}";
  return std::vector<SqlStep>{
      {"outputTableName", KnownRows({NewColumn("result", TypeId::kString)}, {{text}})}};
}

}  // namespace

Component TTestRow() {
  return {"t-test",
          kTTestNames,
          "",
          0,
          "Tests the mean of one sample, or the difference of two: a row with one JSON.",
          kTTestParameters,
          kTTestPorts,
          SqlBuild{BuildTTest},
          "",
          kTTestExample,
          true};
}

}  // namespace paisql::pai
