// NaiveBayesModel: how often categories come with classes, and normal distributions of numbers.

#include <algorithm>
#include <unordered_map>

#include "inference/pmml/pmml_part.h"

namespace paisql::inference {

namespace {

// What a field says of each class, as logarithms.
struct BayesInput {
  size_t slot = 0;
  std::unordered_map<double, std::vector<double>> categories;
  std::vector<double> means;  // empty for a field of categories
  std::vector<double> variances;
};

class PmmlBayes : public PmmlPart {
 public:
  PmmlBayes(std::vector<BayesInput> inputs, std::vector<double> priors)
      : inputs_(std::move(inputs)), priors_(std::move(priors)) {}

  void Answer(std::span<double> row, PmmlAnswer& answer) const override {
    answer.value = kNoValue;
    answer.chances = priors_;
    for (const BayesInput& input : inputs_) Add(input, row[input.slot], answer.chances);
    const double most = *std::ranges::max_element(answer.chances);
    double whole = 0;
    for (double& chance : answer.chances) whole += chance = std::exp(chance - most);
    for (double& chance : answer.chances) chance /= whole;
    answer.ChooseBest();
  }

 private:
  // A missing value, and a category that the model does not know, tell nothing.
  static void Add(const BayesInput& input, double value, std::vector<double>& chances) {
    if (std::isnan(value)) return;
    if (input.means.empty()) {
      const auto found = input.categories.find(value);
      if (found == input.categories.end()) return;
      for (size_t i = 0; i < chances.size(); ++i) chances[i] += found->second[i];
      return;
    }
    constexpr double kTwoPi = 6.283185307179586;
    for (size_t i = 0; i < chances.size(); ++i) {
      const double away = value - input.means[i];
      chances[i] -=
          0.5 * (std::log(kTwoPi * input.variances[i]) + away * away / input.variances[i]);
    }
  }

  const std::vector<BayesInput> inputs_;
  const std::vector<double> priors_;
};

class BayesReader {
 public:
  BayesReader(const XmlElement& model, PmmlBuild& build) : model_(model), build_(build) {}

  Result<std::unique_ptr<PmmlPart>> Read() {
    const XmlElement* const output = model_.Child("BayesOutput");
    const XmlElement* const inputs = model_.Child("BayesInputs");
    if (output == nullptr || inputs == nullptr || output->Child("TargetValueCounts") == nullptr) {
      return PmmlError("has a NaiveBayesModel without BayesInputs or BayesOutput");
    }
    PAISQL_ASSIGN(threshold_, PmmlNumber(model_, "threshold", 0));
    const XmlElement& counts = *output->Child("TargetValueCounts");
    for (const XmlElement& one : counts.children) build_.LabelOf(one.Get("value"));
    PAISQL_ASSIGN(std::vector<double> priors, Counts(counts));
    std::vector<BayesInput> made;
    for (const XmlElement& one : inputs->children) {
      if (one.name != "BayesInput") continue;
      PAISQL_ASSIGN(BayesInput input, ReadInput(one));
      made.push_back(std::move(input));
    }
    for (double& prior : priors) prior = std::log(prior);
    build_.knows_missing = true;
    return std::unique_ptr<PmmlPart>(
        std::make_unique<PmmlBayes>(std::move(made), std::move(priors)));
  }

 private:
  Result<size_t> KnownLabel(const XmlElement& element) const {
    const auto found = std::ranges::find(build_.labels, element.Get("value"));
    if (found != build_.labels.end()) return static_cast<size_t>(found - build_.labels.begin());
    return PmmlError("has a NaiveBayesModel with the class " + std::string(element.Get("value")) +
                     ", which its BayesOutput does not list");
  }

  Result<std::vector<double>> Counts(const XmlElement& element) const {
    std::vector<double> counts(build_.labels.size(), 0);
    for (const XmlElement& one : element.children) {
      if (one.name != "TargetValueCount") continue;
      PAISQL_ASSIGN(const size_t label, KnownLabel(one));
      PAISQL_ASSIGN(counts[label], PmmlNumber(one, "count"));
    }
    return counts;
  }

  Result<BayesInput> ReadInput(const XmlElement& element) {
    BayesInput input;
    PAISQL_ASSIGN(const std::string_view name, PmmlText(element, "fieldName"));
    PAISQL_ASSIGN(input.slot, build_.fields.Slot(name));
    std::vector<double> sums(build_.labels.size(), 0);
    for (const XmlElement& child : element.children) {
      if (child.name == "TargetValueStats") {
        PAISQL_TRY(ReadStats(child, input));
      } else if (child.name == "PairCounts" && child.Child("TargetValueCounts") != nullptr) {
        PAISQL_ASSIGN(const double value, build_.fields.Constant(input.slot, child.Get("value")));
        PAISQL_ASSIGN(std::vector<double> counts, Counts(*child.Child("TargetValueCounts")));
        for (size_t i = 0; i < sums.size(); ++i) sums[i] += counts[i];
        input.categories[value] = std::move(counts);
      } else if (child.name != "Extension") {
        return PmmlError("has the element " + std::string(child.name) +
                         " in a BayesInput, which is not computed here");
      }
    }
    for (auto& [value, counts] : input.categories) {
      for (size_t i = 0; i < sums.size(); ++i) {
        const double share = sums[i] > 0 ? counts[i] / sums[i] : 0;
        counts[i] = std::log(share > 0 ? share : threshold_);
      }
    }
    return input;
  }

  Status ReadStats(const XmlElement& element, BayesInput& input) const {
    input.means.assign(build_.labels.size(), 0);
    input.variances.assign(build_.labels.size(), 1);
    for (const XmlElement& one : element.children) {
      if (one.name != "TargetValueStat") continue;
      PAISQL_ASSIGN(const size_t label, KnownLabel(one));
      const XmlElement* const normal = one.Child("GaussianDistribution");
      if (normal == nullptr) {
        return PmmlError(
            "has a distribution other than GaussianDistribution, which is not "
            "computed here");
      }
      PAISQL_ASSIGN(input.means[label], PmmlNumber(*normal, "mean"));
      PAISQL_ASSIGN(input.variances[label], PmmlNumber(*normal, "variance"));
    }
    return Status::Ok();
  }

  const XmlElement& model_;
  PmmlBuild& build_;
  double threshold_ = 0;
};

}  // namespace

Result<std::unique_ptr<PmmlPart>> ReadPmmlBayes(const XmlElement& model, PmmlBuild& build) {
  return BayesReader(model, build).Read();
}

}  // namespace paisql::inference
