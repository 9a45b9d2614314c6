#include "analysis/expression/expressions.h"

#include <algorithm>

#include "analysis/expression/constants.h"

namespace paisql::analysis {

namespace {

static_assert(ValueOf(Limit::kTypeDepth) == static_cast<size_t>(kMaxTypeDepth));

size_t TypeDepth(const DataType& type) {
  if (!type.IsNested()) return 0;
  size_t deepest = 0;
  for (const DataType& part : type.fields()) deepest = std::max(deepest, TypeDepth(part));
  return deepest + 1;
}

}  // namespace

plan::ExpressionPtr ExpressionAnalyzer::Settle(Result<plan::ExpressionPtr> made,
                                               const SourceRange& range) {
  if (made.ok()) return std::move(made).value();
  state_.errors.Add(std::move(made).error());
  return FailedExpression(range);
}

plan::ExpressionPtr ExpressionAnalyzer::Analyze(const syntax::Expression& expression) {
  if (state_.Ended(expression.range)) return FailedExpression(expression.range);
  const DepthGuard guard(state_.expression_depth);
  if (state_.expression_depth > ValueOf(Limit::kExpressionDepth)) {
    return Settle(TooLarge(Limit::kExpressionDepth, expression.range), expression.range);
  }
  const size_t trouble = state_.errors.trouble();
  Result<plan::ExpressionPtr> made = Dispatch(expression);
  // With a failed part its own error would only follow from that part's.
  if (state_.errors.trouble() != trouble) return FailedExpression(expression.range);
  if (made.ok() && (*made)->type.IsNested() &&
      TypeDepth((*made)->type) > ValueOf(Limit::kTypeDepth)) {
    made = LimitError(Limit::kTypeDepth, ErrorCode::kIllegalDataType, expression.range);
  }
  plan::ExpressionPtr result = Settle(std::move(made), expression.range);
  if (!result->range.known()) result->range = expression.range;
  return result;
}

plan::ExpressionPtr ExpressionAnalyzer::AnalyzeBoolean(const syntax::Expression& expression) {
  plan::ExpressionPtr condition = Analyze(expression);
  // The place is that of the whole condition, whatever node came out of it.
  condition->range = expression.range;
  return Settle(ExpectBoolean(state_, std::move(condition)), expression.range);
}

std::vector<plan::ExpressionPtr> ExpressionAnalyzer::AnalyzeAll(
    const std::vector<syntax::ExpressionPtr>& expressions) {
  std::vector<plan::ExpressionPtr> results;
  results.reserve(expressions.size());
  for (const syntax::ExpressionPtr& expression : expressions) {
    results.push_back(Analyze(*expression));
  }
  return results;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Dispatch(const syntax::Expression& expression) {
  using syntax::As;
  using syntax::ExpressionKind;
  switch (expression.kind) {
    case ExpressionKind::kLiteral:
      return Literal(As<syntax::Literal>(expression));
    case ExpressionKind::kTypedLiteral: {
      const auto& node = As<syntax::TypedLiteral>(expression);
      PAISQL_ASSIGN(Value value, TypedLiteralValue(node));
      PAISQL_TRY(ExpectEnabled(state_, value.type, node.range));
      return MakeConstant(std::move(value), node.range);
    }
    case ExpressionKind::kInterval:
      return Interval(As<syntax::IntervalLiteral>(expression));
    case ExpressionKind::kColumn:
      return Column(As<syntax::ColumnName>(expression));
    case ExpressionKind::kStar:
      return SemanticError(expression.range, "* may only stand in the select list and in count(*)",
                           "name the column");
    case ExpressionKind::kVariable:
      return Variable(As<syntax::Variable>(expression));
    case ExpressionKind::kUnary:
      return Unary(As<syntax::Unary>(expression));
    case ExpressionKind::kBinary:
      return Binary(As<syntax::Binary>(expression));
    case ExpressionKind::kBetween:
      return Between(As<syntax::Between>(expression));
    case ExpressionKind::kInList:
      return InList(As<syntax::InList>(expression));
    case ExpressionKind::kLikeList:
      return LikeList(As<syntax::LikeList>(expression));
    case ExpressionKind::kInSubquery:
      return InSubquery(As<syntax::InSubquery>(expression));
    case ExpressionKind::kExists:
      return Exists(As<syntax::Exists>(expression));
    case ExpressionKind::kScalarSubquery:
      return ScalarSubquery(As<syntax::ScalarSubquery>(expression));
    case ExpressionKind::kIs:
      return Is(As<syntax::Is>(expression));
    case ExpressionKind::kCase:
      return Case(As<syntax::Case>(expression));
    case ExpressionKind::kCast:
      return Cast(As<syntax::Cast>(expression));
    case ExpressionKind::kCall:
      return Call(As<syntax::Call>(expression));
    case ExpressionKind::kSubscript:
      return Subscript(As<syntax::Subscript>(expression));
    case ExpressionKind::kField: {
      const auto& node = As<syntax::FieldAccess>(expression);
      return FieldOf(Analyze(*node.operand), node.field);
    }
    case ExpressionKind::kLambda:
      return SemanticError(expression.range,
                           "a lambda may only stand as an argument of a function that takes one");
  }
  PAISQL_UNREACHABLE("an expression of unknown kind");
}

}  // namespace paisql::analysis
