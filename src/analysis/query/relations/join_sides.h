#pragma once

// Which side of a join a part of its condition looks at. Defined in join_rules.cpp.

#include <unordered_set>

#include "plan/relation.h"

namespace paisql::analysis {

using ColumnIds = std::unordered_set<plan::ColumnId>;

ColumnIds IdsOf(const plan::Relation& relation);

struct Sides {
  bool left = false;
  bool right = false;
};
Sides SidesOf(const plan::Expression& part, const ColumnIds& left, const ColumnIds& right);

}  // namespace paisql::analysis
