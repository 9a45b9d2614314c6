// Calls, their FROM forms, and windows.

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/tree_builder.h"

namespace paisql::syntax {

std::unique_ptr<Call> TreeBuilder::BuildCall(P::FunctionCallContext* context) {
  auto call = std::make_unique<Call>();
  call->range = RangeOf(context);
  auto* name = context->functionName();
  if (name->qualifiedName() != nullptr) {
    call->name = BuildName(name->qualifiedName());
  } else {
    call->name.parts.push_back(BuildIdentifier(name));
    call->name.range = RangeOf(name);
  }

  auto* arguments = context->callArguments();
  call->star = arguments->ASTERISK() != nullptr;
  call->distinct =
      arguments->setQuantifier() != nullptr && arguments->setQuantifier()->DISTINCT() != nullptr;
  const auto expressions = arguments->expression();
  // FROM source and FOR length are expressions of the same rule; they come last.
  const size_t own = expressions.size() - (arguments->source != nullptr ? 1 : 0) -
                     (arguments->length != nullptr ? 1 : 0);
  for (size_t i = 0; i < own; ++i) call->arguments.push_back(BuildExpression(expressions[i]));
  if (arguments->side != nullptr || arguments->source != nullptr) {
    AddFromArguments(arguments, *call);
  }

  call->within_group = BuildSortItems(context->sortItem());
  if (context->filter != nullptr) call->filter = BuildExpression(context->filter);
  const antlr4::Token* nulls =
      context->outerNulls != nullptr ? context->outerNulls : arguments->innerNulls;
  call->ignore_nulls = nulls != nullptr && nulls->getType() == P::IGNORE;
  if (auto* over = context->overClause()) {
    call->over = std::make_unique<WindowSpecification>();
    if (over->windowSpecification() != nullptr) {
      *call->over = BuildWindow(over->windowSpecification());
    } else {
      call->over->base = BuildIdentifier(over->aliasName());
    }
    call->over->range = RangeOf(over);
  }
  return call;
}

// EXTRACT(unit FROM x) -> extract('unit', x); TRIM(BOTH c FROM x) -> trim(x, c), LEADING and
// TRAILING -> ltrim and rtrim; SUBSTRING(x FROM n FOR m) -> substring(x, n, m).
void TreeBuilder::AddFromArguments(P::CallArgumentsContext* context, Call& call) {
  const std::string name = call.name.parts.size() == 1 ? ToLower(call.name.parts[0].text) : "";
  std::vector<ExpressionPtr>& arguments = call.arguments;
  const bool from = context->source != nullptr;
  const bool unit = name == "extract" && arguments.size() == 1 &&
                    arguments[0]->kind == ExpressionKind::kColumn && context->side == nullptr;
  const bool trim = name == "trim" && arguments.size() <= 1;
  const bool part = (name == "substring" || name == "substr") && arguments.size() == 1 &&
                    context->side == nullptr;
  if (!from || !(unit || trim || part) || (context->length != nullptr && !part)) {
    const SourceRange range =
        context->side != nullptr ? TokenList::RangeOf(context->side) : RangeOf(context->FROM());
    Fail(ErrorCode::kParse, range, InvalidToken(tokens_.TextOf(range)),
         "only EXTRACT, TRIM and SUBSTRING take arguments with FROM");
  }

  ExpressionPtr source = BuildExpression(context->source);
  if (unit) {
    auto literal = std::make_unique<Literal>();
    literal->literal = LiteralKind::kString;
    literal->text = ToLower(As<ColumnName>(*arguments[0]).name.ToString());
    literal->range = arguments[0]->range;
    arguments[0] = std::move(literal);
    arguments.push_back(std::move(source));
  } else if (trim) {
    const size_t side = context->side == nullptr ? size_t{P::BOTH} : context->side->getType();
    if (side == P::LEADING) call.name.parts[0].text = "ltrim";
    if (side == P::TRAILING) call.name.parts[0].text = "rtrim";
    arguments.insert(arguments.begin(), std::move(source));
  } else {
    arguments.push_back(std::move(source));
    if (context->length != nullptr) arguments.push_back(BuildExpression(context->length));
  }
}

WindowSpecification TreeBuilder::BuildWindow(P::WindowSpecificationContext* context) {
  WindowSpecification window;
  if (context->base != nullptr) window.base = BuildIdentifier(context->base);
  window.partition_by = BuildExpressions(context->expression());
  window.order_by = BuildSortItems(context->sortItem());
  if (context->windowFrame() != nullptr) window.frame = BuildFrame(context->windowFrame());
  return window;
}

WindowFrame TreeBuilder::BuildFrame(P::WindowFrameContext* context) {
  WindowFrame frame;
  switch (context->unit->getType()) {
    case P::ROWS:
      frame.unit = FrameUnit::kRows;
      break;
    case P::RANGE:
      frame.unit = FrameUnit::kRange;
      break;
    default:
      frame.unit = FrameUnit::kGroups;
      break;
  }
  frame.start = BuildFrameBound(context->from);
  // Without BETWEEN the frame ends at the current row.
  if (context->to != nullptr) frame.end = BuildFrameBound(context->to);
  if (auto* exclusion = context->frameExclusion()) {
    switch (exclusion->start->getType()) {
      case P::CURRENT:
        frame.exclusion = FrameExclusion::kCurrentRow;
        break;
      case P::GROUP:
        frame.exclusion = FrameExclusion::kGroup;
        break;
      case P::TIES:
        frame.exclusion = FrameExclusion::kTies;
        break;
      default:
        frame.exclusion = FrameExclusion::kNoOthers;
        break;
    }
  }
  frame.range = RangeOf(context);
  return frame;
}

FrameBound TreeBuilder::BuildFrameBound(P::FrameBoundContext* context) {
  FrameBound bound;
  if (context->direction == nullptr) return bound;
  const bool preceding = context->direction->getType() == P::PRECEDING;
  if (context->valueExpression() == nullptr) {
    bound.kind =
        preceding ? FrameBoundKind::kUnboundedPreceding : FrameBoundKind::kUnboundedFollowing;
  } else {
    bound.kind = preceding ? FrameBoundKind::kPreceding : FrameBoundKind::kFollowing;
    bound.offset = BuildValue(context->valueExpression());
  }
  return bound;
}

}  // namespace paisql::syntax
