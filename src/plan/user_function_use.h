#pragma once

// Which function of a user a call means.

#include <memory>

#include "functions/function.h"

namespace paisql::plan {

struct UserFunctionUse {
  // Call::function points to it. The plan keeps it alive (functions/owned_function.h), also after
  // the user has dropped the function.
  std::shared_ptr<const functions::Function> function;

  bool operator==(const UserFunctionUse&) const = default;
};

}  // namespace paisql::plan
