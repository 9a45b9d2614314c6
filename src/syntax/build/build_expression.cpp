// Operators: NOT, AND, OR, arithmetic, lambda. Chains of binary operators are walked down their
// left spine in a loop, because they are as long as the user likes.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/parser.h"

namespace paisql::syntax {

Binary::~Binary() {
  ExpressionPtr next = std::move(left);
  while (next != nullptr && next->kind == ExpressionKind::kBinary) {
    ExpressionPtr inner = std::move(static_cast<Binary&>(*next).left);
    next = std::move(inner);
  }
}

namespace {

struct OperatorToken {
  size_t token;
  BinaryOperator op;
};

constexpr std::array<OperatorToken, 20> kBinaryOperators = {{
    {P::OR, BinaryOperator::kOr},
    {P::AND, BinaryOperator::kAnd},
    {P::EQ, BinaryOperator::kEqual},
    {P::NEQ, BinaryOperator::kNotEqual},
    {P::LT, BinaryOperator::kLess},
    {P::LTE, BinaryOperator::kLessEqual},
    {P::GT, BinaryOperator::kGreater},
    {P::GTE, BinaryOperator::kGreaterEqual},
    {P::NULL_SAFE_EQ, BinaryOperator::kNullSafeEqual},
    {P::PLUS, BinaryOperator::kPlus},
    {P::MINUS_SIGN, BinaryOperator::kMinus},
    {P::ASTERISK, BinaryOperator::kMultiply},
    {P::SLASH, BinaryOperator::kDivide},
    {P::PERCENT, BinaryOperator::kModulo},
    {P::DIV, BinaryOperator::kIntegerDivide},
    {P::CONCAT, BinaryOperator::kConcat},
    {P::AMPERSAND, BinaryOperator::kBitAnd},
    {P::PIPE, BinaryOperator::kBitOr},
    {P::CARET, BinaryOperator::kBitXor},
    {P::LIKE, BinaryOperator::kLike},
}};

BinaryOperator OperatorOf(const antlr4::Token* token) {
  const auto* entry =
      std::find_if(kBinaryOperators.begin(), kBinaryOperators.end(),
                   [&](const OperatorToken& known) { return known.token == token->getType(); });
  PAISQL_ASSERT(entry != kBinaryOperators.end(), "an operator of the grammar has no row");
  return entry->op;
}

ExpressionPtr MakeBinary(ExpressionPtr left, const antlr4::Token* op, ExpressionPtr right) {
  auto binary = std::make_unique<Binary>();
  binary->op = OperatorOf(op);
  binary->op_range = TokenList::RangeOf(op);
  binary->range = Span(left->range, right->range);
  binary->left = std::move(left);
  binary->right = std::move(right);
  return binary;
}

// The contexts of one chain from the outermost to the innermost; `context` becomes the operand
// below them.
template <typename Chain, typename Context>
std::vector<Chain*> LeftSpine(Context*& context) {
  std::vector<Chain*> spine;
  while (IsA<Chain>(context)) {
    spine.push_back(static_cast<Chain*>(context));
    context = spine.back()->left;
  }
  if (spine.size() > ValueOf(Limit::kOperatorChain)) {
    FailLimit(Limit::kOperatorChain, TokenList::RangeOf(spine.front()->op));
  }
  return spine;
}

}  // namespace

ExpressionPtr TreeBuilder::BuildExpression(P::ExpressionContext* context) {
  tokens_.GoOn();
  const auto spine = LeftSpine<P::LogicalBinaryContext>(context);
  context->accept(this);
  ExpressionPtr result = std::move(expression_);
  for (auto step = spine.rbegin(); step != spine.rend(); ++step) {
    result = MakeBinary(std::move(result), (*step)->op, BuildExpression((*step)->right));
  }
  return result;
}

ExpressionPtr TreeBuilder::BuildValue(P::ValueExpressionContext* context) {
  const auto spine = LeftSpine<P::BinaryContext>(context);
  context->accept(this);
  ExpressionPtr result = std::move(expression_);
  for (auto step = spine.rbegin(); step != spine.rend(); ++step) {
    result = MakeBinary(std::move(result), (*step)->op, BuildValue((*step)->right));
  }
  return result;
}

std::vector<ExpressionPtr> TreeBuilder::BuildExpressions(
    const Contexts<P::ExpressionContext>& contexts) {
  std::vector<ExpressionPtr> expressions;
  expressions.reserve(contexts.size());
  for (auto* context : contexts) expressions.push_back(BuildExpression(context));
  return expressions;
}

std::vector<SortItem> TreeBuilder::BuildSortItems(const Contexts<P::SortItemContext>& contexts) {
  std::vector<SortItem> items;
  for (auto* context : contexts) {
    SortItem item;
    item.expression = BuildExpression(context->expression());
    item.descending = context->ordering != nullptr && context->ordering->getType() == P::DESC;
    if (context->nulls != nullptr) item.nulls_first = context->nulls->getType() == P::FIRST;
    item.range = RangeOf(context);
    items.push_back(std::move(item));
  }
  return items;
}

void TreeBuilder::FoldBinary(BinaryOperator op, const SourceRange& op_range,
                             P::ValueExpressionContext* right) {
  auto binary = std::make_unique<Binary>();
  binary->op = op;
  binary->op_range = op_range;
  binary->left = std::move(expression_);
  binary->right = BuildValue(right);
  binary->range = Span(binary->left->range, binary->right->range);
  expression_ = std::move(binary);
}

antlrcpp::Any TreeBuilder::visitComparison(P::ComparisonContext* context) {
  FoldBinary(OperatorOf(context->op), TokenList::RangeOf(context->op), context->right);
  return {};
}

antlrcpp::Any TreeBuilder::visitLogicalNot(P::LogicalNotContext* context) {
  ExpressionPtr operand = BuildExpression(context->expression());
  const SourceRange range = RangeOf(context);
  if (operand->kind == ExpressionKind::kExists && !As<Exists>(*operand).negated) {
    static_cast<Exists&>(*operand).negated = true;
    operand->range = range;
    expression_ = std::move(operand);
    return {};
  }
  auto unary = std::make_unique<Unary>();
  unary->op = UnaryOperator::kNot;
  unary->operand = std::move(operand);
  unary->range = range;
  expression_ = std::move(unary);
  return {};
}

// LIMIT 10 * @pages + 1
ExpressionPtr TreeBuilder::BuildLimitOperators(P::LimitValueContext* context) {
  std::vector<P::LimitValueContext*> chain;
  for (; context->left != nullptr; context = context->left) chain.push_back(context);
  if (chain.size() > ValueOf(Limit::kNesting)) FailLimit(Limit::kNesting, RangeOf(chain.front()));
  ExpressionPtr value = BuildLimit(context);
  for (; !chain.empty(); chain.pop_back()) {
    value = MakeBinary(std::move(value), chain.back()->op, BuildLimit(chain.back()->right));
  }
  return value;
}

// @x becomes a name that no column has; a parameter with a type is CAST where it is read.
ExpressionPtr TreeBuilder::BuildLambda(const Contexts<P::LambdaParameterContext>& parameters,
                                       P::LambdaNameContext* single, P::ExpressionContext* body) {
  auto lambda = std::make_unique<Lambda>();
  const auto add = [&](P::LambdaNameContext* name, P::TypeNameContext* type) {
    const bool variable = name->VARIABLE() != nullptr;
    lambda->parameters.push_back(variable ? VariableName(name->start, tokens_)
                                          : BuildIdentifier(name->identifier()));
    std::string& text = lambda->parameters.back().text;
    if (variable) text.insert(0, "@");
    lambda_names_.push_back({text, type});
  };
  const size_t outside = lambda_names_.size();
  if (single != nullptr) add(single, nullptr);
  for (auto* parameter : parameters) add(parameter->lambdaName(), parameter->typeName());
  lambda->body = BuildExpression(body);
  lambda_names_.resize(outside);
  return lambda;
}

// The parameter that the name means, or null.
ExpressionPtr TreeBuilder::BuildLambdaName(const std::string& name, const SourceRange& range) {
  for (size_t i = lambda_names_.size(); i > 0; --i) {
    const LambdaName& known = lambda_names_[i - 1];
    if (!EqualsIgnoreCase(known.text, name)) continue;
    auto column = std::make_unique<ColumnName>();
    column->range = column->name.range = range;
    column->name.parts.push_back({known.text, true, range});
    if (known.type == nullptr) return column;
    auto cast = std::make_unique<Cast>();
    cast->operand = std::move(column);
    cast->type = BuildTypeName(known.type);
    cast->range = range;
    return cast;
  }
  return nullptr;
}

antlrcpp::Any TreeBuilder::visitLambda(P::LambdaContext* context) {
  auto* parameters = context->lambdaParameters();
  expression_ = BuildLambda(parameters->lambdaParameter(), parameters->lambdaName(), context->body);
  expression_->range = RangeOf(context);
  return {};
}

// FUNCTION (@x BIGINT) RETURNS BIGINT AS @x + 1
antlrcpp::Any TreeBuilder::visitFunctionLambda(P::FunctionLambdaContext* context) {
  if (context->given != nullptr && !EqualsIgnoreCase(context->given->getText(), "RETURNS")) {
    Fail(ErrorCode::kParse, RangeOf(context->given),
         InvalidToken(context->given->getText()) + ", expect one of 'RETURNS'", "");
  }
  expression_ = BuildLambda(context->lambdaParameter(), nullptr, context->body);
  if (context->given != nullptr) {
    auto& lambda = static_cast<Lambda&>(*expression_);
    auto cast = std::make_unique<Cast>();
    cast->range = lambda.body->range;
    cast->operand = std::move(lambda.body);
    cast->type = BuildTypeName(context->typeName());
    lambda.body = std::move(cast);
  }
  expression_->range = RangeOf(context);
  return {};
}

antlrcpp::Any TreeBuilder::visitUnary(P::UnaryContext* context) {
  auto unary = std::make_unique<Unary>();
  switch (context->op->getType()) {
    case P::MINUS_SIGN:
      unary->op = UnaryOperator::kMinus;
      break;
    case P::PLUS:
      unary->op = UnaryOperator::kPlus;
      break;
    default:
      unary->op = UnaryOperator::kBitNot;
      break;
  }
  unary->operand = BuildValue(context->valueExpression());
  unary->range = RangeOf(context);
  expression_ = std::move(unary);
  return {};
}

antlrcpp::Any TreeBuilder::visitAtom(P::AtomContext* context) {
  expression_ = BuildPrimary(static_cast<P::PrimaryContext*>(context->children[0]));
  return {};
}

}  // namespace paisql::syntax
