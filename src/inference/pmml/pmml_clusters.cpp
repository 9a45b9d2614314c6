// ClusteringModel: the cluster whose center is the nearest.

#include "inference/pmml/pmml_part.h"

namespace paisql::inference {

namespace {

enum class Measure { kEuclidean, kSquaredEuclidean, kCityBlock, kChebychev };

class PmmlClusters : public PmmlPart {
 public:
  PmmlClusters(Measure measure, std::vector<size_t> slots, std::vector<std::vector<double>> centers)
      : measure_(measure), slots_(std::move(slots)), centers_(std::move(centers)) {}

  void Answer(std::span<double> row, PmmlAnswer& answer) const override {
    answer = {};
    for (size_t i = 0; i < centers_.size(); ++i) {
      const double distance = DistanceTo(centers_[i], row);
      if (std::isnan(distance) || distance >= (answer.best < 0 ? INFINITY : answer.value)) continue;
      answer.best = static_cast<int>(i);
      answer.value = distance;
    }
  }

 private:
  double DistanceTo(const std::vector<double>& center, std::span<const double> row) const {
    double sum = 0;
    for (size_t i = 0; i < slots_.size(); ++i) {
      const double difference = std::abs(row[slots_[i]] - center[i]);
      if (measure_ == Measure::kCityBlock) {
        sum += difference;
      } else if (measure_ == Measure::kChebychev) {
        sum = std::isnan(difference) ? difference : std::max(sum, difference);
      } else {
        sum += difference * difference;
      }
    }
    return measure_ == Measure::kEuclidean ? std::sqrt(sum) : sum;
  }

  const Measure measure_;
  const std::vector<size_t> slots_;
  const std::vector<std::vector<double>> centers_;
};

Result<Measure> MeasureOf(const XmlElement& model) {
  const XmlElement* const measure = model.Child("ComparisonMeasure");
  if (measure != nullptr && measure->Get("compareFunction", "absDiff") == "absDiff") {
    if (measure->Child("euclidean") != nullptr) return Measure::kEuclidean;
    if (measure->Child("squaredEuclidean") != nullptr) return Measure::kSquaredEuclidean;
    if (measure->Child("cityBlock") != nullptr) return Measure::kCityBlock;
    if (measure->Child("chebychev") != nullptr) return Measure::kChebychev;
  }
  return PmmlError("has clusters with a ComparisonMeasure that is not computed here");
}

}  // namespace

Result<std::unique_ptr<PmmlPart>> ReadPmmlClusters(const XmlElement& model, PmmlBuild& build) {
  PAISQL_ASSIGN(const Measure measure, MeasureOf(model));
  std::vector<size_t> slots;
  std::vector<std::vector<double>> centers;
  for (const XmlElement& child : model.children) {
    if (child.name == "ClusteringField") {
      PAISQL_ASSIGN(const std::string_view field, PmmlText(child, "field"));
      PAISQL_ASSIGN(const size_t slot, build.fields.Slot(field));
      slots.push_back(slot);
    } else if (child.name == "Cluster") {
      const XmlElement* const array = child.Child("Array");
      if (array == nullptr) return PmmlError("has a Cluster without an Array");
      build.labels.emplace_back(child.Get("id", child.Get("name", std::to_string(centers.size()))));
      PAISQL_ASSIGN(const std::vector<std::string> texts, PmmlArray(*array));
      std::vector<double>& center = centers.emplace_back();
      for (const std::string& text : texts) {
        PAISQL_ASSIGN(const double number, PmmlNumber(text));
        center.push_back(number);
      }
    }
  }
  for (const std::vector<double>& center : centers) {
    if (center.size() != slots.size())
      return PmmlError("has a Cluster of another number of fields");
  }
  if (centers.empty()) return PmmlError("has no Cluster");
  return std::unique_ptr<PmmlPart>(
      std::make_unique<PmmlClusters>(measure, std::move(slots), std::move(centers)));
}

}  // namespace paisql::inference
