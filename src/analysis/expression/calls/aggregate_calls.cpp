// Aggregates, with FILTER and WITHIN GROUP.

#include <algorithm>

#include <fmt/format.h>

#include "analysis/expression/calls/user_calls.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "base/assert.h"
#include "base/text.h"
#include "functions/flags.h"
#include "plan/traverse.h"

namespace paisql::analysis {

bool NullsFirst(const syntax::SortItem& item) {
  return item.nulls_first.value_or(!item.descending);
}

Result<functions::Resolution> ResolveStar(const functions::Function& function,
                                          const SourceRange& range, const TypeMode& mode) {
  if (function.name != "count") {
    return SemanticError(range, fmt::format("* is not allowed for function {}", function.name),
                         "name a column: only count takes *");
  }
  Result<functions::Resolution> resolved =
      functions::ResolveOverload(function, {DataType(TypeId::kBigint)}, mode);
  if (!resolved.ok()) {
    Error error = std::move(resolved).error();
    error.range = range;
    return error;
  }
  return resolved;
}

std::vector<plan::SortKey> ExpressionAnalyzer::SortKeys(const std::vector<syntax::SortItem>& items,
                                                        bool constants) {
  std::vector<plan::SortKey> keys;
  for (const syntax::SortItem& item : items) {
    plan::ExpressionPtr expression = Analyze(*item.expression);
    if (!state_.errors.Take(ExpectComparable(*expression, "be a key of ORDER BY"))) continue;
    if (!constants && plan::IsConstantExpression(*expression)) continue;
    keys.push_back({std::move(expression), item.descending, NullsFirst(item)});
  }
  return keys;
}

Status ExpressionAnalyzer::CheckWithinGroup(const functions::Function& function,
                                            const syntax::Call& node) {
  if (node.within_group.empty()) return Status::Ok();
  if (function.kind != functions::FunctionKind::kAggregate) {
    return SemanticError(
        node.range, fmt::format("WITHIN GROUP is not allowed for function {}", function.name),
        "WITHIN GROUP belongs to functions whose result depends on an order, such as wm_concat");
  }
  if (node.star)
    return SemanticError(
        node.range, "WITHIN GROUP is not allowed for count(*)",
        "WITHIN GROUP belongs to functions whose result depends on an order, such as wm_concat");
  return Status::Ok();
}

namespace {

// PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a), the form of the standard, is
// PERCENTILE_CONT(a, 0.5); counted from the other end when the order descends.
bool HasStandardForm(const functions::Function& function, const syntax::Call& node) {
  return (function.name == "percentile_cont" || function.name == "percentile_disc") &&
         node.arguments.size() == 1 && node.within_group.size() == 1;
}

Result<plan::ExpressionPtr> FromOtherEnd(const plan::Expression& share) {
  const std::optional<Value> value = Fold(share);
  double number = -1;
  if (value && !value->is_null() && value->type.IsInteger()) {
    number = static_cast<double>(value->as_int());
  }
  if (value && !value->is_null() && value->type.id() == TypeId::kDouble) {
    number = value->as_double();
  }
  if (number < 0 || number > 1) {
    return Error{ErrorCode::kConstantExpected, "a percentile is a constant from 0 to 1",
                 share.range, ""};
  }
  // A negative share is the engine's spelling of it, but there is no negative 0.
  if (number == 0) return MakeConstant(Value::Double(1), share.range);
  return MakeConstant(Value::Double(-number), share.range);
}

}  // namespace

Status ExpressionAnalyzer::AddCounted(const syntax::Star& star,
                                      std::vector<plan::ExpressionPtr>& arguments) const {
  const size_t before = arguments.size();
  std::vector<std::string> names;
  for (const ScopeRelation& relation : scope_.relations()) {
    names.push_back(relation.alias);
    if (star.qualifier && !relation.IsNamed(*star.qualifier)) continue;
    for (const ScopeColumn& column : relation.columns) {
      if (column.named_only || (column.hidden && !star.qualifier)) continue;
      arguments.push_back(MakeColumn(column.column, star.range));
    }
  }
  if (arguments.size() > before) return Status::Ok();
  if (!star.qualifier) return SemanticError(star.range, "* needs a FROM clause", "add FROM");
  return SemanticError(star.qualifier->range,
                       fmt::format("table {} cannot be resolved", star.qualifier->ToString()),
                       DidYouMean(star.qualifier->parts.back().text, names));
}

Result<std::vector<plan::ExpressionPtr>> ExpressionAnalyzer::AggregateArguments(
    const functions::Function& function, const syntax::Call& node) {
  std::vector<plan::ExpressionPtr> arguments;
  for (const syntax::ExpressionPtr& argument : node.arguments) {
    if (argument->kind != syntax::ExpressionKind::kStar) {
      arguments.push_back(Analyze(*argument));
      continue;
    }
    if (function.name != "count") {
      return SemanticError(argument->range,
                           fmt::format("* is not allowed for function {}", function.name),
                           "name a column: only count takes *");
    }
    PAISQL_TRY(AddCounted(syntax::As<syntax::Star>(*argument), arguments));
  }
  return arguments;
}

Status ExpressionAnalyzer::GatherCounted(const functions::Function& function,
                                         const SourceRange& range,
                                         std::vector<plan::ExpressionPtr>& arguments,
                                         plan::ExpressionPtr& filter) {
  constexpr size_t kMostArguments = 4;
  if (function.name != "count" || arguments.size() <= kMostArguments) return Status::Ok();
  std::vector<plan::ExpressionPtr> conditions;
  if (filter) conditions.push_back(std::move(filter));
  for (const plan::ExpressionPtr& argument : arguments) {
    if (IsFailed(argument->type)) return Status::Ok();
    PAISQL_ASSIGN(plan::ExpressionPtr copy, CopyOperand(state_, *argument));
    PAISQL_ASSIGN(conditions.emplace_back(),
                  MakeOperator(state_, "is_not_null", std::move(copy), range));
  }
  PAISQL_ASSIGN(filter, MakeConjunction(state_, std::move(conditions)));
  const functions::Function* const structure = functions::FindFunction("struct");
  PAISQL_ASSERT(structure != nullptr, "there is a function that makes structures");
  PAISQL_ASSIGN(plan::ExpressionPtr row, MakeCall(state_, *structure, std::move(arguments), range));
  arguments.clear();
  arguments.push_back(std::move(row));
  return Status::Ok();
}

Result<std::vector<plan::ExpressionPtr>> ExpressionAnalyzer::OrderedArguments(
    const functions::Function& function, const syntax::Call& node,
    std::vector<plan::SortKey>& keys) {
  PAISQL_ASSIGN(std::vector<plan::ExpressionPtr> arguments, AggregateArguments(function, node));
  keys = SortKeys(node.within_group);
  if (HasStandardForm(function, node) && keys.size() == 1) {
    if (keys[0].descending) {
      PAISQL_ASSIGN(arguments[0], FromOtherEnd(*arguments[0]));
    }
    arguments.insert(arguments.begin(), std::move(keys[0].expression));
    keys.clear();
  }
  if (!function.flags->order_sensitive) keys.clear();
  for (const plan::SortKey& key : keys) {
    const bool is_argument =
        std::any_of(arguments.begin(), arguments.end(), [&](const plan::ExpressionPtr& argument) {
          return plan::StructurallyEqual(*argument, *key.expression);
        });
    if (node.distinct && !is_argument) {
      return SemanticError(key.expression->range,
                           "WITHIN GROUP together with DISTINCT orders by an argument only");
    }
  }
  return arguments;
}

Result<ExpressionAnalyzer::AggregateMeaning> ExpressionAnalyzer::ResolveAggregate(
    const functions::Function& function, const syntax::Call& node, const UserFunction* user,
    std::vector<plan::ExpressionPtr>& arguments) {
  if (user == nullptr) {
    PAISQL_ASSIGN(functions::Resolution resolved,
                  node.star ? ResolveStar(function, node.range, state_.types())
                            : ResolveCall(state_, function, arguments, node.range));
    return AggregateMeaning{
        resolved.overload, std::move(resolved.result), std::move(resolved.argument_types), {}};
  }
  AggregateMeaning meaning;
  meaning.overload = function.overloads.data();
  for (const plan::ExpressionPtr& argument : arguments) {
    if (!IsFailed(argument->type)) continue;
    state_.errors.NoteFailedUse();
    meaning.type = argument->type;
    return meaning;
  }
  PAISQL_ASSIGN(auto use, UseUserFunction(state_, *user, arguments, node.range));
  meaning.type = use->spec->results.front();
  meaning.argument_types = use->spec->arguments;
  meaning.made_by = std::move(use);
  return meaning;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::AggregateCall(const functions::Function& function,
                                                              const syntax::Call& node,
                                                              const UserFunction* user) {
  if (inside_aggregate_) {
    return SemanticError(node.range,
                         fmt::format("aggregate function {} may not stand inside "
                                     "another aggregate function",
                                     function.name),
                         "aggregate in a subquery first");
  }
  const auto not_allowed = [&] {
    return SemanticError(
        node.range,
        fmt::format("aggregate function {} is not allowed in {}", function.name, rules_.name),
        rules_.name == "WHERE" ? "conditions on aggregates belong into HAVING" : "");
  };
  if (!rules_.aggregates && state_.outer_clauses.empty()) return not_allowed();
  PAISQL_TRY(CheckWithinGroup(function, node));
  if (node.ignore_nulls) {
    return UnsupportedError(node.range, fmt::format("IGNORE NULLS of aggregate function {} is not "
                                                    "supported without OVER",
                                                    function.name));
  }
  inside_aggregate_ = true;
  const auto analyze_parts = [&]() -> Result<plan::ExpressionPtr> {
    auto aggregate = std::make_unique<plan::Aggregate>(&function, nullptr, TypeId::kUnknown);
    aggregate->star = node.star;
    aggregate->distinct = node.distinct;
    PAISQL_ASSIGN(aggregate->arguments, OrderedArguments(function, node, aggregate->order_by));
    aggregate->range = node.range;
    if (node.filter) aggregate->filter = AnalyzeBoolean(*node.filter);
    if (user == nullptr) {
      PAISQL_TRY(GatherCounted(function, node.range, aggregate->arguments, aggregate->filter));
    }
    PAISQL_ASSIGN(AggregateMeaning meaning,
                  ResolveAggregate(function, node, user, aggregate->arguments));
    for (size_t i = 0; i < aggregate->arguments.size() && node.distinct; ++i) {
      PAISQL_TRY(ExpectComparable(*aggregate->arguments[i], "be counted by DISTINCT"));
    }
    aggregate->overload = meaning.overload;
    aggregate->type = std::move(meaning.type);
    aggregate->made_by = std::move(meaning.made_by);
    return plan::ExpressionPtr(std::move(aggregate));
  };
  Result<plan::ExpressionPtr> result = analyze_parts();
  inside_aggregate_ = false;
  if (rules_.aggregates) {
    found_aggregate_ = true;
  } else if (result.ok() && !BelongsToOuterClause(**result)) {
    return not_allowed();
  }
  return result;
}

bool ExpressionAnalyzer::BelongsToOuterClause(const plan::Expression& aggregate) const {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(aggregate, columns);
  if (columns.empty()) return false;
  for (size_t i = state_.outer_clauses.size(); i-- > 0;) {
    const OuterClause& clause = state_.outer_clauses[i];
    const bool owns = std::all_of(columns.begin(), columns.end(), [&](plan::ColumnId column) {
      return clause.scope->Owns(column);
    });
    if (!owns) continue;
    if (clause.aggregates) *clause.found_aggregate = true;
    return clause.aggregates;
  }
  return false;
}

}  // namespace paisql::analysis
