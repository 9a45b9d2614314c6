#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/distributions.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/statistics/statistics_rows.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kNormalityNames = {"normality_test"};

constexpr auto kNormalityParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        kOutputTableParameter,
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of numbers; all of them without it. NULL, NaN and infinite numbers "
                  "do not count."},
        Parameter{"enableQQplot", ParameterType::kBoolean, false, "true", "",
                  "Adds rows QQplot: the quantile of the normal distribution, and the number; of "
                  "1,000 numbers at most."},
        Parameter{"enableADtest", ParameterType::kBoolean, false, "true", "",
                  "Adds the row of the test of Anderson and Darling."},
        Parameter{"enableKStest", ParameterType::kBoolean, false, "true", "",
                  "Adds the row of the test of Kolmogorov and Smirnov, against the normal "
                  "distribution with the column's mean and deviation."},
    },
    kTuningParameters);

constexpr std::array kNormalityPorts = {kInputPort, kPlainOutputPort};

constexpr std::string_view kNormalityExample = R"(CREATE TABLE points (x DOUBLE);
INSERT INTO points VALUES (1), (2), (2.5), (3), (3.5), (4), (7);
PAI -name {name} -DinputTableName=points -DoutputTableName=tested -DenableQQplot=false;
SELECT * FROM tested;
)";

// Sorted numbers, and the probability of each in the normal distribution that fits them.
struct Fitted {
  std::vector<double> numbers, probabilities;
};

Fitted FitNormal(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const auto n = static_cast<double>(numbers.size());
  double mean = 0, squares = 0;
  for (const double number : numbers) mean += number / n;
  for (const double number : numbers) squares += (number - mean) * (number - mean);
  const double deviation = std::sqrt(squares / (n - 1));
  Fitted fitted{std::move(numbers), {}};
  for (const double number : fitted.numbers) {
    fitted.probabilities.push_back(NormalTail((mean - number) / deviation));
  }
  return fitted;
}

// D'Agostino and Stephens, for a mean and a deviation that are estimated.
double AndersonDarlingP(double statistic, double n) {
  const double a = statistic * (1 + 0.75 / n + 2.25 / (n * n));
  if (a >= 0.6) return std::exp(1.2937 - 5.709 * a + 0.0186 * a * a);
  if (a >= 0.34) return std::exp(0.9177 - 4.279 * a - 1.38 * a * a);
  if (a >= 0.2) return 1 - std::exp(-8.318 + 42.796 * a - 59.938 * a * a);
  return 1 - std::exp(-13.436 + 101.14 * a - 223.73 * a * a);
}

double AndersonDarling(const Fitted& fitted) {
  const size_t n = fitted.numbers.size();
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    constexpr double kLeast = 1e-300;
    const double below = std::max(fitted.probabilities[i], kLeast);
    const double above = std::max(1 - fitted.probabilities[n - 1 - i], kLeast);
    sum += (2 * static_cast<double>(i) + 1) * (std::log(below) + std::log(above));
  }
  return -static_cast<double>(n) - sum / static_cast<double>(n);
}

double KolmogorovSmirnov(const Fitted& fitted) {
  const auto n = static_cast<double>(fitted.numbers.size());
  double largest = 0;
  for (size_t i = 0; i < fitted.numbers.size(); ++i) {
    const double p = fitted.probabilities[i], rank = static_cast<double>(i);
    largest = std::max({largest, p - rank / n, (rank + 1) / n - p});
  }
  return largest;
}

// Of the limiting distribution: P(sqrt(n) D > x).
double KolmogorovP(double x) {
  constexpr double kPi = 3.14159265358979323846;
  if (x <= 0) return 1;
  double sum = 0;
  if (x < 1) {
    for (int k = 1; k < 40; ++k) {
      const double odd = 2 * k - 1;
      sum += std::exp(-odd * odd * kPi * kPi / (8 * x * x));
    }
    return 1 - std::sqrt(2 * kPi) / x * sum;
  }
  for (int k = 1; k < 40; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * x * x);
  return std::clamp(sum, 0.0, 1.0);
}

void AddQuantiles(const Fitted& fitted, const std::string& name,
                  std::vector<std::vector<Cell>>& rows) {
  constexpr size_t kMostPoints = 1000;
  const size_t n = fitted.numbers.size(), points = std::min(n, kMostPoints);
  for (size_t i = 0; i < points; ++i) {
    const size_t at = points == n ? i : i * (n - 1) / (points - 1);
    const double place = (static_cast<double>(at) + 0.5) / static_cast<double>(n);
    rows.push_back(
        {name, "QQplot", NumberCell(NormalQuantile(place)), NumberCell(fitted.numbers[at])});
  }
}

Result<std::vector<SqlStep>> BuildNormality(const Parameters& parameters,
                                            const BuildContext& context) {
  PAISQL_ASSIGN(const ClassicInput input, InputOf(parameters, context));
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                SelectedNumbers(parameters, context, "selectedColNames", input.columns));
  std::vector<std::vector<Cell>> rows;
  for (const store::Column& column : columns) {
    PAISQL_ASSIGN(const Answer answer,
                  AskRows("SELECT v FROM (SELECT " + FiniteText(column) + " AS v FROM " +
                              input.relation + " t) k WHERE v IS NOT NULL",
                          parameters, context));
    if (answer.unknown) continue;
    std::vector<double> numbers;
    for (const auto& row : answer.rows) numbers.push_back(NumberIn(row[0]));
    if (numbers.size() < 3 || std::ranges::min(numbers) == std::ranges::max(numbers) ||
        std::isinf(std::ranges::max(numbers)) || std::isinf(std::ranges::min(numbers))) {
      return Wrong(
          parameters.PlaceOf(parameters.Find("selectedColNames") != nullptr ? "selectedColNames"
                                                                            : "inputTableName"),
          "column " + column.name + " has no three finite numbers that differ",
          "name columns with more numbers in -DselectedColNames");
    }
    const auto n = static_cast<double>(numbers.size());
    const Fitted fitted = FitNormal(std::move(numbers));
    if (parameters.IsTrue("enableADtest")) {
      const double statistic = AndersonDarling(fitted);
      rows.push_back({column.name, "Anderson_Darling_Test", NumberCell(statistic),
                      NumberCell(AndersonDarlingP(statistic, n))});
    }
    if (parameters.IsTrue("enableKStest")) {
      const double statistic = KolmogorovSmirnov(fitted);
      rows.push_back({column.name, "Kolmogorov_Smirnov_Test", NumberCell(statistic),
                      NumberCell(KolmogorovP(statistic * std::sqrt(n)))});
    }
    if (parameters.IsTrue("enableQQplot")) AddQuantiles(fitted, column.name, rows);
  }
  return std::vector<SqlStep>{
      {"outputTableName",
       KnownRows({NewColumn("colname", TypeId::kString), NewColumn("testname", TypeId::kString),
                  NewColumn("testvalue", TypeId::kDouble), NewColumn("pvalue", TypeId::kDouble)},
                 rows)}};
}

}  // namespace

Component NormalityRow() {
  return {"Normality test",
          kNormalityNames,
          "",
          0,
          "Tests whether columns are normally distributed, with points for a plot.",
          kNormalityParameters,
          kNormalityPorts,
          SqlBuild{BuildNormality},
          "",
          kNormalityExample,
          true};
}

}  // namespace paisql::pai
