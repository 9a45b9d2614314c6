#pragma once

// Makes of a plan one that Spark's dialect can say. Subqueries in expressions become joins, with
// SQL's rule for NULL, because neither Spark nor Sail plans all of their forms. Conditions of joins
// keep only what Spark computes itself: a function that the session brings along is not allowed
// there. The columns of the root stay.

#include <functional>

#include "base/error.h"
#include "plan/relation.h"

namespace paisql::engine::spark {

// Whether Spark computes the expression itself.
using SaysItself = std::function<bool(const plan::Expression&)>;

// Fails with a refusal that names what does not run on Spark.
Status Lower(plan::RelationPtr& root, const SaysItself& says_itself);

}  // namespace paisql::engine::spark
