#pragma once

// Expressions of one clause: names, types, overloads, subqueries, windows. One analyser serves one
// clause of one query, because what a name means and what may stand there differ by clause.

#include <string_view>
#include <vector>

#include "analysis/context/state.h"
#include "analysis/expression/coercion.h"
#include "analysis/expression/scope.h"
#include "syntax/query.h"

namespace paisql::analysis {

// The expressions that a clause allows.
struct ClauseRules {
  std::string_view name;  // "WHERE", for messages
  bool aggregates = false;
  bool windows = false;
  bool grouping_functions = false;  // GROUPING, GROUPING_ID, GROUPING__ID
  bool subqueries = true;
  const std::vector<syntax::NamedWindow>* named_windows = nullptr;
};

// GROUPING__ID until the group keys are known (group_by.cpp replaces it). GROUPING(…) and
// GROUPING_ID(…) are until then calls without a function.
inline constexpr plan::ColumnId kGroupingIdColumn = -1;

class ExpressionAnalyzer {
 public:
  ExpressionAnalyzer(State& state, const Scope& scope, ClauseRules rules)
      : state_(state), scope_(scope), rules_(rules) {}

  // Never fails: what cannot be analysed leaves its errors with the state's collector and becomes a
  // constant of unknown type (IsFailed), as does whatever has such a part.
  plan::ExpressionPtr Analyze(const syntax::Expression& expression);
  plan::ExpressionPtr AnalyzeBoolean(const syntax::Expression& expression);

  // True when one of the expressions so far was an aggregate (not inside a subquery).
  bool found_aggregate() const { return found_aggregate_; }
  bool found_window() const { return found_window_; }
  // True when one of them was GROUPING, GROUPING_ID or GROUPING__ID: they have a meaning only once
  // the keys are known.
  bool found_grouping() const { return found_grouping_; }

 private:
  Result<plan::ExpressionPtr> Dispatch(const syntax::Expression& expression);
  std::vector<plan::ExpressionPtr> AnalyzeAll(
      const std::vector<syntax::ExpressionPtr>& expressions);
  // The expression, or its error is kept and it is a failed one.
  plan::ExpressionPtr Settle(Result<plan::ExpressionPtr> made, const SourceRange& range);

  // names.cpp
  Result<plan::ExpressionPtr> Column(const syntax::ColumnName& node);
  Result<plan::ExpressionPtr> Fields(plan::ExpressionPtr base, const syntax::QualifiedName& name,
                                     size_t first_field);
  Result<plan::ExpressionPtr> Subscript(const syntax::Subscript& node);
  Result<plan::ExpressionPtr> Variable(const syntax::Variable& node);
  Result<plan::ExpressionPtr> Literal(const syntax::Literal& node);
  Result<plan::ExpressionPtr> Interval(const syntax::IntervalLiteral& node);

  // operators.cpp
  Result<plan::ExpressionPtr> Unary(const syntax::Unary& node);
  Result<plan::ExpressionPtr> Binary(const syntax::Binary& root);
  Result<plan::ExpressionPtr> Combine(const syntax::Binary& node, plan::ExpressionPtr left,
                                      plan::ExpressionPtr right);
  Result<plan::ExpressionPtr> BalancedChain(const syntax::Binary& node,
                                            std::vector<plan::ExpressionPtr>& terms, size_t begin,
                                            size_t end);
  Result<plan::ExpressionPtr> Arithmetic(char op, const syntax::Binary& node,
                                         plan::ExpressionPtr left, plan::ExpressionPtr right);
  Result<plan::ExpressionPtr> Like(const syntax::Binary& node, plan::ExpressionPtr left,
                                   plan::ExpressionPtr right);
  Result<plan::ExpressionPtr> Match(std::string_view word,
                                    std::vector<plan::ExpressionPtr> arguments,
                                    const SourceRange& range);
  Result<plan::ExpressionPtr> Not(plan::ExpressionPtr operand, const SourceRange& range);
  // predicates.cpp
  Result<plan::ExpressionPtr> Between(const syntax::Between& node);
  Result<plan::ExpressionPtr> InList(const syntax::InList& node);
  Result<plan::ExpressionPtr> LikeList(const syntax::LikeList& node);
  Result<plan::ExpressionPtr> Is(const syntax::Is& node);
  Result<plan::ExpressionPtr> Case(const syntax::Case& node);
  Result<plan::ExpressionPtr> Cast(const syntax::Cast& node);

