// Variables of a script.

#include "syntax/build/tree_builder.h"
#include "syntax/lexer/position.h"

namespace paisql::syntax {

std::unique_ptr<AssignStep> TreeBuilder::BuildAssign(P::SingleAssignContext* context) {
  auto assign = std::make_unique<AssignStep>();
  assign->variable = VariableName(context->VARIABLE()->getSymbol(), tokens_);
  if (auto* type = context->variableType()) {
    assign->table = type->TABLE() != nullptr;
    assign->columns = BuildColumns(type->columnDefinition());
    if (!assign->table) assign->type = BuildTypeName(type->typeName());
  }
  assign->cache = context->cacheClause() != nullptr;
  if (context->query() != nullptr) assign->query = BuildQuery(context->query());
  if (context->expression() != nullptr) assign->value = BuildExpression(context->expression());
  assign->range = Span(assign->variable.range, tokens_.RangeAt(tokens_.count() - 2));
  return assign;
}

}  // namespace paisql::syntax
