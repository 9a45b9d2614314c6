#pragma once

// Conditions of PMML: true, false, or unknown where a value is missing.

#include <span>
#include <vector>

#include "inference/pmml/pmml_fields.h"

namespace paisql::inference {

enum class Tristate : char { kFalse, kTrue, kUnknown };

class PmmlPredicate {
 public:
  // Whether the element is a predicate at all.
  static bool IsOne(const XmlElement& element);
  static Result<PmmlPredicate> Read(const XmlElement& element, PmmlFields& fields);

  Tristate Holds(std::span<const double> row) const;

  bool IsTrue() const { return kind_ == Kind::kTrue; }
  // Of a pair of conditions that part all numbers of a field: below `bound`, and the others.
  struct Split {
    size_t slot = 0;
    double bound = 0;
  };
  std::optional<Split> SplitWith(const PmmlPredicate& others) const;

 private:
  enum class Kind : char {
    kTrue,
    kFalse,
    kEqual,
    kNotEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kIsMissing,
    kIsNotMissing,
    kIsIn,
    kIsNotIn,
    kAnd,
    kOr,
    kXor,
    kSurrogate
  };

  static Result<PmmlPredicate> ReadSimple(const XmlElement& element, PmmlFields& fields);
  static Result<PmmlPredicate> ReadSet(const XmlElement& element, PmmlFields& fields);
  static Result<PmmlPredicate> ReadCompound(const XmlElement& element, PmmlFields& fields);
  bool Compare(double value) const;
  Tristate Compound(std::span<const double> row) const;

  Kind kind_ = Kind::kTrue;
  size_t slot_ = 0;
  double constant_ = 0;
  std::vector<double> constants_;     // of sets, ascending
  std::vector<PmmlPredicate> parts_;  // of compounds
};

// The values of an Array of texts or numbers.
Result<std::vector<std::string>> PmmlArray(const XmlElement& array);

}  // namespace paisql::inference
