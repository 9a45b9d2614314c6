#pragma once

// A subquery that reads columns of the query around it is computed for all of their values at once:
// their domain, which is a definition of a WITH, is joined into the subquery below whatever reads
// it, and every operator above keeps the rows of each value apart. What comes out has the domain's
// columns beside its own and reads nothing outside any more.

#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "engine/spark/lower/columns.h"

namespace paisql::engine::spark {

// The columns of the outer query, and the definition that has each of their values once.
struct Domain {
  int definition = 0;
  Columns columns;
};

class Dependent {
 public:
  // Both live longer than this.
  Dependent(const Domain& domain, Numbers& numbers) : domain_(domain), numbers_(numbers) {}

  // The columns of the result that stand for the domain's, in their order.
  Columns Push(plan::RelationPtr& relation);
  // Why a subquery cannot be computed so.
  const std::optional<Error>& error() const { return error_; }

 private:
  bool Depends(const plan::Relation& relation) const;
  plan::RelationPtr DomainScan();
  Renaming RenamingTo(const Columns& copies) const;
  void Adapt(plan::ExpressionPtr& expression, const Columns& copies);
  void AdaptScans(plan::RelationPtr& relation, const Columns& copies);
  Columns PushFilter(plan::Filter& filter);
  Columns PushProject(plan::Project& project);
  Columns PushAggregate(plan::RelationPtr& relation);
  Columns PushJoin(plan::RelationPtr& relation);
  Columns PushFullJoin(plan::RelationPtr& relation);
  Columns PushSetOperation(plan::SetOperation& operation);
  Columns PushLimit(plan::RelationPtr& relation);
  Columns PushUnnest(plan::Unnest& unnest);
  Columns PushValues(plan::RelationPtr& relation);
  Columns PushWith(plan::With& with);
  Columns PushCteScan(plan::CteScan& scan);
  Columns Refuse(const plan::Relation& relation);

  const Domain& domain_;
  Numbers& numbers_;
  // Definitions inside that depend on the domain, and their own copies of its columns.
  std::unordered_map<int, Columns> definitions_;
  std::optional<Error> error_;
};

Error RefusedSubquery(const SourceRange& range);

}  // namespace paisql::engine::spark
