#include "engine/spark/lower/dependent.h"

#include <algorithm>

#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionPtr;
using plan::RelationKind;
using plan::RelationPtr;

Error RefusedSubquery(const SourceRange& range) {
  return Error{ErrorCode::kUnsupported, "a correlated subquery of this form does not run on Spark",
               range, "SET paisql.engine=duckdb"};
}

Columns Dependent::Refuse(const plan::Relation& relation) {
  if (!error_) error_ = RefusedSubquery(relation.range);
  return domain_.columns;
}

bool Dependent::Depends(const plan::Relation& relation) const {
  if (HasAny(FreeColumns(relation), domain_.columns)) return true;
  return ReadsDefinition(relation, [this](int index) { return definitions_.contains(index); });
}

RelationPtr Dependent::DomainScan() {
  return MakeCteScan(domain_.definition, domain_.columns, Renumbered(domain_.columns, numbers_));
}

Renaming Dependent::RenamingTo(const Columns& copies) const {
  Renaming renaming;
  for (size_t i = 0; i < copies.size(); ++i) renaming[domain_.columns[i].id] = copies[i].id;
  return renaming;
}

// An expression of an operator whose input has the copies. Its windows keep their values apart.
void Dependent::Adapt(ExpressionPtr& expression, const Columns& copies) {
  Rename(*expression, RenamingTo(copies));
  if (expression->kind == plan::ExpressionKind::kWindow) {
    auto& window = plan::As<plan::Window>(*expression);
    for (ExpressionPtr& copy : References(copies)) window.partition_by.push_back(std::move(copy));
  }
  plan::ForEachChild(*expression, [&](ExpressionPtr& child) { Adapt(child, copies); });
  if (RelationPtr* subquery = plan::SubqueryOf(*expression)) AdaptScans(*subquery, copies);
}

// A subquery inside reads the rows of a dependent definition that belong to its own values.
void Dependent::AdaptScans(RelationPtr& relation, const Columns& copies) {
  plan::ForEachInput(*relation, [&](RelationPtr& input) { AdaptScans(input, copies); });
  plan::ForEachExpression(*relation, [&](ExpressionPtr& part) {
    const std::function<void(ExpressionPtr&)> visit = [&](ExpressionPtr& node) {
      plan::ForEachChild(*node, visit);
      if (RelationPtr* subquery = plan::SubqueryOf(*node)) AdaptScans(*subquery, copies);
    };
    visit(part);
  });
  if (relation->kind != RelationKind::kCteScan) return;
  auto& scan = plan::As<plan::CteScan>(*relation);
  if (!definitions_.contains(scan.index)) return;
  const Columns shown = scan.output;
  const Columns own = PushCteScan(scan);
  relation = MakeProject(MakeFilter(std::move(relation), SameValues(own, copies)), shown);
}

Columns Dependent::Push(RelationPtr& relation) {
  if (error_) return domain_.columns;
  if (!Depends(*relation)) {
    RelationPtr scan = DomainScan();
    const Columns copies = scan->output;
    relation = MakeJoin(plan::JoinType::kCross, std::move(relation), std::move(scan), nullptr);
    return copies;
  }
  switch (relation->kind) {
    case RelationKind::kFilter:
      return PushFilter(plan::As<plan::Filter>(*relation));
    case RelationKind::kProject:
      return PushProject(plan::As<plan::Project>(*relation));
    case RelationKind::kAggregate:
      return PushAggregate(relation);
    case RelationKind::kJoin:
      return PushJoin(relation);
    case RelationKind::kSetOperation:
      return PushSetOperation(plan::As<plan::SetOperation>(*relation));
    case RelationKind::kDistinct: {
      auto& distinct = plan::As<plan::Distinct>(*relation);
      Columns kept = distinct.output;
      const Columns copies = Push(distinct.input);
      kept.insert(kept.end(), copies.begin(), copies.end());
      distinct.input = MakeProject(std::move(distinct.input), kept);
      distinct.output = kept;
      return copies;
    }
    case RelationKind::kSort: {
      auto& sort = plan::As<plan::Sort>(*relation);
      const Columns copies = Push(sort.input);
      for (plan::SortKey& key : sort.keys) Adapt(key.expression, copies);
      sort.output = sort.input->output;
      return copies;
    }
    case RelationKind::kLimit:
      return PushLimit(relation);
    case RelationKind::kUnnest:
      return PushUnnest(plan::As<plan::Unnest>(*relation));
    case RelationKind::kValues:
      return PushValues(relation);
    case RelationKind::kWith:
      return PushWith(plan::As<plan::With>(*relation));
    case RelationKind::kCteScan:
      return PushCteScan(plan::As<plan::CteScan>(*relation));
    case RelationKind::kScan:
    case RelationKind::kTransform:
      return Refuse(*relation);
  }
  PAISQL_UNREACHABLE("a relation of unknown kind");
}

