#pragma once

// A part of a plan that runs by itself: the definitions of WITH that it reads stand around it.

#include <unordered_map>

#include "engine/bindings.h"
#include "engine/report.h"
#include "plan/relation.h"

namespace paisql::execution {

class StandAlone {
 public:
  // `bindings` gets what the new plan reads. A part that reads no definition is its own plan; for
  // others it is a copy, so that the whole plan stays as it is.
  StandAlone(const plan::Relation& root, const plan::Relation& part, engine::Bindings& bindings);

  const plan::Relation& plan() const { return copy_ ? *copy_ : part_; }
  // A report of plan() as one of the part.
  engine::ExecutionReport OfPart(engine::ExecutionReport report) const;

 private:
  const plan::Relation& part_;
  plan::RelationPtr copy_;  // null: the part itself
  std::unordered_map<const plan::Relation*, const plan::Relation*> originals_;
};

}  // namespace paisql::execution
