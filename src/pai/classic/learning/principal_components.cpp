#include "pai/classic/learning/learning_rows.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/text.h"
#include "pai/classic/answers.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/known_rows.h"
#include "pai/classic/learning/symmetric_eigen.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kPrincipalNames = {"PrinCompAnalysis"};

constexpr auto kPrincipalParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
                  "The columns of numbers; all of them without it. No row may lack one."},
        Parameter{"appendColNames", ParameterType::kColumns, false, "", "",
                  "The columns of the input that princompOutputTableName has, too.", "",
                  "remainColumns"},
        Parameter{"transType", ParameterType::kText, false, "Simple", "",
                  "What the components weigh: the numbers (Simple), what is left of them without "
                  "their mean (Sub-Mean), or that by their deviation (Normalization).",
                  "Simple Sub-Mean Normalization"},
        Parameter{"calcuType", ParameterType::kText, false, "CORR", "",
                  "The matrix whose eigenvectors they are: correlations, or covariances with n - 1 "
                  "or n in the divisor.",
                  "CORR COVAR_SAMP COVAR_POP"},
        Parameter{"contriRate", ParameterType::kNumber, false, "0.9", "",
                  "The components that are kept have this share of the variance.", "", "", "(0,1]"},
        Parameter{"eigOutputTableName", ParameterType::kTable, false, "", "",
                  "The table with the value and the vector of each component."},
        Parameter{"princompOutputTableName", ParameterType::kTable, true, "", "",
                  "The table with the components of each row: prin0, prin1, …"},
    },
    kTuningParameters);

constexpr std::array kPrincipalPorts = {
    kInputPort,
    Port{"eigOutputTableName", PortKind::kOutputTable},
    Port{"princompOutputTableName", PortKind::kOutputTable},
};

constexpr std::string_view kPrincipalExample =
    R"(CREATE TABLE leaves (id BIGINT, width DOUBLE, length DOUBLE, age DOUBLE);
INSERT INTO leaves VALUES (1, 2, 4.1, 3), (2, 3, 6.2, 1), (3, 4, 7.9, 5), (4, 5, 10.1, 2);
PAI -name {name} -DinputTableName=leaves -DselectedColNames="width,length,age" -DtransType=Sub-Mean
    -DcalcuType=CORR -DcontriRate=0.9 -DappendColNames=id -DeigOutputTableName=vectors
    -DprincompOutputTableName=components;
SELECT prin, ROUND(eigenvalue, 4), ROUND(cumulative, 4) FROM vectors ORDER BY prin LIMIT 10;
SELECT id, ROUND(prin0, 4), ROUND(prin1, 4) FROM components ORDER BY id LIMIT 10;
)";

constexpr size_t kMeasuresAtOnce = 2000;  // in one question

// What the rows say of the columns.
struct PrincipalFacts {
  std::vector<double> means;
  std::vector<double> deviations;
  std::vector<double> matrix;  // row by row
  bool unknown = false;        // a check does not look at rows
};

class PrincipalBuild {
 public:
  PrincipalBuild(const Parameters& parameters, const BuildContext& context)
      : parameters_(parameters), context_(context) {}

  Result<std::vector<SqlStep>> Build() {
    PAISQL_ASSIGN(input_, InputOf(parameters_, context_));
    if (parameters_.Find("selectedColNames") == nullptr) {
      columns_ = NumbersOf(input_.columns);
    } else {
      PAISQL_ASSIGN(columns_, Selected(parameters_, context_, "selectedColNames", input_.columns));
    }
    PAISQL_TRY(NeedNumbers(parameters_, "selectedColNames", columns_));
    if (columns_.empty()) {
      return Wrong(parameters_.PlaceOf("inputTableName"), "the input has no columns of numbers",
                   "principal components are those of numbers");
    }
    PAISQL_TRY(AskFacts());
    std::vector<EigenPair> pairs;
    if (!facts_.unknown) pairs = SymmetricEigen(facts_.matrix, columns_.size());
    std::vector<SqlStep> steps;
    if (parameters_.Find("eigOutputTableName") != nullptr) steps.push_back(VectorsOf(pairs));
    PAISQL_ASSIGN(steps.emplace_back(), ComponentsOf(pairs));
    return steps;
  }

