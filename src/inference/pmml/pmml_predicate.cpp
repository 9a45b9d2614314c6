#include "inference/pmml/pmml_predicate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paisql::inference {

bool PmmlPredicate::IsOne(const XmlElement& element) {
  constexpr std::array<std::string_view, 5> kNames = {"True", "False", "SimplePredicate",
                                                      "SimpleSetPredicate", "CompoundPredicate"};
  return std::ranges::find(kNames, element.name) != kNames.end();
}

Result<PmmlPredicate> PmmlPredicate::Read(const XmlElement& element, PmmlFields& fields) {
  if (element.name == "SimplePredicate") return ReadSimple(element, fields);
  if (element.name == "SimpleSetPredicate") return ReadSet(element, fields);
  if (element.name == "CompoundPredicate") return ReadCompound(element, fields);
  PmmlPredicate made;
  made.kind_ = element.name == "False" ? Kind::kFalse : Kind::kTrue;
  return made;
}

Result<PmmlPredicate> PmmlPredicate::ReadSimple(const XmlElement& element, PmmlFields& fields) {
  constexpr std::array<std::pair<std::string_view, Kind>, 8> kOperators = {
      {{"equal", Kind::kEqual},
       {"notEqual", Kind::kNotEqual},
       {"lessThan", Kind::kLess},
       {"lessOrEqual", Kind::kLessOrEqual},
       {"greaterThan", Kind::kGreater},
       {"greaterOrEqual", Kind::kGreaterOrEqual},
       {"isMissing", Kind::kIsMissing},
       {"isNotMissing", Kind::kIsNotMissing}}};
  PmmlPredicate made;
  PAISQL_ASSIGN(const std::string_view field, PmmlText(element, "field"));
  PAISQL_ASSIGN(made.slot_, fields.Slot(field));
  PAISQL_ASSIGN(const std::string_view wanted, PmmlText(element, "operator"));
  const auto found =
      std::ranges::find(kOperators, wanted, [](const auto& one) { return one.first; });
  if (found == kOperators.end()) {
    return PmmlError("compares with the operator " + std::string(wanted));
  }
  made.kind_ = found->second;
  if (made.kind_ == Kind::kIsMissing || made.kind_ == Kind::kIsNotMissing) return made;
  PAISQL_ASSIGN(const std::string_view value, PmmlText(element, "value"));
  PAISQL_ASSIGN(made.constant_, fields.Constant(made.slot_, value));
  return made;
}

Result<PmmlPredicate> PmmlPredicate::ReadSet(const XmlElement& element, PmmlFields& fields) {
  PmmlPredicate made;
  PAISQL_ASSIGN(const std::string_view field, PmmlText(element, "field"));
  PAISQL_ASSIGN(made.slot_, fields.Slot(field));
  made.kind_ = element.Get("booleanOperator") == "isNotIn" ? Kind::kIsNotIn : Kind::kIsIn;
  const XmlElement* const array = element.Child("Array");
  if (array == nullptr) return PmmlError("has a SimpleSetPredicate without an Array");
  PAISQL_ASSIGN(const std::vector<std::string> values, PmmlArray(*array));
  for (const std::string& value : values) {
    PAISQL_ASSIGN(const double constant, fields.Constant(made.slot_, value));
    made.constants_.push_back(constant);
  }
  std::ranges::sort(made.constants_);
  return made;
}

Result<PmmlPredicate> PmmlPredicate::ReadCompound(const XmlElement& element, PmmlFields& fields) {
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kOperators = {
      {{"and", Kind::kAnd},
       {"or", Kind::kOr},
       {"xor", Kind::kXor},
       {"surrogate", Kind::kSurrogate}}};
  PmmlPredicate made;
  PAISQL_ASSIGN(const std::string_view wanted, PmmlText(element, "booleanOperator"));
  const auto found =
      std::ranges::find(kOperators, wanted, [](const auto& one) { return one.first; });
  if (found == kOperators.end()) {
    return PmmlError("joins conditions by the operator " + std::string(wanted));
  }
  made.kind_ = found->second;
  for (const XmlElement& child : element.children) {
    if (!IsOne(child)) continue;
    PAISQL_ASSIGN(PmmlPredicate part, Read(child, fields));
    made.parts_.push_back(std::move(part));
  }
  return made;
}

