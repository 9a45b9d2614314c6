#pragma once

// Which function of a user a call means, and how it is computed.

#include <memory>

#include "functions/function.h"
#include "udf/function_spec.h"

namespace paisql::plan {

struct UserFunctionUse {
  // Call::function points to it. The plan keeps it alive (functions/owned_function.h), also after
  // the user has dropped the function.
  std::shared_ptr<const functions::Function> function;
  std::shared_ptr<const udf::FunctionSpec> spec;

  bool operator==(const UserFunctionUse& other) const {
    return function == other.function && (spec == other.spec || *spec == *other.spec);
  }
};

}  // namespace paisql::plan
