// Predicates behind a value: a = b, IN, BETWEEN, LIKE, IS.

#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/parser.h"

namespace paisql::syntax {

antlrcpp::Any TreeBuilder::visitPredicated(P::PredicatedContext* context) {
  // The children are the value and its predicates: read as they stand, because most values have
  // none.
  auto* value = static_cast<P::ValueExpressionContext*>(context->children[0]);
  const size_t count = context->children.size() - 1;
  const auto predicate = [&](size_t i) {
    return static_cast<P::PredicateContext*>(context->children[i + 1]);
  };
  if (count > ValueOf(Limit::kPredicates)) {
    FailLimit(Limit::kPredicates, RangeOf(predicate(ValueOf(Limit::kPredicates))));
  }
  // (a, b) IN (SELECT …) is the one place of a row; visitInSubquery reads its operands.
  row_ = nullptr;
  if (count == 1 && IsA<P::InSubqueryContext>(predicate(0)) && IsA<P::AtomContext>(value)) {
    auto* row = dynamic_cast<P::ParenthesizedContext*>(value->children[0]);
    if (row != nullptr && row->expression().size() > 1) {
      row_ = row;
      predicate(0)->accept(this);
      expression_->range = RangeOf(context);
      return {};
    }
  }
  ExpressionPtr left = BuildValue(value);
  for (size_t i = 0; i < count; ++i) {
    const SourceRange first = left->range;
    expression_ = std::move(left);
    predicate(i)->accept(this);
    expression_->range = Span(first, RangeOf(predicate(i)));
    left = std::move(expression_);
  }
  expression_ = std::move(left);
  return {};
}

antlrcpp::Any TreeBuilder::visitBetween(P::BetweenContext* context) {
  auto between = std::make_unique<Between>();
  between->negated = context->NOT() != nullptr;
  between->operand = std::move(expression_);
  between->low = BuildValue(context->low);
  between->high = BuildValue(context->high);
  expression_ = std::move(between);
  return {};
}

antlrcpp::Any TreeBuilder::visitInSubquery(P::InSubqueryContext* context) {
  auto in = std::make_unique<InSubquery>();
  in->negated = context->NOT() != nullptr;
  if (row_ != nullptr) {
    P::ParenthesizedContext* row = std::exchange(row_, nullptr);
    in->operands = BuildExpressions(row->expression());
  } else {
    in->operands.push_back(std::move(expression_));
  }
  in->query = BuildQuery(context->query());
  expression_ = std::move(in);
  return {};
}

antlrcpp::Any TreeBuilder::visitInList(P::InListContext* context) {
  auto in = std::make_unique<InList>();
  in->negated = context->NOT() != nullptr;
  in->operand = std::move(expression_);
  in->items = BuildExpressions(context->expression());
  expression_ = std::move(in);
  return {};
}

antlrcpp::Any TreeBuilder::visitLikeList(P::LikeListContext* context) {
  auto like = std::make_unique<LikeList>();
  like->negated = context->NOT() != nullptr;
  like->all = context->quantifier->getType() == P::ALL;
  like->operand = std::move(expression_);
  like->patterns = BuildExpressions(context->expression());
  expression_ = std::move(like);
  return {};
}

antlrcpp::Any TreeBuilder::visitLike(P::LikeContext* context) {
  const bool negated = context->NOT() != nullptr;
  const bool like = context->op->getType() == P::LIKE;
  const BinaryOperator op = like ? (negated ? BinaryOperator::kNotLike : BinaryOperator::kLike)
                                 : (negated ? BinaryOperator::kNotRlike : BinaryOperator::kRlike);
  if (!like && context->escape != nullptr) {
    Fail(ErrorCode::kParse, RangeOf(context->ESCAPE()), InvalidToken("ESCAPE"),
         "only LIKE takes an ESCAPE character");
  }
  FoldBinary(op, TokenList::RangeOf(context->op), context->pattern);
  if (context->escape != nullptr) {
    ExpressionPtr binary = std::move(expression_);
    static_cast<Binary&>(*binary).escape = BuildValue(context->escape);
    expression_ = std::move(binary);
  }
  return {};
}

antlrcpp::Any TreeBuilder::visitIsPredicate(P::IsPredicateContext* context) {
  auto is = std::make_unique<Is>();
  switch (context->what->getType()) {
    case P::TRUE:
      is->predicate = IsPredicate::kTrue;
      break;
    case P::FALSE:
      is->predicate = IsPredicate::kFalse;
      break;
    default:
      is->predicate = IsPredicate::kNull;
      break;
  }
  is->negated = context->NOT() != nullptr;
  is->operand = std::move(expression_);
  expression_ = std::move(is);
  return {};
}

antlrcpp::Any TreeBuilder::visitDistinctFrom(P::DistinctFromContext* context) {
  const bool negated = context->NOT() != nullptr;
  FoldBinary(negated ? BinaryOperator::kNotDistinctFrom : BinaryOperator::kDistinctFrom,
             Span(RangeOf(context->IS()), RangeOf(context->FROM())), context->right);
  return {};
}

}  // namespace paisql::syntax
