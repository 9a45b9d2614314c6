#pragma once

// A part of a PMML model that gives an answer for a row: a tree, a regression, clusters, or parts
// that are joined. Private to pmml.

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "inference/pmml/pmml_predicate.h"

namespace paisql::inference {

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// What a part says of a row. A classification fills in `chances` and the number of the best class;
// clusters, the number of the nearest one and its distance as `value`.
struct PmmlAnswer {
  double value = kNoValue;
  int best = -1;
  std::vector<double> chances;

  // Makes the class with the greatest chance the best one; the first of equal ones.
  void ChooseBest();
};

class PmmlPart {
 public:
  virtual ~PmmlPart() = default;
  // Parts of a chain write what they compute into `row`. Any thread at once, with rows of its own.
  virtual void Answer(std::span<double> row, PmmlAnswer& answer) const = 0;
};

// What parts are made of while a document is read.
struct PmmlBuild {
  PmmlFields& fields;
  // The classes, or the names of clusters, in the order of their numbers.
  std::vector<std::string> labels;
  // Whether the model says itself what a missing value means.
  bool knows_missing = false;

  // The number of a class; a new one for a label that is new.
  size_t LabelOf(std::string_view label);
};

// The functionName is "classification".
bool IsClassification(const XmlElement& model);

// A part of the element of any model. kModel for one that this program does not compute.
Result<std::unique_ptr<PmmlPart>> ReadPmmlPart(const XmlElement& model, PmmlBuild& build);
// Whether the element is a model that ReadPmmlPart knows.
bool IsPmmlPart(const XmlElement& element);

Result<std::unique_ptr<PmmlPart>> ReadPmmlTree(const XmlElement& model, PmmlBuild& build);
Result<std::unique_ptr<PmmlPart>> ReadPmmlRegression(const XmlElement& model, PmmlBuild& build);
Result<std::unique_ptr<PmmlPart>> ReadPmmlClusters(const XmlElement& model, PmmlBuild& build);
Result<std::unique_ptr<PmmlPart>> ReadPmmlBayes(const XmlElement& model, PmmlBuild& build);
Result<std::unique_ptr<PmmlPart>> ReadPmmlMining(const XmlElement& model, PmmlBuild& build);

}  // namespace paisql::inference
