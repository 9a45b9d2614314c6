#pragma once

// What the arguments of one overload bind: its type variables, and the costs by which overloads
// compete. Private to this room.

#include <map>
#include <optional>

#include "functions/function.h"

namespace paisql::functions {

class Binder {
 public:
  // Both outlive the binder.
  Binder(const FunctionFlags& flags, const TypeMode& mode) : flags_(&flags), mode_(&mode) {}

  int cost() const { return cost_; }

  // First pass: collects what the variables meet in, and adds the costs. False when the argument
  // does not fit.
  bool Accept(const Parameter& parameter, const DataType& argument);

  // Second pass: the type to which the argument converts.
  DataType Target(const Parameter& parameter, const DataType& argument) const;

  // The parameter's type with the variables as they are bound; VOID for one that nothing has bound.
  DataType TypeOf(const Parameter& parameter) const;

 private:
  bool Add(std::optional<int> cost);
  bool Bind(char variable, const DataType& argument);
  bool AcceptParts(const Parameter& parameter, const DataType& argument, TypeId id);

  const FunctionFlags* flags_;
  const TypeMode* mode_;
  int cost_ = 0;
  std::map<char, DataType> variables_;
};

// The parameter that takes the argument with this index: the last one may repeat.
const Parameter& ParameterAt(const Signature& signature, size_t index);
bool TakesCount(const Signature& signature, size_t count);

// "function dateadd needs 3 parameters, actually have 2".
Error CountError(const Function& function, size_t actual, const TypeMode& mode);
// "function substr has no matching overload with (STRING, STRING), candidates are …".
Error TypeError(const Function& function, const std::vector<std::string>& argument_types,
                const TypeMode& mode);

}  // namespace paisql::functions
