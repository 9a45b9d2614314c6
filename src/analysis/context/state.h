#pragma once

// The state that the parts of one statement's analysis share: fresh ids, visible CTEs, the view
// that is being expanded, limits. Private to this room.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/analyzer.h"
#include "analysis/context/errors.h"
#include "base/limits.h"
#include "base/result.h"
#include "plan/relation.h"
#include "store/versions.h"

namespace paisql::analysis {

// A common table expression while its query is analysed.
struct Cte {
  std::string name;
  int index = 0;
  std::vector<plan::OutputColumn> columns;
  // WITH RECURSIVE, while its own query is analysed: who reads it?
  enum class Own { kNo, kRefused, kAllowed };
  Own own = Own::kNo;
  size_t own_readers = 0;
  size_t expressions_around = 0;  // whose subqueries it stands in: those within may not read it
};

// The visible definitions of WITH by name. An inner definition hides an outer one of its name.
class CteNames {
 public:
  void Push(Cte& cte);
  void Pop();
  size_t size() const { return order_.size(); }
  // Forgets the innermost ones until `size` are left.
  void Cut(size_t size);
  // The innermost one of this name, or null.
  Cte* Find(std::string_view name) const;

 private:
  std::vector<Cte*> order_;  // innermost last
  std::unordered_map<std::string, std::vector<Cte*>> by_name_;
};

class Scope;
struct UserFunction;

// A clause around the subquery that is being analysed. An aggregate over this clause's columns
// alone is its own, where the subquery may not aggregate.
struct OuterClause {
  const Scope* scope = nullptr;
  bool aggregates = false;          // it may have some
  bool* found_aggregate = nullptr;  // set when it got one
};

class State {
 public:
  explicit State(AnalysisContext& context)
      : context(context), names(context.names), variables(context.variables) {}

  plan::ColumnId NewColumn() { return next_column_++; }
  plan::ColumnId& next_column() { return next_column_; }
  int NewCteIndex() { return next_cte_++; }

  plan::OutputColumn Column(std::string name, DataType type) {
    return {NewColumn(), std::move(name), std::move(type)};
  }

  void Warn(const SourceRange& range, std::string text) {
    context.warnings.push_back({range, std::move(text)});
  }

  // Whether the analysis has to end, because the statement's leash did or the errors are many.
  bool Ended(const SourceRange& range) {
    if (context.leash != nullptr && context.leash->Ended()) {
      errors.Stop(context.leash->Reason(range));
    }
    return errors.full();
  }

  // Ends an analysis: gives all errors as one, or the result.
  template <typename T>
  Result<T> Whole(Result<T> result) {
    if (!result.ok()) errors.Add(result.error());
    OrderWarnings();
    PAISQL_TRY(errors.Combined());
    return result;
  }

  const TypeMode& types() const { return context.types; }
  // Asks the use guard, if there is one, unless a view's text uses the object.
  Status CheckUse(const UsedObject& object, const SourceRange& range) const {
    if (context.use_guard == nullptr || within_views > 0) return Status::Ok();
    return (*context.use_guard)(object, range);
  }

  AnalysisContext& context;
  ErrorCollector errors;
  names::Names names;          // a view's text has those of its own project
  const Variables* variables;  // a variable's query sees those of its own place
  CteNames ctes;
  std::vector<OuterClause> outer_clauses;  // innermost last
  std::unordered_set<int> one_row_ctes;    // indexes of definitions that give one row at most
  // Tables that the statement has named so far: each is looked up once and stays as it was then.
  std::unordered_map<std::string, store::Table> tables;
  // Materialized views that are read as they are stored, by their ids.
  std::unordered_set<int64_t> stored_reads;
  // The versions of the tables that it reads at a version, by their ids: listed once.
  std::unordered_map<int64_t, std::vector<store::DataVersion>> versions;
  std::vector<std::string> view_names;  // views that are being expanded, outermost first
  size_t within_views = 0;              // whose text is being analysed: its owner may read
  // Columns of tables, of which the query's reader may not read all: "p.t" and the column's name.
  std::unordered_map<plan::ColumnId, std::pair<std::string, std::string>> forbidden;
  // The functions of the project that were asked for; null for an unknown name.
  std::unordered_map<std::string, std::shared_ptr<const syntax::Definition>> functions;
  // The functions of users that were asked for, by "place.name"; null for an unknown name.
  std::unordered_map<std::string, std::shared_ptr<const UserFunction>> user_functions;
  // Counted against the limits: all depths stay well inside an 8 MiB stack, over which the
  // analysis and the engines recurse. AND, OR and || do not count: their chains become balanced
  // trees.
  size_t query_depth = 0;
  size_t relation_depth = 0;  // of FROM: joins and subqueries around the one at hand
  size_t expression_depth = 0;
  size_t copied_parts = 0;  // of operands that the plan needs more than once
  size_t view_reads = 0;
  size_t subquery_depth = 0;  // of the plans below subqueries in expressions of the current query

 private:
  // By place, and each once: a conversion may be asked for several times.
  void OrderWarnings();

  plan::ColumnId next_column_ = 1;
  int next_cte_ = 1;
};

// Counts a level, or several, while it lives.
class DepthGuard {
 public:
  explicit DepthGuard(size_t& depth, size_t levels = 1) : depth_(depth), levels_(levels) {
    depth_ += levels_;
  }
  ~DepthGuard() { depth_ -= levels_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  size_t& depth_;
  size_t levels_;
};

inline bool IsFailed(const DataType& type) { return type.id() == TypeId::kUnknown; }

// The one column of a relation whose columns are not known because it failed. No user can write
// this name.
inline constexpr std::string_view kOpenColumn = "*";

inline bool IsOpenColumn(const plan::OutputColumn& column) {
  return IsFailed(column.type) && column.name == kOpenColumn;
}

inline bool IsOpen(const std::vector<plan::OutputColumn>& columns) {
  return std::any_of(columns.begin(), columns.end(), IsOpenColumn);
}

// They stand for what failed and are never executed.
plan::ExpressionPtr FailedExpression(const SourceRange& range);
plan::RelationPtr FailedRelation(std::vector<plan::OutputColumn> output);
plan::RelationPtr OpenRelation(State& state);

inline Error SemanticError(const SourceRange& range, std::string detail, std::string hint = "") {
  return {ErrorCode::kSemantic, std::move(detail), range, std::move(hint)};
}

inline Error TooLarge(Limit limit, const SourceRange& range) {
  return LimitError(limit, ErrorCode::kSemantic, range);
}

inline Error UnsupportedError(const SourceRange& range, std::string detail) {
  return {ErrorCode::kUnsupported, std::move(detail), range, ""};
}

// The error for @v that no variable has the name of.
Error UnknownVariable(const State& state, std::string_view name, const SourceRange& range);

}  // namespace paisql::analysis
