#pragma once

// A subquery whose only ties to the query around it are equalities between its own values and
// those of that query: WHERE inner_value = outer_value. Its rows, or its aggregates, are computed
// once, with the inner sides as further columns (or keys of groups), and joined by these
// equalities. That needs neither the domain of dependent.h nor the outer rows a second time.

#include <vector>

#include "engine/spark/lower/columns.h"

namespace paisql::engine::spark {

// Whether all that the relation reads of the columns around it stands in such equalities, and there
// is one. DOUBLE is not compared so: values that are equal to 15 digits are several keys. A scalar
// has to be an aggregate of all rows, which has a row for no rows, too: with several rows of one
// key it would fail even where no outer row has that key. Elsewhere no such aggregate may stand.
bool IsTied(const plan::Relation& relation, const Columns& outer, bool scalar);

struct Ties {
  std::vector<plan::ExpressionPtr> outer;  // their outer sides
  Columns keys;                            // the inner sides, as columns of the relation
  // Of an aggregate of all rows: its value where no row fits, null where that is NULL.
  plan::ExpressionPtr of_nothing;
};

// Takes the equalities out of a relation for which IsTied is true. An aggregate of all rows becomes
// one of each key.
Ties Untie(plan::RelationPtr& relation, const Columns& outer, Numbers& numbers);

}  // namespace paisql::engine::spark
