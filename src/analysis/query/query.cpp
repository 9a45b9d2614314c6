#include "analysis/query/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analysis/expression/constants.h"
#include "analysis/expression/expressions.h"
#include "plan/traverse.h"

namespace paisql::analysis {

Status CheckTrailing(const State& state, const syntax::Query& query) {
  const bool distributed =
      !query.distribute_by.empty() || !query.sort_by.empty() || !query.cluster_by.empty();
  if (!query.order_by.empty() && distributed) {
    return SemanticError(query.distribution_range,
                         "ORDER BY cannot be used together with DISTRIBUTE BY, SORT BY or CLUSTER "
                         "BY",
                         "ORDER BY sorts everything: leave the other out");
  }
  if (!query.cluster_by.empty() && (!query.distribute_by.empty() || !query.sort_by.empty())) {
    return SemanticError(query.distribution_range,
                         "CLUSTER BY cannot be used together with DISTRIBUTE BY or SORT BY",
                         "CLUSTER BY a is DISTRIBUTE BY a SORT BY a");
  }
  if (!query.order_by.empty() && !query.limit && state.context.order_by_needs_limit) {
    return SemanticError(query.order_by_range,
                         "ORDER BY must be used with a LIMIT clause, please set "
                         "odps.sql.validate.orderby.limit=false to use it.",
                         "add LIMIT, or SET odps.sql.validate.orderby.limit=false;");
  }
  return Status::Ok();
}

namespace {

Result<int64_t> RowCount(State& state, const syntax::Expression& expression,
                         std::string_view clause) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = clause});
  plan::ExpressionPtr count = analyzer.Analyze(expression);
  if (IsFailed(count->type)) return int64_t{0};
  const std::optional<Value> value = Fold(*count);
  if (!value || value->is_null() || !value->type.IsInteger() || value->as_int() < 0) {
    return SemanticError(expression.range,
                         fmt::format("{} needs a constant that is not negative", clause),
                         "write a number");
  }
  return value->as_int();
}

}  // namespace

Result<plan::RelationPtr> ApplyLimit(State& state, const syntax::Query& query,
                                     plan::RelationPtr input) {
  if (!query.limit && !query.offset) return input;
  auto limit = std::make_unique<plan::Limit>();
  if (query.limit) {
    const auto count = state.errors.TakeValue(RowCount(state, *query.limit, "LIMIT"));
    limit->count = count.value_or(0);
  }
  if (query.offset) {
    PAISQL_ASSIGN(limit->offset, RowCount(state, *query.offset, "OFFSET"));
  }
  limit->output = input->output;
  limit->range = query.range;
  limit->input = std::move(input);
  return plan::RelationPtr(std::move(limit));
}

Result<plan::RelationPtr> ApplyTrailing(State& state, const syntax::Query& query,
                                        plan::RelationPtr input, const Scope* outer) {
  state.errors.Take(CheckTrailing(state, query));
  std::vector<ScopeRelation> relations;
  relations.push_back({"", "", ToScopeColumns(input->output)});
  const Scope scope(outer, std::move(relations));
  auto sort = std::make_unique<plan::Sort>();
  const auto add_key = [&](const syntax::Expression& expression, bool descending, bool nulls_first,
                           std::string_view clause) -> Status {
    if (state.context.order_by_position && expression.kind == syntax::ExpressionKind::kLiteral) {
      const auto& literal = syntax::As<syntax::Literal>(expression);
      if (literal.literal == syntax::LiteralKind::kInteger) {
        PAISQL_ASSIGN(Value value, LiteralValue(literal, false, state.types()));
        const std::optional<int64_t> position = IntegerOf(value);
        if (!position || *position < 1 || *position > static_cast<int64_t>(input->output.size())) {
          return SemanticError(expression.range,
                               fmt::format("position {} is not in the select list", literal.text),
                               "positions count the select list from 1");
        }
        const plan::OutputColumn& column = input->output[static_cast<size_t>(*position - 1)];
        sort->keys.push_back({MakeColumn(column, expression.range), descending, nulls_first});
        return Status::Ok();
      }
    }
    ExpressionAnalyzer analyzer(state, scope, {.name = clause});
    plan::ExpressionPtr key = analyzer.Analyze(expression);
    if (!plan::IsConstantExpression(*key)) {
      sort->keys.push_back({std::move(key), descending, nulls_first});
    }
    return Status::Ok();
  };
  for (const syntax::SortItem& item : query.order_by) {
    state.errors.Take(add_key(*item.expression, item.descending, NullsFirst(item), "ORDER BY"));
  }
  for (const syntax::SortItem& item : query.sort_by) {
    state.errors.Take(add_key(*item.expression, item.descending, NullsFirst(item), "SORT BY"));
  }
  for (const syntax::ExpressionPtr& item : query.cluster_by) {
    state.errors.Take(add_key(*item, false, true, "CLUSTER BY"));
  }
  for (const syntax::ExpressionPtr& item : query.distribute_by) {
    // One machine has nothing to distribute, but the columns must exist.
    ExpressionAnalyzer analyzer(state, scope, {.name = "DISTRIBUTE BY"});
    (void)analyzer.Analyze(*item);
  }
  if (!sort->keys.empty()) {
    sort->output = input->output;
    sort->range = query.order_by_range;
    sort->input = std::move(input);
    input = std::move(sort);
  }
  return ApplyLimit(state, query, std::move(input));
}

