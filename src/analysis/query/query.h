#pragma once

// Queries: WITH, set operations, SELECT, VALUES and the trailing clauses, each to a relation whose
// output is the query's columns. Private to this room.

#include "analysis/context/state.h"
#include "analysis/expression/scope.h"
#include "syntax/query.h"

namespace paisql::analysis {

// `outer` is the enclosing query's scope for correlated subqueries, else null.
Result<plan::RelationPtr> QueryRelation(State& state, const syntax::Query& query,
                                        const Scope* outer);

// A query inside an expression; its plan counts as deep as it is below the expression's query.
Result<plan::RelationPtr> SubqueryRelation(State& state, const syntax::Query& query,
                                           const Scope* outer);

// One SELECT. `trailing` gives ORDER BY, LIMIT and the like (null: none), because ORDER BY may name
// input columns that the select list leaves out. `source` stands for a missing FROM in a
// multi-insert, else null.
Result<plan::RelationPtr> SelectRelation(State& state, const syntax::Select& select,
                                         const syntax::Query* trailing,
                                         const syntax::Relation* source, const Scope* outer);

// The rows of `input` sent through the script.
Result<plan::RelationPtr> TransformRelation(State& state, const syntax::Transform& transform,
                                            plan::RelationPtr input);

// A branch of a multi-insert: a SELECT without FROM, or whose FROM (LATERAL VIEW) holds `source`.
Result<plan::RelationPtr> QueryOverSource(State& state, const syntax::Query& query,
                                          const syntax::Relation& source);

// ORDER BY, LIMIT and the like over a relation whose columns alone are visible.
Result<plan::RelationPtr> ApplyTrailing(State& state, const syntax::Query& query,
                                        plan::RelationPtr input, const Scope* outer);

// Rules of the trailing clauses that need no names: ORDER BY with LIMIT, not with DISTRIBUTE BY.
Status CheckTrailing(const State& state, const syntax::Query& query);

// LIMIT and OFFSET over the input; the input itself when there is neither.
Result<plan::RelationPtr> ApplyLimit(State& state, const syntax::Query& query,
                                     plan::RelationPtr input);

Result<plan::RelationPtr> ValuesRelation(State& state, const syntax::ValuesRelation& values,
                                         const Scope* outer);

Result<plan::RelationPtr> SetOperationRelation(State& state, const syntax::SetOperation& operation,
                                               const syntax::Query* trailing, const Scope* outer);
Result<plan::RelationPtr> BodyRelation(State& state, const syntax::QueryBody& body,
                                       const syntax::Query* trailing, const Scope* outer);

// A relation that gives input's columns in the wanted types and names, the input itself when it
// does already. The conversions are known to be allowed.
plan::RelationPtr ConvertColumns(State& state, plan::RelationPtr input,
                                 const std::vector<DataType>& types);

// Where the i-th column of the relation was written, as far as that can be told.
SourceRange ColumnRange(const plan::Relation& relation, size_t column);

// The name of a definition in its own query, visible while the object lives.
class OwnName {
 public:
  OwnName(State& state, Cte& cte) : state_(state) { state_.ctes.Push(cte); }
  ~OwnName() { state_.ctes.Pop(); }
  OwnName(const OwnName&) = delete;
  OwnName& operator=(const OwnName&) = delete;

 private:
  State& state_;
};

// Definitions of WITH, visible while the object lives.
class CteScope {
 public:
  explicit CteScope(State& state) : state_(state), previous_(state.ctes.size()) {}
  ~CteScope() { state_.ctes.Cut(previous_); }
  CteScope(const CteScope&) = delete;
  CteScope& operator=(const CteScope&) = delete;

  // `outer`: of a WITH inside an expression, what the query around it may name.
  void Define(const std::vector<syntax::CommonTableExpression>& with, const Scope* outer);
  // One that no name finds, but those who have it. It stays as long as the object.
  const Cte& Add(std::string name, plan::RelationPtr relation);
  // Puts the definitions that are needed around the body: one that is read once takes its reader's
  // place.
  plan::RelationPtr Wrap(plan::RelationPtr body);

 private:
  Result<plan::RelationPtr> Definition(const syntax::CommonTableExpression& entry,
                                       const Scope* outer);
  // recursion.cpp
  Result<plan::RelationPtr> Recursion(const syntax::CommonTableExpression& entry,
                                      const Scope* outer);

  State& state_;
  size_t previous_;
  std::vector<std::unique_ptr<Cte>> definitions_;
  std::vector<plan::RelationPtr> relations_;
};

}  // namespace paisql::analysis