 private:
  // The answers to measures of the columns v0, v1, …
  Result<std::vector<double>> Ask(const std::vector<std::string>& measures) {
    std::vector<std::string> values;
    for (size_t i = 0; i < columns_.size(); ++i) {
      values.push_back(fmt::format("{} AS v{}", FiniteText(columns_[i]), i));
    }
    std::vector<double> numbers;
    for (size_t begin = 0; begin < measures.size(); begin += kMeasuresAtOnce) {
      const auto from = measures.begin() + static_cast<ptrdiff_t>(begin);
      const size_t count = std::min(kMeasuresAtOnce, measures.size() - begin);
      const std::vector<std::string> part(from, from + static_cast<ptrdiff_t>(count));
      PAISQL_ASSIGN(const Answer answer,
                    AskRows("SELECT " + Join(part, ", ") + " FROM (SELECT " + Join(values, ", ") +
                                " FROM " + input_.relation + " t) s",
                            parameters_, context_));
      facts_.unknown = facts_.unknown || answer.unknown;
      for (size_t i = 0; i < count && !answer.unknown; ++i) {
        numbers.push_back(NumberIn(answer.rows[0][i]));
      }
    }
    numbers.resize(measures.size());
    return numbers;
  }

  Status AskFacts() {
    std::vector<std::string> singles = {"COUNT(*)"}, pairs;
    const std::string deviation =
        parameters_.Word("calcuType") == "covar_pop" ? "STDDEV" : "STDDEV_SAMP";
    for (size_t i = 0; i < columns_.size(); ++i) {
      singles.push_back(fmt::format("COUNT(v{})", i));
      singles.push_back(fmt::format("AVG(v{})", i));
      singles.push_back(fmt::format("{}(v{})", deviation, i));
      for (size_t k = i; k < columns_.size(); ++k) {
        pairs.push_back(fmt::format("{}(v{}, v{})", ToUpper(parameters_.Word("calcuType")), i, k));
      }
    }
    PAISQL_ASSIGN(const std::vector<double> told, Ask(singles));
    if (facts_.unknown) return Status::Ok();
    PAISQL_TRY(CheckRows(told));
    for (size_t i = 0; i < columns_.size(); ++i) {
      facts_.means.push_back(told[3 * i + 2]);
      facts_.deviations.push_back(told[3 * i + 3]);
    }
    PAISQL_ASSIGN(const std::vector<double> measures, Ask(pairs));
    const size_t size = columns_.size();
    facts_.matrix.assign(size * size, 0.0);
    size_t next = 0;
    for (size_t i = 0; i < size; ++i) {
      for (size_t k = i; k < size; ++k) {
        facts_.matrix[i * size + k] = facts_.matrix[k * size + i] = measures[next++];
      }
    }
    return Status::Ok();
  }

