#include "functions/resolve/binder.h"
#include "functions/flags.h"
#include "functions/resolve/known_signature.h"

#include <algorithm>

#include "types/decimal_rules.h"

namespace paisql::functions {
namespace {

// The costs of conversions when overloads compete. Only the order matters: equal types, widening
// within a family, a number to a wider kind, text to number, anything to text, a parameter that
// takes every type.
constexpr int kSame = 0;
constexpr int kWidening = 1;
constexpr int kFromNull = 1;
constexpr int kOtherTemporal = 3;
constexpr int kToFloat = 9;
constexpr int kToDouble = 10;
constexpr int kToDecimal = 12;
constexpr int kTextToDouble = 20;
constexpr int kTextToDecimal = 25;
constexpr int kTextToOther = 30;
constexpr int kNarrowing = 35;
constexpr int kToText = 40;
constexpr int kAnything = 50;

int IntegerDistance(TypeId from, TypeId to) {
  return static_cast<int>(to) - static_cast<int>(from);
}

// The cost of an argument for a parameter of a plain type; nullopt when it does not fit.
std::optional<int> PlainCost(const DataType& from, const DataType& to, const FunctionFlags& flags,
                             const TypeMode& mode) {
  if (from.id() == TypeId::kVoid) return kFromNull;
  if (from == to) return kSame;
  const bool to_instant = to.id() == TypeId::kDatetime || to.id() == TypeId::kTimestamp;
  if (from.IsTemporal() && to_instant && !flags.keeps_family) {
    // Functions are declared on DATETIME: the other kinds of time are let in, the nearest at the
    // least cost.
    if (from.id() == TypeId::kDate) return kOtherTemporal - 1;
    return to.id() == TypeId::kDatetime ? kOtherTemporal + 1 : kOtherTemporal;
  }
  // No other place converts it by itself.
  const bool decimal_to_double = from.id() == TypeId::kDecimal && to.id() == TypeId::kDouble;
  if (decimal_to_double && flags.in_double) return kNarrowing;
  const ConversionKind kind = Conversion(from, to, mode);
  if (kind == ConversionKind::kSame) return kSame;
  if (kind != ConversionKind::kImplicit) return std::nullopt;
  if (from.IsText() && to.IsText()) return kWidening;
  if (from.IsInteger() && to.IsInteger() && IntegerDistance(from.id(), to.id()) > 0) {
    return IntegerDistance(from.id(), to.id());
  }
  if (flags.keeps_family) return std::nullopt;
  if (to.IsText()) return kToText;
  if (from.IsText()) {
    if (to.id() == TypeId::kDouble) return kTextToDouble;
    return to.id() == TypeId::kDecimal ? kTextToDecimal : kTextToOther;
  }
  if (to.IsInteger()) return kNarrowing;
  if (to.id() == TypeId::kFloat) return kToFloat;
  if (to.id() == TypeId::kDouble) return from.id() == TypeId::kFloat ? kWidening : kToDouble;
  return to.id() == TypeId::kDecimal ? kToDecimal : kWidening;
}

}  // namespace

size_t MinimumArguments(const Signature& signature) {
  const size_t count = signature.parameters.size();
  const bool optional_last =
      count > 0 && signature.parameters.back().repeat == Parameter::Repeat::kAny;
  return optional_last ? count - 1 : count;
}

bool IsVariadic(const Signature& signature) {
  return !signature.parameters.empty() &&
         signature.parameters.back().repeat != Parameter::Repeat::kOnce;
}

bool SameFamily(const DataType& left, const DataType& right) {
  if (left.id() == TypeId::kVoid || right.id() == TypeId::kVoid) return true;
  return left.id() == right.id() || (left.IsNumeric() && right.IsNumeric()) ||
         (left.IsText() && right.IsText()) || (left.IsTemporal() && right.IsTemporal());
}

bool Binder::Accept(const Parameter& parameter, const DataType& argument) {
  switch (parameter.form) {
    case Parameter::Form::kAny:
      cost_ += kAnything;
      return true;
    case Parameter::Form::kVariable:
      return Bind(parameter.variable, argument);
    case Parameter::Form::kAnyDecimal:
      return Add(PlainCost(argument, AsDecimal(argument), *flags_, *mode_));
    case Parameter::Form::kType:
      return Add(PlainCost(argument, parameter.type, *flags_, *mode_));
    case Parameter::Form::kArray:
      return AcceptParts(parameter, argument, TypeId::kArray);
    case Parameter::Form::kMap:
      return AcceptParts(parameter, argument, TypeId::kMap);
    case Parameter::Form::kStruct:
    case Parameter::Form::kLambda:
      return false;
  }
  return false;
}

DataType Binder::Target(const Parameter& parameter, const DataType& argument) const {
  switch (parameter.form) {
    case Parameter::Form::kAny:
      return argument;
    case Parameter::Form::kAnyDecimal:
      return AsDecimal(argument);
    default:
      return TypeOf(parameter);
  }
}

DataType Binder::TypeOf(const Parameter& parameter) const {
  switch (parameter.form) {
    case Parameter::Form::kVariable: {
      const auto bound = variables_.find(parameter.variable);
      return bound == variables_.end() ? DataType(TypeId::kVoid) : bound->second;
    }
    case Parameter::Form::kArray:
      return DataType::Array(TypeOf(parameter.parts[0]));
    case Parameter::Form::kMap:
      return DataType::Map(TypeOf(parameter.parts[0]), TypeOf(parameter.parts[1]));
    case Parameter::Form::kStruct: {
      std::vector<DataType> types;
      for (const Parameter& part : parameter.parts) types.push_back(TypeOf(part));
      return DataType::Struct(parameter.names, std::move(types));
    }
    default:
      return parameter.type;
  }
}

bool Binder::Add(std::optional<int> cost) {
  cost_ += cost.value_or(0);
  return cost.has_value();
}

bool Binder::Bind(char variable, const DataType& argument) {
  const auto [bound, is_new] = variables_.try_emplace(variable, argument);
  if (is_new) return true;
  if (flags_->keeps_family && !SameFamily(bound->second, argument)) return false;
  const std::optional<DataType> met = flags_->compares
                                          ? ComparisonType(bound->second, argument, *mode_)
                                          : CommonType(bound->second, argument, *mode_);
  if (!met.has_value()) return false;
  if (!(*met == bound->second) || !(*met == argument)) cost_ += kWidening;
  bound->second = *met;
  return true;
}

bool Binder::AcceptParts(const Parameter& parameter, const DataType& argument, TypeId id) {
  if (argument.id() == TypeId::kVoid) {
    cost_ += kToDouble;  // a NULL is sooner a plain value than a collection
    return true;
  }
  if (argument.id() != id) return false;
  for (size_t i = 0; i < parameter.parts.size(); ++i) {
    const bool wants_text =
        parameter.parts[i].form == Parameter::Form::kType && parameter.parts[i].type.IsText();
    if (flags_->keeps_elements && wants_text &&
        !SameFamily(argument.fields()[i], TypeId::kString)) {
      return false;
    }
    if (!Accept(parameter.parts[i], argument.fields()[i])) return false;
  }
  return true;
}

const Parameter& ParameterAt(const Signature& signature, size_t index) {
  return signature.parameters[std::min(index, signature.parameters.size() - 1)];
}

bool TakesCount(const Signature& signature, size_t count) {
  if (IsVariadic(signature)) return count >= MinimumArguments(signature);
  return count == signature.parameters.size();
}

}  // namespace paisql::functions
