#include "engine/spark/lower/columns.h"

#include <algorithm>

#include "plan/traverse.h"

namespace paisql::engine::spark {
namespace {

void CollectOwn(const plan::Relation& relation, ColumnSet& own);

void CollectOwn(const plan::Expression& expression, ColumnSet& own) {
  if (const plan::Relation* subquery = plan::SubqueryOf(expression)) CollectOwn(*subquery, own);
  for (const plan::Expression* child : plan::Children(expression)) CollectOwn(*child, own);
}

void CollectOwn(const plan::Relation& relation, ColumnSet& own) {
  for (const plan::OutputColumn& column : relation.output) own.insert(column.id);
  for (const plan::Expression* part : plan::Expressions(relation)) CollectOwn(*part, own);
  for (const plan::Relation* input : plan::Inputs(relation)) CollectOwn(*input, own);
}

void CollectRead(const plan::Relation& relation, std::vector<plan::ColumnId>& read) {
  for (const plan::Expression* part : plan::Expressions(relation)) {
    plan::CollectColumns(*part, read);
  }
  for (const plan::Relation* input : plan::Inputs(relation)) CollectRead(*input, read);
}

ColumnSet Without(const std::vector<plan::ColumnId>& read, const ColumnSet& own) {
  ColumnSet rest;
  for (const plan::ColumnId id : read) {
    if (!own.contains(id)) rest.insert(id);
  }
  return rest;
}

bool Reads(const plan::Expression& expression, const std::function<bool(int)>& which) {
  const plan::Relation* subquery = plan::SubqueryOf(expression);
  if (subquery != nullptr && ReadsDefinition(*subquery, which)) return true;
  const auto children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [&](const plan::Expression* child) { return Reads(*child, which); });
}

}  // namespace

ColumnSet FreeColumns(const plan::Expression& expression) {
  ColumnSet own;
  std::vector<plan::ColumnId> read;
  CollectOwn(expression, own);
  plan::CollectColumns(expression, read);
  return Without(read, own);
}

ColumnSet FreeColumns(const plan::Relation& relation) {
  ColumnSet own;
  std::vector<plan::ColumnId> read;
  CollectOwn(relation, own);
  CollectRead(relation, read);
  return Without(read, own);
}

bool HasAny(const ColumnSet& set, const Columns& columns) {
  return std::any_of(columns.begin(), columns.end(),
                     [&](const plan::OutputColumn& column) { return set.contains(column.id); });
}

Columns Among(const Columns& columns, const ColumnSet& set) {
  Columns found;
  for (const plan::OutputColumn& column : columns) {
    if (set.contains(column.id)) found.push_back(column);
  }
  return found;
}

bool HasOnly(const ColumnSet& set, const Columns& columns) {
  return Among(columns, set).size() == set.size();
}

void Rename(plan::Expression& expression, const Renaming& renaming) {
  if (expression.kind == plan::ExpressionKind::kColumn) {
    auto& column = plan::As<plan::ColumnRef>(expression);
    const auto found = renaming.find(column.column);
    if (found != renaming.end()) column.column = found->second;
  }
  plan::ForEachChild(expression, [&](plan::ExpressionPtr& child) { Rename(*child, renaming); });
  if (plan::RelationPtr* subquery = plan::SubqueryOf(expression)) Rename(**subquery, renaming);
}

void Rename(plan::Relation& relation, const Renaming& renaming) {
  plan::ForEachExpression(relation, [&](plan::ExpressionPtr& part) { Rename(*part, renaming); });
  plan::ForEachInput(relation, [&](plan::RelationPtr& input) { Rename(*input, renaming); });
}

bool ReadsDefinition(const plan::Relation& relation, const std::function<bool(int)>& which) {
  if (relation.kind == plan::RelationKind::kCteScan &&
      which(plan::As<plan::CteScan>(relation).index)) {
    return true;
  }
  for (const plan::Expression* part : plan::Expressions(relation)) {
    if (Reads(*part, which)) return true;
  }
  const auto inputs = plan::Inputs(relation);
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const plan::Relation* input) { return ReadsDefinition(*input, which); });
}

bool HasEquality(const DataType& type) {
  if (type.id() == TypeId::kMap) return false;
  return !type.IsNested() || std::all_of(type.fields().begin(), type.fields().end(), HasEquality);
}

}  // namespace paisql::engine::spark
