// Builds the operands of operators: literals, columns, CASE, CAST, subqueries, subscripts, fields.

#include <array>

#include "base/text.h"
#include "syntax/build/literal.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::syntax {

// Here, where Query is complete.
InSubquery::~InSubquery() = default;
Exists::~Exists() = default;
ScalarSubquery::~ScalarSubquery() = default;

namespace {

struct TypedLiteralName {
  std::string_view name;
  TypeId type;
};

constexpr std::array<TypedLiteralName, 5> kTypedLiterals = {{
    {"DATE", TypeId::kDate},
    {"DATETIME", TypeId::kDatetime},
    {"TIMESTAMP", TypeId::kTimestamp},
    {"TIMESTAMP_NTZ", TypeId::kTimestampNtz},
    {"JSON", TypeId::kJson},
}};

constexpr std::array<std::string_view, 6> kIntervalUnits = {"YEAR", "MONTH",  "DAY",
                                                            "HOUR", "MINUTE", "SECOND"};

// MONTHS and MONTH are the same unit.
std::string IntervalUnit(const Identifier& unit) {
  std::string name = ToUpper(unit.text);
  if (name.ends_with('S')) name.pop_back();
  for (std::string_view known : kIntervalUnits) {
    if (name == known) return name;
  }
  Fail(ErrorCode::kParse, unit.range, InvalidToken(unit.text),
       "an interval's unit is YEAR, MONTH, DAY, HOUR, MINUTE or SECOND");
}

}  // namespace

ExpressionPtr TreeBuilder::BuildPrimary(P::PrimaryContext* context) {
  // Subscripts and fields lean to the left like operators do.
  std::vector<P::PrimaryContext*> spine;
  while (true) {
    P::PrimaryContext* value = nullptr;
    if (IsA<P::FieldContext>(context)) value = static_cast<P::FieldContext*>(context)->value;
    if (IsA<P::SubscriptContext>(context))
      value = static_cast<P::SubscriptContext*>(context)->value;
    if (value == nullptr) break;
    spine.push_back(context);
    context = value;
  }
  if (spine.size() > ValueOf(Limit::kFields)) FailLimit(Limit::kFields, RangeOf(spine.front()));
  context->accept(this);
  ExpressionPtr result = std::move(expression_);
  for (auto step = spine.rbegin(); step != spine.rend(); ++step) {
    const SourceRange range = RangeOf(*step);
    if (IsA<P::SubscriptContext>(*step)) {
      auto* subscript = static_cast<P::SubscriptContext*>(*step);
      auto node = std::make_unique<Subscript>();
      node->operand = std::move(result);
      node->index = BuildValue(subscript->index);
      result = std::move(node);
    } else {
      Identifier field = BuildIdentifier(static_cast<P::FieldContext*>(*step)->field);
      if (result->kind == ExpressionKind::kColumn) {
        QualifiedName& name = static_cast<ColumnName&>(*result).name;
        name.parts.push_back(std::move(field));
        name.range = range;
      } else {
        auto node = std::make_unique<FieldAccess>();
        node->operand = std::move(result);
        node->field = std::move(field);
        result = std::move(node);
      }
    }
    result->range = range;
  }
  return result;
}

// A name that is glued to a number with a point would become its alias: 1.5abc does not mean 1.5
// called abc.
void TreeBuilder::ExpectEndOfNumber(const antlr4::Token* number) const {
  const antlr4::Token* next = tokens_.get(number->getTokenIndex() + 1);
  if (next->getType() != P::IDENTIFIER && next->getType() != P::Q && next->getType() != P::P &&
      next->getType() != P::H) {
    return;
  }
  if (next->getStartIndex() != number->getStopIndex() + 1) return;
  const SourceRange range = Span(TokenList::RangeOf(number), TokenList::RangeOf(next));
  Fail(ErrorCode::kParse, range, InvalidToken(tokens_.TextOf(range)),
       "put a blank or AS between a number and its alias");
}

ExpressionPtr TreeBuilder::BuildLiteral(P::LiteralContext* context) {
  if (context->start->getType() == P::NUMBER_VALUE) ExpectEndOfNumber(context->start);
  auto literal =
      MakeLiteral(context->start->getType(), tokens_.TextOf(context->start), RangeOf(context));
  if (literal->literal == LiteralKind::kString && context->start != context->stop) {
    literal->text = BuildString(static_cast<P::StringLiteralContext*>(context)->stringValue());
  }
  return literal;
}

antlrcpp::Any TreeBuilder::visitConstant(P::ConstantContext* context) {
  expression_ = BuildLiteral(context->literal());
  return {};
}

antlrcpp::Any TreeBuilder::visitTypedLiteral(P::TypedLiteralContext* context) {
  const std::string name = ToUpper(tokens_.TextOf(context->type));
  for (const TypedLiteralName& known : kTypedLiterals) {
    if (name != known.name) continue;
    auto literal = std::make_unique<TypedLiteral>();
    literal->type = known.type;
    literal->text = BuildString(context->stringValue());
    literal->range = RangeOf(context);
    expression_ = std::move(literal);
    return {};
  }
  const auto& texts = context->stringValue()->STRING_VALUE();
  if (context->stop == last_of_item_ && texts.size() == 1 &&
      tokens_.TextOf(context->stop).front() == '"') {
    auto column = std::make_unique<ColumnName>();
    column->range = TokenList::RangeOf(context->type);
    column->name.parts.push_back(
        Identifier{std::string(tokens_.TextOf(context->type)), false, column->range});
    column->name.range = column->range;
    expression_ = std::move(column);
    quoted_alias_ = BuildQuotedAlias(context->stop);
    return {};
  }
  Fail(ErrorCode::kParse, RangeOf(context->stringValue()),
       InvalidToken(tokens_.TextOf(context->stringValue()->start)),
       "quotes make a string, never a name: use back-ticks for a name");
}