  Status CheckRows(const std::vector<double>& told) const {
    if (told[0] < 2) {
      return Wrong(parameters_.PlaceOf("inputTableName"),
                   "the input has " + std::string(told[0] < 1 ? "no rows" : "one row"),
                   "principal components need two rows or more");
    }
    const bool divides =
        parameters_.Word("calcuType") == "corr" || parameters_.Word("transType") == "normalization";
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (told[3 * i + 1] < told[0]) {
        return Wrong(parameters_.PlaceOf("selectedColNames"),
                     "column " + columns_[i].name + " has NULL or NaN",
                     "fill it first, as with PAI -name FillMissingValues");
      }
      if (divides && told[3 * i + 3] == 0) {
        return Wrong(parameters_.PlaceOf("selectedColNames"),
                     "column " + columns_[i].name + " is constant, so it has no correlations",
                     "leave it out, or use calcuType=COVAR_SAMP and transType=Sub-Mean");
      }
    }
    return Status::Ok();
  }

  // The table of the vectors: a row for each component, a column for each column of numbers.
  SqlStep VectorsOf(const std::vector<EigenPair>& pairs) const {
    std::vector<store::Column> made = {
        NewColumn("prin", TypeId::kString), NewColumn("eigenvalue", TypeId::kDouble),
        NewColumn("contribution", TypeId::kDouble), NewColumn("cumulative", TypeId::kDouble)};
    for (const store::Column& column : columns_) {
      made.push_back(NewColumn(column.name, TypeId::kDouble));
    }
    double all = 0, sum = 0;
    for (const EigenPair& pair : pairs) all += pair.value;
    std::vector<std::vector<Cell>> rows;
    for (const EigenPair& pair : pairs) {
      sum += pair.value;
      std::vector<Cell>& row = rows.emplace_back();
      row = {"prin" + std::to_string(rows.size() - 1), NumberCell(pair.value),
             NumberCell(pair.value / all), NumberCell(sum / all)};
      for (const double number : pair.vector) row.push_back(NumberCell(number));
    }
    return {"eigOutputTableName", KnownRows(made, rows)};
  }

  // How many components have the share of the variance that is asked for.
  size_t CountOf(const std::vector<EigenPair>& pairs) const {
    double all = 0, sum = 0;
    for (const EigenPair& pair : pairs) all += pair.value;
    for (size_t i = 0; i < pairs.size(); ++i) {
      sum += pairs[i].value;
      if (sum >= parameters_.Decimal("contriRate") * all * (1 - 1e-12)) return i + 1;
    }
    return pairs.size();
  }

  Result<SqlStep> ComponentsOf(const std::vector<EigenPair>& pairs) const {
    PAISQL_ASSIGN(const std::vector<store::Column> appended,
                  SelectedOrNone(parameters_, context_, "appendColNames", input_.columns));
    std::vector<std::string> texts;
    for (const store::Column& column : appended) texts.push_back("t." + QuotedName(column.name));
    const size_t count = facts_.unknown ? 1 : CountOf(pairs);
    for (size_t i = 0; i < count; ++i) {
      const std::string name = "prin" + std::to_string(i);
      if (HasColumn(appended, name)) {
        return Wrong(parameters_.PlaceOf("appendColNames"),
                     "the output has a column " + name + " of its own",
                     "leave it out of appendColNames, or rename it in a query");
      }
      texts.push_back((facts_.unknown ? "CAST(NULL AS DOUBLE)" : SumOf(pairs[i].vector)) + " AS " +
                      name);
    }
    return SqlStep{"princompOutputTableName",
                   "SELECT " + Join(texts, ", ") + " FROM " + input_.relation + " t",
                   facts_.unknown};
  }

  std::string SumOf(const std::vector<double>& weights) const {
    const std::string kind = parameters_.Word("transType");
    std::vector<std::string> terms;
    for (size_t i = 0; i < columns_.size(); ++i) {
      std::string value = "CAST(t." + QuotedName(columns_[i].name) + " AS DOUBLE)";
      if (kind != "simple") value = "(" + value + " - " + DoubleText(facts_.means[i]) + ")";
      if (kind == "normalization") value += " / " + DoubleText(facts_.deviations[i]);
      terms.push_back(value + " * " + DoubleText(weights[i]));
    }
    return Join(terms, " + ");
  }

  const Parameters& parameters_;
  const BuildContext& context_;
  ClassicInput input_;
  std::vector<store::Column> columns_;
  PrincipalFacts facts_;
};

Result<std::vector<SqlStep>> BuildPrincipal(const Parameters& parameters,
                                            const BuildContext& context) {
  return PrincipalBuild(parameters, context).Build();
}

const std::array kPrincipal = {
    Component{"Principal components", kPrincipalNames, "", 0,
              "Computes the principal components of columns, and those of each row.",
              kPrincipalParameters, kPrincipalPorts, SqlBuild{BuildPrincipal}, "",
              kPrincipalExample, true},
};

}  // namespace

std::span<const Component> PrincipalComponents() { return kPrincipal; }

}  // namespace paisql::pai