Tristate PmmlPredicate::Holds(std::span<const double> row) const {
  if (kind_ == Kind::kTrue) return Tristate::kTrue;
  if (kind_ == Kind::kFalse) return Tristate::kFalse;
  if (kind_ >= Kind::kAnd) return Compound(row);
  const double value = row[slot_];
  const bool missing = std::isnan(value);
  if (kind_ == Kind::kIsMissing) return missing ? Tristate::kTrue : Tristate::kFalse;
  if (kind_ == Kind::kIsNotMissing) return missing ? Tristate::kFalse : Tristate::kTrue;
  if (missing) return Tristate::kUnknown;
  return Compare(value) ? Tristate::kTrue : Tristate::kFalse;
}

std::optional<PmmlPredicate::Split> PmmlPredicate::SplitWith(const PmmlPredicate& others) const {
  const bool same = slot_ == others.slot_ && constant_ == others.constant_;
  if (!same || std::isnan(constant_)) return std::nullopt;
  if (kind_ == Kind::kLess && others.kind_ == Kind::kGreaterOrEqual) return Split{slot_, constant_};
  if (kind_ == Kind::kLessOrEqual && others.kind_ == Kind::kGreater) {
    return Split{slot_, std::nextafter(constant_, INFINITY)};
  }
  return std::nullopt;
}

bool PmmlPredicate::Compare(double value) const {
  switch (kind_) {
    case Kind::kEqual:
      return value == constant_;
    case Kind::kNotEqual:
      return value != constant_;
    case Kind::kLess:
      return value < constant_;
    case Kind::kLessOrEqual:
      return value <= constant_;
    case Kind::kGreater:
      return value > constant_;
    case Kind::kGreaterOrEqual:
      return value >= constant_;
    default:
      return std::ranges::binary_search(constants_, value) == (kind_ == Kind::kIsIn);
  }
}

Tristate PmmlPredicate::Compound(std::span<const double> row) const {
  bool unknown = false;
  bool odd = false;
  for (const PmmlPredicate& part : parts_) {
    const Tristate holds = part.Holds(row);
    if (holds == Tristate::kUnknown) {
      unknown = true;
      continue;
    }
    const bool is_true = holds == Tristate::kTrue;
    if (kind_ == Kind::kSurrogate) return holds;
    if (kind_ == Kind::kAnd && !is_true) return Tristate::kFalse;
    if (kind_ == Kind::kOr && is_true) return Tristate::kTrue;
    odd = odd != is_true;
  }
  if (unknown || kind_ == Kind::kSurrogate) return Tristate::kUnknown;
  if (kind_ == Kind::kXor) return odd ? Tristate::kTrue : Tristate::kFalse;
  return kind_ == Kind::kAnd ? Tristate::kTrue : Tristate::kFalse;
}

Result<std::vector<std::string>> PmmlArray(const XmlElement& array) {
  std::vector<std::string> values;
  const std::string_view text = array.text;
  for (size_t i = 0; i < text.size();) {
    if (static_cast<unsigned char>(text[i]) <= ' ') {
      ++i;
      continue;
    }
    std::string& value = values.emplace_back();
    const bool quoted = text[i] == '"';
    if (quoted) ++i;
    while (i < text.size() &&
           (quoted ? text[i] != '"' : static_cast<unsigned char>(text[i]) > ' ')) {
      if (text[i] == '\\' && i + 1 < text.size()) ++i;
      value += text[i++];
    }
    if (!quoted) continue;
    if (i == text.size()) return PmmlError("has an Array with a text that has no end");
    ++i;
  }
  return values;
}

}  // namespace paisql::inference