antlrcpp::Any TreeBuilder::visitInterval(P::IntervalContext* context) {
  auto interval = std::make_unique<IntervalLiteral>();
  interval->amount = BuildPrimary(context->amount);
  if (context->sign != nullptr && context->sign->getType() == P::MINUS_SIGN) {
    auto minus = std::make_unique<Unary>();
    minus->op = UnaryOperator::kMinus;
    minus->range = Span(TokenList::RangeOf(context->sign), interval->amount->range);
    minus->operand = std::move(interval->amount);
    interval->amount = std::move(minus);
  }
  interval->from_unit = IntervalUnit(BuildIdentifier(context->from));
  if (context->to != nullptr) interval->to_unit = IntervalUnit(BuildIdentifier(context->to));
  interval->range = RangeOf(context);
  expression_ = std::move(interval);
  return {};
}

antlrcpp::Any TreeBuilder::visitCaseExpression(P::CaseExpressionContext* context) {
  auto node = std::make_unique<Case>();
  if (context->operand != nullptr) node->operand = BuildExpression(context->operand);
  for (auto* when : context->whenClause()) {
    ExpressionPtr condition = BuildExpression(when->condition);
    node->branches.push_back({std::move(condition), BuildExpression(when->result)});
  }
  if (context->otherwise != nullptr) node->otherwise = BuildExpression(context->otherwise);
  node->range = RangeOf(context);
  expression_ = std::move(node);
  return {};
}

antlrcpp::Any TreeBuilder::visitCast(P::CastContext* context) {
  auto cast = std::make_unique<Cast>();
  cast->operand = BuildExpression(context->expression());
  cast->type = BuildTypeName(context->typeName());
  cast->range = RangeOf(context);
  expression_ = std::move(cast);
  return {};
}

antlrcpp::Any TreeBuilder::visitExists(P::ExistsContext* context) {
  auto exists = std::make_unique<Exists>();
  exists->query = BuildQuery(context->query());
  exists->range = RangeOf(context);
  expression_ = std::move(exists);
  return {};
}

antlrcpp::Any TreeBuilder::visitScalarSubquery(P::ScalarSubqueryContext* context) {
  auto subquery = std::make_unique<ScalarSubquery>();
  subquery->query = BuildQuery(context->query());
  subquery->range = RangeOf(context);
  expression_ = std::move(subquery);
  return {};
}

antlrcpp::Any TreeBuilder::visitParenthesized(P::ParenthesizedContext* context) {
  if (context->expression().size() > 1) {
    Fail(ErrorCode::kParse, RangeOf(context->COMMA(0)), InvalidToken(",") + ", expect one of ')'",
         "a row (a, b) stands only before IN, = and <>");
  }
  expression_ = BuildExpression(context->expression(0));
  return {};
}

antlrcpp::Any TreeBuilder::visitColumn(P::ColumnContext* context) {
  if (!lambda_names_.empty()) {
    expression_ = BuildLambdaName(BuildIdentifier(context->anyName()).text, RangeOf(context));
    if (expression_ != nullptr) return {};
  }
  auto column = std::make_unique<ColumnName>();
  column->range = RangeOf(context);
  column->name.parts.push_back(BuildIdentifier(context->anyName()));
  column->name.range = column->range;
  expression_ = std::move(column);
  return {};
}

antlrcpp::Any TreeBuilder::visitVariable(P::VariableContext* context) {
  if (!lambda_names_.empty()) {
    const Identifier name = VariableName(context->VARIABLE()->getSymbol(), tokens_);
    expression_ = BuildLambdaName("@" + name.text, RangeOf(context));
    if (expression_ != nullptr) return {};
  }
  auto variable = std::make_unique<Variable>();
  variable->name = VariableName(context->VARIABLE()->getSymbol(), tokens_);
  variable->range = RangeOf(context);
  expression_ = std::move(variable);
  return {};
}

// The name of a function that a parameter holds keeps its @.
antlrcpp::Any TreeBuilder::visitVariableCall(P::VariableCallContext* context) {
  auto call = std::make_unique<Call>();
  Identifier name = VariableName(context->VARIABLE()->getSymbol(), tokens_);
  name.text = "@" + name.text;
  call->name.range = name.range;
  call->name.parts.push_back(std::move(name));
  for (auto* argument : context->expression()) {
    call->arguments.push_back(BuildExpression(argument));
  }
  call->range = RangeOf(context);
  expression_ = std::move(call);
  return {};
}

antlrcpp::Any TreeBuilder::visitCall(P::CallContext* context) {
  expression_ = BuildCall(context->functionCall());
  return {};
}

}  // namespace paisql::syntax
