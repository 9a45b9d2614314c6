#include "optimizer/repeatable.h"

#include <algorithm>
#include <functional>
#include <variant>

#include "plan/traverse.h"

namespace paisql::optimizer {
namespace {

// Aggregates whose value does not depend on the order of rows. Sums of DOUBLE do: each order rounds
// in its own way; what a function of a user does, be its name one of ours, nobody knows.
bool IsRepeatableAggregate(const plan::Aggregate& aggregate) {
  if (!std::holds_alternative<std::monostate>(aggregate.made_by)) return false;
  const std::string_view name = aggregate.function->name;
  if (name == "max" || name == "min" || name == "count") return true;
  const DataType& type = aggregate.type;
  return name == "sum" && (type.IsInteger() || type.id() == TypeId::kDecimal);
}

// A LIMIT keeps the same rows when the order below it leaves no choice: every column that comes
// out is one of the sort keys.
bool IsRepeatableLimit(const plan::Limit& limit) {
  const plan::Relation* node = limit.input.get();
  if (node->kind != plan::RelationKind::kSort) return false;
  ColumnIds keys;
  for (const plan::SortKey& key : plan::As<plan::Sort>(*node).keys) {
    if (key.expression->kind == plan::ExpressionKind::kColumn) {
      keys.insert(plan::As<plan::ColumnRef>(*key.expression).column);
    }
  }
  return std::all_of(limit.output.begin(), limit.output.end(),
                     [&](const plan::OutputColumn& column) { return keys.contains(column.id); });
}

// Calls `visit` for every relation below, those inside expressions included.
void ForEachRelation(const plan::Relation& relation,
                     const std::function<void(const plan::Relation&)>& visit);

void ForEachRelationIn(const plan::Expression& expression,
                       const std::function<void(const plan::Relation&)>& visit) {
  if (const plan::Relation* subquery = plan::SubqueryOf(expression)) {
    ForEachRelation(*subquery, visit);
  }
  for (const plan::Expression* child : plan::Children(expression)) ForEachRelationIn(*child, visit);
}

void ForEachRelation(const plan::Relation& relation,
                     const std::function<void(const plan::Relation&)>& visit) {
  visit(relation);
  for (const plan::Expression* part : plan::Expressions(relation)) ForEachRelationIn(*part, visit);
  for (const plan::Relation* input : plan::Inputs(relation)) ForEachRelation(*input, visit);
}

struct DefinitionsSeen {
  std::unordered_set<int> read;
  std::unordered_set<int> defined;

  void Add(const plan::Relation& relation) {
    if (relation.kind == plan::RelationKind::kCteScan) {
      read.insert(plan::As<plan::CteScan>(relation).index);
    }
    if (relation.kind == plan::RelationKind::kWith) {
      for (const int index : plan::As<plan::With>(relation).indexes) defined.insert(index);
    }
  }

  std::unordered_set<int> Outer() const {
    std::unordered_set<int> outer = read;
    for (const int index : defined) outer.erase(index);
    return outer;
  }
};

}  // namespace

bool IsRepeatable(const plan::Expression& expression) {
  switch (expression.kind) {
    case plan::ExpressionKind::kCall: {
      const auto& call = plan::As<plan::Call>(expression);
      if (call.function == nullptr || functions::IsVolatile(*call.function)) return false;
      break;
    }
    case plan::ExpressionKind::kAggregate:
      if (!IsRepeatableAggregate(plan::As<plan::Aggregate>(expression))) return false;
      break;
    case plan::ExpressionKind::kWindow:
      return false;
    default:
      break;
  }
  const plan::Relation* subquery = plan::SubqueryOf(expression);
  if (subquery != nullptr && !IsRepeatable(*subquery)) return false;
  const std::vector<const plan::Expression*> children = plan::Children(expression);
  return std::all_of(children.begin(), children.end(),
                     [](const plan::Expression* child) { return IsRepeatable(*child); });
}

bool IsRepeatable(const plan::Relation& relation) {
  switch (relation.kind) {
    case plan::RelationKind::kLimit:
      if (!IsRepeatableLimit(plan::As<plan::Limit>(relation))) return false;
      break;
    case plan::RelationKind::kScan:
    case plan::RelationKind::kValues:
    case plan::RelationKind::kProject:
    case plan::RelationKind::kFilter:
    case plan::RelationKind::kAggregate:
    case plan::RelationKind::kJoin:
    case plan::RelationKind::kSetOperation:
    case plan::RelationKind::kDistinct:
    case plan::RelationKind::kSort:
    case plan::RelationKind::kUnnest:
    case plan::RelationKind::kWith:
    case plan::RelationKind::kCteScan:
      break;
    default:
      return false;
  }
  const std::vector<const plan::Expression*> parts = plan::Expressions(relation);
  const std::vector<const plan::Relation*> inputs = plan::Inputs(relation);
  return std::all_of(parts.begin(), parts.end(),
                     [](const plan::Expression* part) { return IsRepeatable(*part); }) &&
         std::all_of(inputs.begin(), inputs.end(),
                     [](const plan::Relation* input) { return IsRepeatable(*input); });
}

ColumnIds OuterColumns(const plan::Expression& expression) {
  ColumnIds outer;
  for (const plan::ColumnId id : ColumnsOf(expression)) outer.insert(id);
  ForEachRelationIn(expression, [&](const plan::Relation& relation) {
    for (const plan::OutputColumn& column : relation.output) outer.erase(column.id);
  });
  return outer;
}

std::unordered_set<int> OuterDefinitions(const plan::Expression& expression) {
  DefinitionsSeen seen;
  ForEachRelationIn(expression, [&](const plan::Relation& relation) { seen.Add(relation); });
  return seen.Outer();
}

std::unordered_set<int> OuterDefinitions(const plan::Relation& relation) {
  DefinitionsSeen seen;
  ForEachRelation(relation, [&](const plan::Relation& part) { seen.Add(part); });
  return seen.Outer();
}

}  // namespace paisql::optimizer
