#pragma once

// An error of a running plan, and which parts of the plan can have raised it. Where they stand in
// the statement is found in the plan (failure_places.h).

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace paisql::engine {

// The parts of a plan that can have raised an error.
struct FailureOrigin {
  enum class Kind {
    kUnknown,
    kFunction,     // the function or operator `name`
    kInside,       // the operator `name`, or a function that is made of more than one
    kCast,         // a conversion
    kCastInside,   // a conversion, or a function that is made of more than one operator
    kSubquery,     // a scalar subquery
    kAnyFunction,  // an error that nobody has foreseen
  };
  Kind kind = Kind::kUnknown;
  std::string name;
};

struct Failure {
  Error error;
  FailureOrigin origin;
};

// {"code", "message", "hint", "raised_by", "name"}: a failure on its way to another process.
std::string FailureJson(const Failure& failure);
// nullopt for a text that is not one.
std::optional<Failure> FailureFromJson(std::string_view text);

}  // namespace paisql::engine
