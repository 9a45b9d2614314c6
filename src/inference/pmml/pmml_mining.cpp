// MiningModel: parts that are added up, averaged, asked to vote, or read one after the other.

#include <array>

#include "inference/pmml/pmml_part.h"

namespace paisql::inference {

namespace {

enum class Method { kSum, kAverage, kWeightedAverage, kVote, kWeightedVote, kFirst, kChain };

struct Segment {
  PmmlPredicate predicate;
  std::unique_ptr<PmmlPart> part;
  double weight = 1;
  std::vector<size_t> outputs;  // where a chain keeps what it has computed
};

class PmmlMining : public PmmlPart {
 public:
  PmmlMining(Method method, std::vector<Segment> segments, bool classifies, size_t classes)
      : method_(method),
        segments_(std::move(segments)),
        classifies_(classifies),
        classes_(classes) {}

  void Answer(std::span<double> row, PmmlAnswer& answer) const override {
    answer.value = kNoValue;
    answer.best = -1;
    answer.chances.clear();
    PmmlAnswer one;
    double weight = 0;
    if (classifies_ && method_ != Method::kFirst && method_ != Method::kChain) {
      answer.chances.assign(classes_, 0);
    } else {
      answer.value = 0;
    }
    for (const Segment& segment : segments_) {
      if (segment.predicate.Holds(row) != Tristate::kTrue) continue;
      segment.part->Answer(row, one);
      if (method_ == Method::kFirst || method_ == Method::kChain) {
        for (const size_t slot : segment.outputs) row[slot] = one.value;
        std::swap(answer, one);
        if (method_ == Method::kFirst) return;
        continue;
      }
      weight += segment.weight;
      Add(one, segment.weight, answer);
    }
    if (method_ != Method::kFirst && method_ != Method::kChain) Finish(weight, answer);
  }

 private:
  void Add(const PmmlAnswer& one, double weight, PmmlAnswer& answer) const {
    if (!classifies_) {
      answer.value += weight * one.value;
      return;
    }
    if (method_ == Method::kVote || method_ == Method::kWeightedVote) {
      if (one.best >= 0) answer.chances[static_cast<size_t>(one.best)] += weight;
      return;
    }
    for (size_t i = 0; i < classes_; ++i) {
      answer.chances[i] += weight * (i < one.chances.size() ? one.chances[i] : kNoValue);
    }
  }

  void Finish(double weight, PmmlAnswer& answer) const {
    if (method_ != Method::kSum) {
      answer.value /= weight;
      for (double& chance : answer.chances) chance /= weight;
    }
    if (classifies_) answer.ChooseBest();
  }

  const Method method_;
  const std::vector<Segment> segments_;
  const bool classifies_;
  const size_t classes_;
};

Result<Method> MethodOf(const XmlElement& segmentation) {
  constexpr std::array<std::pair<std::string_view, Method>, 7> kMethods = {
      {{"sum", Method::kSum},
       {"average", Method::kAverage},
       {"weightedAverage", Method::kWeightedAverage},
       {"majorityVote", Method::kVote},
       {"weightedMajorityVote", Method::kWeightedVote},
       {"selectFirst", Method::kFirst},
       {"modelChain", Method::kChain}}};
  const std::string_view wanted = segmentation.Get("multipleModelMethod");
  for (const auto& [name, method] : kMethods) {
    if (name == wanted) return method;
  }
  return PmmlError("has the multipleModelMethod " + std::string(wanted) +
                   ", which is not computed here");
}

Result<Segment> ReadSegment(const XmlElement& element, Method method, PmmlBuild& build) {
  Segment segment;
  if (method == Method::kWeightedAverage || method == Method::kWeightedVote) {
    PAISQL_ASSIGN(segment.weight, PmmlNumber(element, "weight", 1));
  }
  for (const XmlElement& child : element.children) {
    if (PmmlPredicate::IsOne(child)) {
      PAISQL_ASSIGN(segment.predicate, PmmlPredicate::Read(child, build.fields));
    } else if (child.name != "Extension") {
      PAISQL_ASSIGN(segment.part, ReadPmmlPart(child, build));
      const XmlElement* const output = child.Child("Output");
      if (method != Method::kChain || output == nullptr) continue;
      for (const XmlElement& field : output->children) {
        if (field.Get("feature", "predictedValue") != "predictedValue") continue;
        PAISQL_ASSIGN(const std::string_view name, PmmlText(field, "name"));
        segment.outputs.push_back(build.fields.AddComputed(name));
      }
    }
  }
  if (segment.part == nullptr) return PmmlError("has a Segment without a model");
  return segment;
}

}  // namespace

Result<std::unique_ptr<PmmlPart>> ReadPmmlMining(const XmlElement& model, PmmlBuild& build) {
  const XmlElement* const segmentation = model.Child("Segmentation");
  if (segmentation == nullptr) return PmmlError("has a MiningModel without a Segmentation");
  PAISQL_ASSIGN(const Method method, MethodOf(*segmentation));
  std::vector<Segment> segments;
  for (const XmlElement& child : segmentation->children) {
    if (child.name != "Segment") continue;
    PAISQL_ASSIGN(Segment segment, ReadSegment(child, method, build));
    segments.push_back(std::move(segment));
  }
  return std::unique_ptr<PmmlPart>(std::make_unique<PmmlMining>(
      method, std::move(segments), IsClassification(model), build.labels.size()));
}

}  // namespace paisql::inference
