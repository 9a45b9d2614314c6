#include "plan/expression.h"

#include "plan/relation.h"
#include "plan/traverse.h"

namespace paisql::plan {

ScalarSubquery::~ScalarSubquery() = default;
Exists::~Exists() = default;
InSubquery::~InSubquery() = default;

namespace {

std::vector<ExpressionPtr> CloneAll(const std::vector<ExpressionPtr>& expressions) {
  std::vector<ExpressionPtr> copies;
  copies.reserve(expressions.size());
  for (const ExpressionPtr& expression : expressions) copies.push_back(Clone(*expression));
  return copies;
}

std::vector<SortKey> CloneKeys(const std::vector<SortKey>& keys) {
  std::vector<SortKey> copies;
  copies.reserve(keys.size());
  for (const SortKey& key : keys) {
    copies.push_back({Clone(*key.expression), key.descending, key.nulls_first});
  }
  return copies;
}

ExpressionPtr CloneOptional(const ExpressionPtr& expression) {
  return expression ? Clone(*expression) : nullptr;
}

FrameBound CloneBound(const FrameBound& bound) { return {bound.kind, CloneOptional(bound.offset)}; }

ExpressionPtr CloneCase(const Case& node) {
  auto copy = std::make_unique<Case>(node.type);
  for (const Case::Branch& branch : node.branches) {
    copy->branches.push_back({Clone(*branch.when), Clone(*branch.then)});
  }
  copy->otherwise = CloneOptional(node.otherwise);
  return copy;
}

ExpressionPtr CloneAggregate(const Aggregate& node) {
  auto copy = std::make_unique<Aggregate>(node.function, node.overload, node.type);
  copy->star = node.star;
  copy->distinct = node.distinct;
  copy->arguments = CloneAll(node.arguments);
  copy->order_by = CloneKeys(node.order_by);
  copy->filter = CloneOptional(node.filter);
  copy->made_by = node.made_by;
  return copy;
}

ExpressionPtr CloneWindow(const Window& node) {
  auto copy = std::make_unique<Window>(node.function, node.overload, node.type);
  copy->star = node.star;
  copy->distinct = node.distinct;
  copy->ignore_nulls = node.ignore_nulls;
  copy->arguments = CloneAll(node.arguments);
  copy->within_group = CloneKeys(node.within_group);
  copy->filter = CloneOptional(node.filter);
  copy->partition_by = CloneAll(node.partition_by);
  copy->order_by = CloneKeys(node.order_by);
  if (node.frame) {
    copy->frame = Frame{node.frame->unit, CloneBound(node.frame->start),
                        CloneBound(node.frame->end), node.frame->exclusion};
  }
  copy->made_by = node.made_by;
  return copy;
}

ExpressionPtr CloneNode(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kColumn: {
      const auto& node = As<ColumnRef>(expression);
      return std::make_unique<ColumnRef>(node.column, node.type, node.name);
    }
    case ExpressionKind::kConstant:
      return std::make_unique<Constant>(As<Constant>(expression).value);
    case ExpressionKind::kCall: {
      const auto& node = As<Call>(expression);
      auto copy = std::make_unique<Call>(node.function, node.overload, node.type);
      copy->mode = node.mode;
      copy->arguments = CloneAll(node.arguments);
      copy->made_by = node.made_by;
      return copy;
    }
    case ExpressionKind::kCast: {
      const auto& node = As<Cast>(expression);
      auto copy = std::make_unique<Cast>(Clone(*node.operand), node.type, node.implicit);
      copy->mode = node.mode;
      return copy;
    }
    case ExpressionKind::kCase:
      return CloneCase(As<Case>(expression));
    case ExpressionKind::kAggregate:
      return CloneAggregate(As<Aggregate>(expression));
    case ExpressionKind::kWindow:
      return CloneWindow(As<Window>(expression));
    case ExpressionKind::kScalarSubquery: {
      auto copy = std::make_unique<ScalarSubquery>(expression.type);
      copy->relation = Clone(*As<ScalarSubquery>(expression).relation);
      return copy;
    }
    case ExpressionKind::kExists: {
      auto copy = std::make_unique<Exists>();
      copy->negated = As<Exists>(expression).negated;
      copy->relation = Clone(*As<Exists>(expression).relation);
      return copy;
    }
    case ExpressionKind::kInSubquery: {
      const auto& node = As<InSubquery>(expression);
      auto copy = std::make_unique<InSubquery>();
      copy->negated = node.negated;
      copy->operands = CloneAll(node.operands);
      copy->relation = Clone(*node.relation);
      return copy;
    }
    case ExpressionKind::kLambda: {
      const auto& node = As<Lambda>(expression);
      auto copy = std::make_unique<Lambda>(node.type);
      copy->parameters = node.parameters;
      copy->body = Clone(*node.body);
      return copy;
    }
  }
  PAISQL_UNREACHABLE("an expression of unknown kind");
}

}  // namespace

ExpressionPtr Clone(const Expression& expression) {
  ExpressionPtr copy = CloneNode(expression);
  copy->range = expression.range;
  // A constant's type may be wider than its value's (a typed NULL).
  copy->type = expression.type;
  return copy;
}

std::vector<const Expression*> Children(const Expression& expression) {
  std::vector<const Expression*> children;
  ForEachChild(const_cast<Expression&>(expression),
               [&](ExpressionPtr& child) { children.push_back(child.get()); });
  return children;
}

}  // namespace paisql::plan
