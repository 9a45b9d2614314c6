#include "plan/traverse.h"

#include <algorithm>
#include <unordered_set>

namespace paisql::plan {
namespace {

void VisitKeys(std::vector<SortKey>& keys, const ExpressionVisitor& visit) {
  for (SortKey& key : keys) visit(key.expression);
}

void VisitAll(std::vector<ExpressionPtr>& expressions, const ExpressionVisitor& visit) {
  for (ExpressionPtr& expression : expressions) visit(expression);
}

void VisitOptional(ExpressionPtr& expression, const ExpressionVisitor& visit) {
  if (expression) visit(expression);
}

void VisitWindow(Window& window, const ExpressionVisitor& visit) {
  VisitAll(window.arguments, visit);
  VisitKeys(window.within_group, visit);
  VisitOptional(window.filter, visit);
  VisitAll(window.partition_by, visit);
  VisitKeys(window.order_by, visit);
  if (window.frame) {
    VisitOptional(window.frame->start.offset, visit);
    VisitOptional(window.frame->end.offset, visit);
  }
}

}  // namespace

void ForEachChild(Expression& expression, const ExpressionVisitor& visit) {
  switch (expression.kind) {
    case ExpressionKind::kColumn:
    case ExpressionKind::kConstant:
    case ExpressionKind::kScalarSubquery:
    case ExpressionKind::kExists:
      return;
    case ExpressionKind::kCall:
      VisitAll(As<Call>(expression).arguments, visit);
      return;
    case ExpressionKind::kCast:
      visit(As<Cast>(expression).operand);
      return;
    case ExpressionKind::kCase: {
      auto& node = As<Case>(expression);
      for (Case::Branch& branch : node.branches) {
        visit(branch.when);
        visit(branch.then);
      }
      VisitOptional(node.otherwise, visit);
      return;
    }
    case ExpressionKind::kAggregate: {
      auto& node = As<Aggregate>(expression);
      VisitAll(node.arguments, visit);
      VisitKeys(node.order_by, visit);
      VisitOptional(node.filter, visit);
      return;
    }
    case ExpressionKind::kWindow:
      VisitWindow(As<Window>(expression), visit);
      return;
    case ExpressionKind::kInSubquery:
      VisitAll(As<InSubquery>(expression).operands, visit);
      return;
    case ExpressionKind::kLambda:
      visit(As<Lambda>(expression).body);
      return;
  }
}

RelationPtr* SubqueryOf(Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kScalarSubquery:
      return &As<ScalarSubquery>(expression).relation;
    case ExpressionKind::kExists:
      return &As<Exists>(expression).relation;
    case ExpressionKind::kInSubquery:
      return &As<InSubquery>(expression).relation;
    default:
      return nullptr;
  }
}

const Relation* SubqueryOf(const Expression& expression) {
  RelationPtr* relation = SubqueryOf(const_cast<Expression&>(expression));
  return relation == nullptr ? nullptr : relation->get();
}

void ForEachExpression(Relation& relation, const ExpressionVisitor& visit) {
  switch (relation.kind) {
    case RelationKind::kScan:
      VisitOptional(As<Scan>(relation).partition_predicate, visit);
      VisitAll(As<Scan>(relation).runtime_predicates, visit);
      return;
    case RelationKind::kValues:
      for (auto& row : As<Values>(relation).rows) VisitAll(row, visit);
      return;
    case RelationKind::kProject:
      VisitAll(As<Project>(relation).expressions, visit);
      return;
    case RelationKind::kFilter:
      visit(As<Filter>(relation).condition);
      return;
    case RelationKind::kAggregate: {
      auto& node = As<AggregateRelation>(relation);
      VisitAll(node.keys, visit);
      VisitAll(node.aggregates, visit);
      return;
    }
    case RelationKind::kJoin:
      VisitOptional(As<Join>(relation).condition, visit);
      return;
    case RelationKind::kSort:
      VisitKeys(As<Sort>(relation).keys, visit);
      return;
    case RelationKind::kUnnest:
      VisitAll(As<Unnest>(relation).arguments, visit);
      return;
    case RelationKind::kSetOperation:
    case RelationKind::kDistinct:
    case RelationKind::kLimit:
    case RelationKind::kWith:
    case RelationKind::kCteScan:
    case RelationKind::kTransform:
      return;
  }
}

std::vector<const Expression*> Expressions(const Relation& relation) {
  std::vector<const Expression*> expressions;
  ForEachExpression(const_cast<Relation&>(relation),
                    [&](ExpressionPtr& expression) { expressions.push_back(expression.get()); });
  return expressions;
}

void ForEachInput(Relation& relation, const RelationVisitor& visit) {
  switch (relation.kind) {
    case RelationKind::kScan:
    case RelationKind::kValues:
    case RelationKind::kCteScan:
      return;
    case RelationKind::kProject:
      visit(As<Project>(relation).input);
      return;
    case RelationKind::kFilter:
      visit(As<Filter>(relation).input);
      return;
    case RelationKind::kAggregate:
      visit(As<AggregateRelation>(relation).input);
      return;
    case RelationKind::kJoin:
      visit(As<Join>(relation).left);
      visit(As<Join>(relation).right);
      return;
    case RelationKind::kSetOperation:
      for (RelationPtr& input : As<SetOperation>(relation).inputs) visit(input);
      return;
    case RelationKind::kDistinct:
      visit(As<Distinct>(relation).input);
      return;
    case RelationKind::kSort:
      visit(As<Sort>(relation).input);
      return;
    case RelationKind::kLimit:
      visit(As<Limit>(relation).input);
      return;
    case RelationKind::kUnnest:
      visit(As<Unnest>(relation).input);
      return;
    case RelationKind::kTransform:
      visit(As<Transform>(relation).input);
      return;
    case RelationKind::kWith:
      for (RelationPtr& definition : As<With>(relation).definitions) visit(definition);
      visit(As<With>(relation).body);
      return;
  }
}

