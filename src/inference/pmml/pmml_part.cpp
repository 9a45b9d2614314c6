#include "inference/pmml/pmml_part.h"

#include <algorithm>
#include <array>

namespace paisql::inference {

namespace {

struct PartRow {
  std::string_view element;
  Result<std::unique_ptr<PmmlPart>> (*read)(const XmlElement& model, PmmlBuild& build);
};

constexpr std::array kPartRows = {
    PartRow{"TreeModel", ReadPmmlTree},           PartRow{"RegressionModel", ReadPmmlRegression},
    PartRow{"ClusteringModel", ReadPmmlClusters}, PartRow{"MiningModel", ReadPmmlMining},
    PartRow{"NaiveBayesModel", ReadPmmlBayes},
};

// An answer times a factor, plus a constant.
class Rescaled : public PmmlPart {
 public:
  Rescaled(std::unique_ptr<PmmlPart> part, double factor, double constant)
      : part_(std::move(part)), factor_(factor), constant_(constant) {}
  void Answer(std::span<double> row, PmmlAnswer& answer) const override {
    part_->Answer(row, answer);
    answer.value = answer.value * factor_ + constant_;
  }

 private:
  const std::unique_ptr<PmmlPart> part_;
  const double factor_;
  const double constant_;
};

}  // namespace

void PmmlAnswer::ChooseBest() {
  const auto found = std::ranges::max_element(chances);
  best =
      found == chances.end() || std::isnan(*found) ? -1 : static_cast<int>(found - chances.begin());
}

size_t PmmlBuild::LabelOf(std::string_view label) {
  const auto found = std::ranges::find(labels, label);
  if (found == labels.end()) {
    labels.emplace_back(label);
    return labels.size() - 1;
  }
  return static_cast<size_t>(found - labels.begin());
}

bool IsClassification(const XmlElement& model) {
  return model.Get("functionName") == "classification";
}

bool IsPmmlPart(const XmlElement& element) {
  return std::ranges::find(kPartRows, element.name, &PartRow::element) != kPartRows.end();
}

Result<std::unique_ptr<PmmlPart>> ReadPmmlPart(const XmlElement& model, PmmlBuild& build) {
  const auto found = std::ranges::find(kPartRows, model.name, &PartRow::element);
  if (found == kPartRows.end()) {
    return PmmlError("has the element " + std::string(model.name) + ", which is not computed here");
  }
  const XmlElement* const computed = model.Child("LocalTransformations");
  if (computed != nullptr && !computed->children.empty()) {
    return PmmlError("has LocalTransformations, which are not computed here");
  }
  PAISQL_ASSIGN(std::unique_ptr<PmmlPart> part, found->read(model, build));
  const XmlElement* const targets = model.Child("Targets");
  const XmlElement* const target = targets == nullptr ? nullptr : targets->Child("Target");
  if (target == nullptr || IsClassification(model)) return part;
  PAISQL_ASSIGN(const double factor, PmmlNumber(*target, "rescaleFactor", 1));
  PAISQL_ASSIGN(const double constant, PmmlNumber(*target, "rescaleConstant", 0));
  return std::unique_ptr<PmmlPart>(std::make_unique<Rescaled>(std::move(part), factor, constant));
}

}  // namespace paisql::inference
