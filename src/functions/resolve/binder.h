#pragma once

// The bindings of one overload's arguments: its type variables, and the costs by which overloads
// compete; the errors when none fits. Private to this room.

#include <map>
#include <optional>

#include "functions/function.h"

namespace paisql::functions {

// One argument as it is known before any lambda's body.
struct CallArgument {
  DataType type;           // not of a lambda
  bool is_lambda = false;  // written as one
  size_t width = 0;        // its parameters
  // A bare name that may stand for a function: a lambda where the overload wants one.
  bool may_be_function = false;
};

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

size_t MinimumArguments(const Signature& signature);
bool IsVariadic(const Signature& signature);

// Both are numbers, or texts, or times, or of one kind; a NULL is of every family.
bool SameFamily(const DataType& left, const DataType& right);

// "function dateadd needs 3 parameters, actually have 2", "… needs at least 2, at most 3
// parameters, …": the overloads that the mode has.
Error CountError(const Function& function, size_t actual, const TypeMode& mode);
// "function substr cannot match any overloaded functions with (STRING, STRING), candidates are
// STRING SUBSTR(STRING arg0, BIGINT arg1); …", or what a generic parameter expects. The texts and
// codes are the platform's.
Error TypeError(const Function& function, const std::vector<CallArgument>& arguments,
                const TypeMode& mode);

}  // namespace paisql::functions
