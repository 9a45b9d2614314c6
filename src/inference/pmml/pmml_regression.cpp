// RegressionModel: sums of weighted values, and what makes an answer of them.

#include <algorithm>
#include <array>

#include "inference/pmml/pmml_part.h"

namespace paisql::inference {

namespace {

enum class Link { kNone, kLogit, kSoftmax, kSimpleMax, kExp };

struct NumericTerm {
  size_t slot = 0;
  double coefficient = 0;
  double exponent = 1;
};

struct CategoricalTerm {
  size_t slot = 0;
  double coefficient = 0;
  double value = 0;
};

struct RegressionTable {
  double intercept = 0;
  size_t label = 0;
  std::vector<NumericTerm> numbers;
  std::vector<CategoricalTerm> categories;

  double Sum(std::span<const double> row) const {
    double sum = 0;
    for (const NumericTerm& term : numbers) {
      const double value = row[term.slot];
      sum += term.coefficient * (term.exponent == 1 ? value : std::pow(value, term.exponent));
    }
    for (const CategoricalTerm& term : categories) {
      if (row[term.slot] == term.value) sum += term.coefficient;
    }
    return sum + intercept;
  }
};

double Sigmoid(double value) { return 1 / (1 + std::exp(-value)); }

class PmmlRegression : public PmmlPart {
 public:
  PmmlRegression(std::vector<RegressionTable> tables, Link link, bool classifies, size_t classes)
      : tables_(std::move(tables)), link_(link), classifies_(classifies), classes_(classes) {}

  void Answer(std::span<double> row, PmmlAnswer& answer) const override {
    answer = {};
    if (!classifies_) {
      answer.value = OfValue(tables_.front().Sum(row));
      return;
    }
    std::vector<double> sums;
    for (const RegressionTable& table : tables_) sums.push_back(table.Sum(row));
    ToChances(sums);
    answer.chances.assign(classes_, 0);
    for (size_t i = 0; i < tables_.size(); ++i) answer.chances[tables_[i].label] = sums[i];
    answer.ChooseBest();
  }

 private:
  double OfValue(double sum) const {
    if (link_ == Link::kExp) return std::exp(sum);
    return link_ == Link::kNone ? sum : Sigmoid(sum);
  }

  void ToChances(std::vector<double>& sums) const {
    if (link_ == Link::kSoftmax) {
      const double most = *std::ranges::max_element(sums);
      for (double& sum : sums) sum = std::exp(sum - most);
    }
    if (link_ == Link::kSoftmax || link_ == Link::kSimpleMax) {
      double whole = 0;
      for (const double sum : sums) whole += sum;
      for (double& sum : sums) sum /= whole;
      return;
    }
    if (sums.size() == 2) {
      sums[0] = OfValue(sums[0]);
      sums[1] = 1 - sums[0];
      return;
    }
    for (double& sum : sums) sum = OfValue(sum);
  }

  const std::vector<RegressionTable> tables_;
  const Link link_;
  const bool classifies_;
  const size_t classes_;
};

Result<Link> LinkOf(const XmlElement& model) {
  constexpr std::array<std::pair<std::string_view, Link>, 5> kLinks = {
      {{"none", Link::kNone},
       {"logit", Link::kLogit},
       {"softmax", Link::kSoftmax},
       {"simplemax", Link::kSimpleMax},
       {"exp", Link::kExp}}};
  const std::string_view wanted = model.Get("normalizationMethod", "none");
  for (const auto& [name, link] : kLinks) {
    if (name != wanted) continue;
    // A regression's softmax is the logistic function.
    return link;
  }
  return PmmlError("has the normalizationMethod " + std::string(wanted) +
                   ", which is not computed here");
}

Result<RegressionTable> ReadTable(const XmlElement& element, PmmlBuild& build, bool classifies) {
  RegressionTable table;
  PAISQL_ASSIGN(table.intercept, PmmlNumber(element, "intercept", 0));
  if (classifies) {
    PAISQL_ASSIGN(const std::string_view label, PmmlText(element, "targetCategory"));
    table.label = build.LabelOf(label);
  }
  for (const XmlElement& child : element.children) {
    if (child.name != "NumericPredictor" && child.name != "CategoricalPredictor") {
      if (child.name == "Extension") continue;
      return PmmlError("has the element " + std::string(child.name) +
                       " in a regression, which is not computed here");
    }
    PAISQL_ASSIGN(const std::string_view name, PmmlText(child, "name"));
    PAISQL_ASSIGN(const size_t slot, build.fields.Slot(name));
    PAISQL_ASSIGN(const double coefficient, PmmlNumber(child, "coefficient"));
    if (child.name == "NumericPredictor") {
      PAISQL_ASSIGN(const double exponent, PmmlNumber(child, "exponent", 1));
      table.numbers.push_back({slot, coefficient, exponent});
    } else {
      PAISQL_ASSIGN(const double value, build.fields.Constant(slot, child.Get("value")));
      table.categories.push_back({slot, coefficient, value});
    }
  }
  return table;
}

}  // namespace

Result<std::unique_ptr<PmmlPart>> ReadPmmlRegression(const XmlElement& model, PmmlBuild& build) {
  const bool classifies = IsClassification(model);
  PAISQL_ASSIGN(const Link link, LinkOf(model));
  std::vector<RegressionTable> tables;
  for (const XmlElement& child : model.children) {
    if (child.name != "RegressionTable") continue;
    PAISQL_ASSIGN(RegressionTable table, ReadTable(child, build, classifies));
    tables.push_back(std::move(table));
  }
  if (tables.size() < (classifies ? 2 : 1)) {
    return PmmlError("has a regression without a RegressionTable for each class");
  }
  return std::unique_ptr<PmmlPart>(
      std::make_unique<PmmlRegression>(std::move(tables), link, classifies, build.labels.size()));
}

}  // namespace paisql::inference