  // calls.cpp, aggregate_calls.cpp, window_calls.cpp
  Result<plan::ExpressionPtr> Call(const syntax::Call& node);
  Result<plan::ExpressionPtr> ScalarCall(const functions::Function& function,
                                         const syntax::Call& node);
  // Of a function that a user has written in Python.
  Result<plan::ExpressionPtr> UserCall(const UserFunction& function, const syntax::Call& node);
  Result<plan::ExpressionPtr> UserAggregateCall(const UserFunction& function,
                                                const syntax::Call& node);
  Result<plan::ExpressionPtr> CallWithConstants(const functions::Function& function,
                                                const syntax::Call& node);
  // analysis/query/definition_calls.cpp: a call of an SQL function, null for an unknown name; the
  // name of the function that a parameter holds, for @f(…).
  Result<plan::ExpressionPtr> DefinitionCall(const std::string& name, const syntax::Call& node);
  Result<const analysis::Variable*> FunctionOfParameter(const syntax::Call& node) const;
  Result<plan::ExpressionPtr> LambdaOfParameter(const analysis::Variable& held,
                                                const syntax::Call& node);
  // lambda_calls.cpp
  Result<plan::ExpressionPtr> LambdaCall(const functions::Function& function,
                                         const syntax::Call& node);
  plan::ExpressionPtr LambdaBody(const syntax::Lambda& node, plan::Lambda& lambda,
                                 const std::vector<DataType>& types);
  Result<plan::ExpressionPtr> GroupingCall(const syntax::Call& node);
  // Whether GROUPING and its relatives, here by `name`, may stand at this place.
  Status ExpectGroupingAllowed(std::string_view name, const SourceRange& range) const;
  // `user` where the function is one of a user's, null else.
  Result<plan::ExpressionPtr> AggregateCall(const functions::Function& function,
                                            const syntax::Call& node,
                                            const UserFunction* user = nullptr);
  // What the call of an aggregate or a window is, apart from its clauses; the arguments get the
  // types that it takes.
  struct AggregateMeaning {
    const functions::Overload* overload = nullptr;
    DataType type;
    std::vector<DataType> argument_types;
    plan::MadeBy made_by;
  };
  Result<AggregateMeaning> ResolveAggregate(const functions::Function& function,
                                            const syntax::Call& node, const UserFunction* user,
                                            std::vector<plan::ExpressionPtr>& arguments);
  static Status CheckWithinGroup(const functions::Function& function, const syntax::Call& node);
  // count(t.*) and count(DISTINCT *) count by all columns.
  Result<std::vector<plan::ExpressionPtr>> AggregateArguments(const functions::Function& function,
                                                              const syntax::Call& node);
  Status AddCounted(const syntax::Star& star, std::vector<plan::ExpressionPtr>& arguments) const;
  // More arguments of count than its overloads have become one structure, counted where none of
  // them is NULL.
  Status GatherCounted(const functions::Function& function, const SourceRange& range,
                       std::vector<plan::ExpressionPtr>& arguments, plan::ExpressionPtr& filter);
  // The arguments of an aggregate, and the keys of its WITHIN GROUP where the order matters.
  Result<std::vector<plan::ExpressionPtr>> OrderedArguments(const functions::Function& function,
                                                            const syntax::Call& node,
                                                            std::vector<plan::SortKey>& keys);
  Result<plan::ExpressionPtr> WindowCall(const functions::Function& function,
                                         const syntax::Call& node,
                                         const UserFunction* user = nullptr);
  Result<const syntax::WindowSpecification*> NamedWindow(const syntax::Identifier& name);
  Status WindowParts(const syntax::WindowSpecification& specification, plan::Window& window,
                     int depth);
  Status WindowFrame(const syntax::WindowSpecification& specification, plan::Window& window);
  Result<plan::FrameBound> Bound(const syntax::FrameBound& bound, const SourceRange& range,
                                 const plan::Window& window, plan::FrameUnit unit);
  // Constants order nothing and are left out, unless they are asked for.
  std::vector<plan::SortKey> SortKeys(const std::vector<syntax::SortItem>& items,
                                      bool constants = false);

  // Whether an aggregate in a clause without aggregates is one of a query around it.
  bool BelongsToOuterClause(const plan::Expression& aggregate) const;

  // subqueries.cpp
  Result<plan::RelationPtr> Subquery(const syntax::Query& query);
  Result<plan::ExpressionPtr> ScalarSubquery(const syntax::ScalarSubquery& node);
  Result<plan::ExpressionPtr> Exists(const syntax::Exists& node);
  Result<plan::ExpressionPtr> InSubquery(const syntax::InSubquery& node);

  State& state_;
  const Scope& scope_;
  ClauseRules rules_;
  bool found_aggregate_ = false;
  bool found_window_ = false;
  bool found_grouping_ = false;
  bool inside_aggregate_ = false;
  bool inside_window_ = false;
};

// base.field; kSemantic where base is not a STRUCT or has no such field.
Result<plan::ExpressionPtr> FieldOf(plan::ExpressionPtr base, const syntax::Identifier& field);

// CAST(operand AS type) as a user writes it; kInvalidArgumentType when there is no such conversion.
Result<plan::ExpressionPtr> ExplicitCast(State& state, plan::ExpressionPtr operand,
                                         const DataType& type, const SourceRange& range);

// The type as the settings read it: INT of edition 1.0 is BIGINT, edition 2.0's types may be
// switched off, unknown names get "did you mean".
Result<DataType> ResolveTypeName(State& state, const syntax::TypeName& name);

// kSemantic where the settings switch the type off: literals of such types are refused as well.
Status ExpectEnabled(const State& state, const DataType& type, const SourceRange& range);

// The overload and arguments of an aggregate call. count(*) takes the overload for one argument of
// any type and has none; the plan's `star` says so.
Result<functions::Resolution> ResolveStar(const functions::Function& function,
                                          const SourceRange& range, const TypeMode& mode);

// NULL is the smallest value: first when ascending, last when descending, unless written otherwise.
bool NullsFirst(const syntax::SortItem& item);

}  // namespace paisql::analysis