std::vector<const Relation*> Inputs(const Relation& relation) {
  std::vector<const Relation*> inputs;
  ForEachInput(const_cast<Relation&>(relation),
               [&](RelationPtr& input) { inputs.push_back(input.get()); });
  return inputs;
}

namespace {

void CollectFromRelation(const Relation& relation, std::vector<ColumnId>& columns) {
  for (const Expression* expression : Expressions(relation)) CollectColumns(*expression, columns);
  for (const Relation* input : Inputs(relation)) CollectFromRelation(*input, columns);
}

}  // namespace

void CollectColumns(const Expression& expression, std::vector<ColumnId>& columns) {
  if (expression.kind == ExpressionKind::kColumn) {
    columns.push_back(As<ColumnRef>(expression).column);
    return;
  }
  const size_t before = columns.size();
  for (const Expression* child : Children(expression)) CollectColumns(*child, columns);
  if (const Relation* relation = SubqueryOf(expression)) CollectFromRelation(*relation, columns);
  if (expression.kind != ExpressionKind::kLambda) return;
  // A lambda's parameters are nobody else's columns.
  const std::vector<ColumnId>& own = As<Lambda>(expression).parameters;
  columns.erase(std::remove_if(columns.begin() + static_cast<std::ptrdiff_t>(before), columns.end(),
                               [&](ColumnId id) {
                                 return std::find(own.begin(), own.end(), id) != own.end();
                               }),
                columns.end());
}

void SplitConjunction(const Expression& condition, std::vector<const Expression*>& terms) {
  if (condition.kind == ExpressionKind::kCall) {
    const auto& call = As<Call>(condition);
    if (call.function != nullptr && call.function->name == "and") {
      for (const ExpressionPtr& argument : call.arguments) SplitConjunction(*argument, terms);
      return;
    }
  }
  terms.push_back(&condition);
}

bool ContainsKind(const Expression& expression, ExpressionKind kind) {
  if (expression.kind == kind) return true;
  for (const Expression* child : Children(expression)) {
    if (ContainsKind(*child, kind)) return true;
  }
  return false;
}

bool ContainsSubquery(const Expression& expression) {
  return ContainsKind(expression, ExpressionKind::kScalarSubquery) ||
         ContainsKind(expression, ExpressionKind::kInSubquery) ||
         ContainsKind(expression, ExpressionKind::kExists);
}

bool IsConstantNode(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kConstant:
    case ExpressionKind::kCast:
    case ExpressionKind::kCase:
      return true;
    case ExpressionKind::kCall: {
      const auto& call = As<Call>(expression);
      return call.function != nullptr && !functions::IsVolatile(*call.function);
    }
    default:
      return false;
  }
}

bool IsConstantExpression(const Expression& expression) {
  if (!IsConstantNode(expression)) return false;
  for (const Expression* child : Children(expression)) {
    if (!IsConstantExpression(*child)) return false;
  }
  return true;
}

namespace {

// Every operator of a plan, inside subquery expressions too, an operator after its inputs. The
// predicate that chooses a scan's partitions is left out: the plan that runs does not have it.
void ForEachRelation(const Relation& root, const std::function<void(const Relation&)>& visit) {
  auto& parts = const_cast<Relation&>(root);
  const ExpressionVisitor into_subqueries = [&](ExpressionPtr& expression) {
    ForEachChild(*expression, into_subqueries);
    if (RelationPtr* relation = SubqueryOf(*expression)) ForEachRelation(**relation, visit);
  };
  ForEachInput(parts, [&](RelationPtr& input) { ForEachRelation(*input, visit); });
  if (root.kind != RelationKind::kScan) ForEachExpression(parts, into_subqueries);
  visit(root);
}

}  // namespace

std::vector<const Scan*> CollectScans(const Relation& root) {
  std::vector<const Scan*> scans;
  for (const Relation* scan : CollectRelations(root, RelationKind::kScan)) {
    scans.push_back(&As<Scan>(*scan));
  }
  return scans;
}

std::vector<const Relation*> CollectRelations(const Relation& root, RelationKind kind) {
  std::vector<const Relation*> found;
  ForEachRelation(root, [&](const Relation& relation) {
    if (relation.kind == kind) found.push_back(&relation);
  });
  return found;
}

std::vector<const Relation*> CollectRelations(const Relation& root) {
  std::vector<const Relation*> all;
  ForEachRelation(root, [&](const Relation& relation) { all.push_back(&relation); });
  return all;
}

bool IsCorrelated(const Relation& relation) {
  std::unordered_set<ColumnId> own;
  ForEachRelation(relation, [&](const Relation& part) {
    for (const OutputColumn& column : part.output) own.insert(column.id);
  });
  std::vector<ColumnId> read;
  CollectFromRelation(relation, read);
  return std::any_of(read.begin(), read.end(), [&](ColumnId id) { return !own.contains(id); });
}

}  // namespace paisql::plan