Result<plan::RelationPtr> BodyRelation(State& state, const syntax::QueryBody& body,
                                       const syntax::Query* trailing, const Scope* outer) {
  if (body.select) return SelectRelation(state, *body.select, trailing, nullptr, outer);
  plan::RelationPtr relation;
  if (body.set_operation) {
    // Edition 1.0 binds the trailing clauses to the last branch, edition 2.0 to the whole.
    if (!state.types().odps2) {
      return SetOperationRelation(state, *body.set_operation, trailing, outer);
    }
    PAISQL_ASSIGN(relation, SetOperationRelation(state, *body.set_operation, nullptr, outer));
  } else if (body.nested) {
    PAISQL_ASSIGN(relation, QueryRelation(state, *body.nested, outer));
  } else {
    PAISQL_ASSERT(body.values != nullptr, "an empty query body");
    PAISQL_ASSIGN(relation, ValuesRelation(state, *body.values, outer));
  }
  if (trailing == nullptr) return relation;
  return ApplyTrailing(state, *trailing, std::move(relation), outer);
}

namespace {

// Levels of operators, found without recursion: the passes over the plan and the engine recurse.
size_t PlanDepth(const plan::Relation& root) {
  std::vector<std::pair<const plan::Relation*, size_t>> pending = {{&root, 1}};
  size_t deepest = 0;
  while (!pending.empty()) {
    const auto [relation, depth] = pending.back();
    pending.pop_back();
    deepest = std::max(deepest, depth);
    for (const plan::Relation* input : plan::Inputs(*relation)) {
      pending.emplace_back(input, depth + 1);
    }
  }
  return deepest;
}

Status CheckPlanDepth(const State& state, const plan::Relation& root, const SourceRange& range) {
  if (PlanDepth(root) + state.subquery_depth <= ValueOf(Limit::kPlanDepth)) return Status::Ok();
  return TooLarge(Limit::kPlanDepth, range);
}

}  // namespace

Result<plan::RelationPtr> QueryRelation(State& state, const syntax::Query& query,
                                        const Scope* outer) {
  const DepthGuard guard(state.query_depth);
  if (state.query_depth > ValueOf(Limit::kQueryDepth)) {
    return TooLarge(Limit::kQueryDepth, query.range);
  }
  if (query.with.empty()) {
    PAISQL_ASSIGN(plan::RelationPtr body, BodyRelation(state, query.body, &query, outer));
    PAISQL_TRY(CheckPlanDepth(state, *body, query.range));
    return body;
  }
  CteScope ctes(state);
  ctes.Define(query.with, outer);
  PAISQL_ASSIGN(plan::RelationPtr body, BodyRelation(state, query.body, &query, outer));
  plan::RelationPtr relation = ctes.Wrap(std::move(body));
  PAISQL_TRY(CheckPlanDepth(state, *relation, query.range));
  return relation;
}

Result<plan::RelationPtr> SubqueryRelation(State& state, const syntax::Query& query,
                                           const Scope* outer) {
  const size_t others = std::exchange(state.subquery_depth, 0);
  PAISQL_ASSIGN(plan::RelationPtr relation, QueryRelation(state, query, outer));
  state.subquery_depth = std::max(others, PlanDepth(*relation) + state.subquery_depth);
  return relation;
}

Result<plan::RelationPtr> QueryOverSource(State& state, const syntax::Query& query,
                                          const syntax::Relation& source) {
  CteScope ctes(state);
  ctes.Define(query.with, nullptr);
  PAISQL_ASSIGN(plan::RelationPtr body,
                SelectRelation(state, *query.body.select, &query, &source, nullptr));
  plan::RelationPtr relation = ctes.Wrap(std::move(body));
  PAISQL_TRY(CheckPlanDepth(state, *relation, query.range));
  return relation;
}

plan::RelationPtr ConvertColumns(State& state, plan::RelationPtr input,
                                 const std::vector<DataType>& types) {
  bool same = true;
  for (size_t i = 0; i < types.size(); ++i) same = same && input->output[i].type == types[i];
  if (same) return input;
  auto project = std::make_unique<plan::Project>();
  for (size_t i = 0; i < types.size(); ++i) {
    const plan::OutputColumn& column = input->output[i];
    const SourceRange range = ColumnRange(*input, i);
    project->expressions.push_back(CoerceTo(state, MakeColumn(column, range), types[i]));
    project->output.push_back(state.Column(column.name, types[i]));
  }
  project->range = input->range;
  project->input = std::move(input);
  return project;
}

SourceRange ColumnRange(const plan::Relation& relation, size_t column) {
  switch (relation.kind) {
    case plan::RelationKind::kProject:
      return plan::As<plan::Project>(relation).expressions[column]->range;
    case plan::RelationKind::kFilter:
    case plan::RelationKind::kDistinct:
    case plan::RelationKind::kSort:
    case plan::RelationKind::kLimit:
      return ColumnRange(*plan::Inputs(relation)[0], column);
    case plan::RelationKind::kSetOperation:
      return ColumnRange(*plan::As<plan::SetOperation>(relation).inputs[0], column);
    case plan::RelationKind::kValues: {
      const auto& rows = plan::As<plan::Values>(relation).rows;
      return rows.empty() ? relation.range : rows[0][column]->range;
    }
    default:
      return relation.range;
  }
}

}  // namespace paisql::analysis