Columns Dependent::PushFilter(plan::Filter& filter) {
  const Columns copies = Push(filter.input);
  Adapt(filter.condition, copies);
  filter.output = filter.input->output;
  return copies;
}

Columns Dependent::PushProject(plan::Project& project) {
  const Columns copies = Push(project.input);
  for (ExpressionPtr& expression : project.expressions) Adapt(expression, copies);
  for (const plan::OutputColumn& copy : copies) {
    project.expressions.push_back(Reference(copy));
    project.output.push_back(copy);
  }
  return copies;
}

Columns Dependent::PushUnnest(plan::Unnest& unnest) {
  const auto made = static_cast<std::ptrdiff_t>(unnest.input->output.size());
  const Columns calls(unnest.output.begin() + made, unnest.output.end());
  const Columns copies = Push(unnest.input);
  for (ExpressionPtr& argument : unnest.arguments) Adapt(argument, copies);
  unnest.output = unnest.input->output;
  unnest.output.insert(unnest.output.end(), calls.begin(), calls.end());
  return copies;
}

// Each row is a row of the domain with further columns.
Columns Dependent::PushValues(RelationPtr& relation) {
  auto& values = plan::As<plan::Values>(*relation);
  auto all = std::make_unique<plan::SetOperation>();
  all->op = plan::SetOperator::kUnion;
  all->all = true;
  all->range = values.range;
  for (std::vector<ExpressionPtr>& row : values.rows) {
    RelationPtr scan = DomainScan();
    const Columns copies = scan->output;
    std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
    for (size_t i = 0; i < row.size(); ++i) {
      Adapt(row[i], copies);
      plan::OutputColumn column = values.output[i];
      column.id = numbers_.Column();
      items.emplace_back(column, std::move(row[i]));
    }
    all->inputs.push_back(MakeProject(std::move(scan), copies, std::move(items)));
  }
  const Columns copies = Renumbered(domain_.columns, numbers_);
  all->output = copies;
  all->output.insert(all->output.end(), values.output.begin(), values.output.end());
  if (all->inputs.size() > 1) {
    relation = std::move(all);
    return copies;
  }
  RelationPtr one = std::move(all->inputs.front());
  std::vector<std::pair<plan::OutputColumn, ExpressionPtr>> items;
  for (size_t i = 0; i < all->output.size(); ++i) {
    items.emplace_back(all->output[i], Reference(one->output[i]));
  }
  relation = MakeProject(std::move(one), {}, std::move(items));
  return copies;
}

Columns Dependent::PushWith(plan::With& with) {
  for (size_t i = 0; i < with.definitions.size(); ++i) {
    if (!Depends(*with.definitions[i])) continue;
    definitions_[with.indexes[i]] = Push(with.definitions[i]);
  }
  const Columns copies = Push(with.body);
  with.output = with.body->output;
  return copies;
}

Columns Dependent::PushCteScan(plan::CteScan& scan) {
  const Columns& source = definitions_.at(scan.index);
  const Columns copies = Renumbered(domain_.columns, numbers_);
  for (size_t i = 0; i < copies.size(); ++i) {
    scan.source.push_back(source[i].id);
    scan.output.push_back(copies[i]);
  }
  return copies;
}

}  // namespace paisql::engine::spark
