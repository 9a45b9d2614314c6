#pragma once

// Where in its statement a query failed while it ran. Engines know no places, so the plan is
// searched for what can have raised the error. Private to this room.

#include "base/error.h"
#include "plan/relation.h"

namespace paisql::execution {

// The error with the place of the call, conversion or subquery that raised it, if there is exactly
// one in the plan that can have done so; else as it is.
Error WithFailedPlace(const plan::Relation& root, Error error);

}  // namespace paisql::execution
