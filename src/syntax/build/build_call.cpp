// Calls, their FROM forms, and windows.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"

namespace paisql::syntax {

namespace {

ExpressionPtr NameLiteral(std::string text, const SourceRange& range) {
  auto literal = std::make_unique<Literal>();
  literal->literal = LiteralKind::kString;
  literal->text = std::move(text);
  literal->range = range;
  return literal;
}

// count(t.*), count(DISTINCT *): all columns.
ExpressionPtr MakeStar(std::optional<QualifiedName> qualifier, const SourceRange& range) {
  auto star = std::make_unique<Star>();
  star->qualifier = std::move(qualifier);
  star->range = range;
  return star;
}

}  // namespace

QualifiedName TreeBuilder::BuildFunctionName(P::FunctionNameContext* context) const {
  QualifiedName name;
  name.parts.push_back(BuildIdentifier(context));
  for (Identifier& part : BuildNames(context->anyName())) name.parts.push_back(std::move(part));
  name.parts.front().range = TokenList::RangeOf(context->start);
  name.range = RangeOf(context);
  return name;
}

// STRUCT(1 AS a, 2) -> named_struct('a', 1, 'col2', 2)
void TreeBuilder::AddArguments(const Contexts<P::CallArgumentContext>& contexts, Call& call) {
  bool named = false;
  for (auto* argument : contexts) {
    if (argument->field == nullptr) continue;
    named = true;
    if (call.name.parts.size() == 1 && EqualsIgnoreCase(call.name.parts[0].text, "struct"))
      continue;
    Fail(ErrorCode::kParse, RangeOf(argument->AS()), InvalidToken("AS"),
         "only STRUCT names its arguments");
  }
  for (size_t i = 0; i < contexts.size(); ++i) {
    if (contexts[i]->qualifiedName() != nullptr) {
      call.arguments.push_back(
          MakeStar(BuildName(contexts[i]->qualifiedName()), RangeOf(contexts[i])));
      continue;
    }
    ExpressionPtr value = BuildExpression(contexts[i]->expression());
    if (named && contexts[i]->field != nullptr) {
      const Identifier field = BuildIdentifier(contexts[i]->field);
      call.arguments.push_back(NameLiteral(field.text, field.range));
    } else if (named) {
      call.arguments.push_back(NameLiteral("col" + std::to_string(i + 1), value->range));
    }
    call.arguments.push_back(std::move(value));
  }
  if (named) call.name.parts[0].text = "named_struct";
}

std::unique_ptr<Call> TreeBuilder::BuildCall(P::FunctionCallContext* context) {
  auto call = std::make_unique<Call>();
  call->range = RangeOf(context);
  call->name = BuildFunctionName(context->functionName());

  auto* arguments = context->callArguments();
  call->star = arguments->ASTERISK() != nullptr;
  call->distinct =
      arguments->setQuantifier() != nullptr && arguments->setQuantifier()->DISTINCT() != nullptr;
  if (call->star && call->distinct) {
    call->star = false;
    call->arguments.push_back(MakeStar(std::nullopt, RangeOf(arguments)));
  }
  AddArguments(arguments->callArgument(), *call);
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
    std::string name_of_unit = ToLower(As<ColumnName>(*arguments[0]).name.ToString());
    // The units of INTERVAL have a plural, and these are the same ones.
    if (name_of_unit.size() > 3 && name_of_unit.ends_with('s')) name_of_unit.pop_back();
    arguments[0] = NameLiteral(std::move(name_of_unit), arguments[0]->range);
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
  window.partition_by = BuildList(context->expression());
  window.order_by = BuildSortItems(context->sortItem());
  // CLUSTER BY a is DISTRIBUTE BY a SORT BY a.
  for (auto* clustered : context->clustered) {
    SortItem item;
    item.expression = BuildExpression(clustered);
    window.order_by.push_back(std::move(item));
  }
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
