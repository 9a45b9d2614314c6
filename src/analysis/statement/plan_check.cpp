// The promise of this room to whoever prints or runs a plan: every name, type and overload is
// known.

#include "analysis/expression/expressions.h"
#include "analysis/statement/parts.h"
#include "plan/traverse.h"

namespace paisql::analysis {
namespace {

void CheckNode(const plan::Expression& node) {
  switch (node.kind) {
    case plan::ExpressionKind::kCall: {
      const auto& call = plan::As<plan::Call>(node);
      PAISQL_ASSERT(call.function != nullptr && call.overload != nullptr,
                    "a call without its function leaves the analysis");
      break;
    }
    case plan::ExpressionKind::kAggregate: {
      const auto& aggregate = plan::As<plan::Aggregate>(node);
      PAISQL_ASSERT(aggregate.function != nullptr && aggregate.overload != nullptr,
                    "an aggregate without its function leaves the analysis");
      break;
    }
    case plan::ExpressionKind::kWindow: {
      const auto& window = plan::As<plan::Window>(node);
      PAISQL_ASSERT(window.function != nullptr && window.overload != nullptr,
                    "a window function without its function leaves the analysis");
      break;
    }
    case plan::ExpressionKind::kColumn:
      PAISQL_ASSERT(plan::As<plan::ColumnRef>(node).column > 0,
                    "a column that stands for something else leaves the analysis");
      break;
    default:
      break;
  }
  // The type of a lambda is that of no value.
  PAISQL_ASSERT(node.kind == plan::ExpressionKind::kLambda || !IsFailed(node.type),
                "an expression of unknown type leaves the analysis");
}

void CheckExpression(const plan::Expression& root) {
  std::vector<const plan::Expression*> pending = {&root};
  while (!pending.empty()) {
    const plan::Expression* node = pending.back();
    pending.pop_back();
    CheckNode(*node);
    if (const plan::Relation* subquery = plan::SubqueryOf(*node)) AssertResolved(*subquery);
    for (const plan::Expression* child : plan::Children(*node)) pending.push_back(child);
  }
}

}  // namespace

void AssertResolved(const plan::Relation& root) {
  std::vector<const plan::Relation*> pending = {&root};
  while (!pending.empty()) {
    const plan::Relation* relation = pending.back();
    pending.pop_back();
    for (const plan::OutputColumn& column : relation->output) {
      PAISQL_ASSERT(!IsFailed(column.type), "a column of unknown type leaves the analysis");
    }
    for (const plan::Expression* expression : plan::Expressions(*relation)) {
      CheckExpression(*expression);
    }
    for (const plan::Relation* input : plan::Inputs(*relation)) pending.push_back(input);
  }
}

}  // namespace paisql::analysis
