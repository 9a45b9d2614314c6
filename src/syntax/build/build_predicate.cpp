// Predicates after a value: a = b, IN, BETWEEN, LIKE, IS.

#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"
#include "syntax/parser.h"

namespace paisql::syntax {

namespace {

ExpressionPtr Joined(BinaryOperator op, ExpressionPtr left, ExpressionPtr right,
                     const SourceRange& range) {
  auto binary = std::make_unique<Binary>();
  binary->op = op;
  binary->left = std::move(left);
  binary->right = std::move(right);
  binary->range = binary->op_range = range;
  return binary;
}

}  // namespace

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
  // A row (a, b) stands before IN, = and <> alone; visitInSubquery reads its operands.
  row_ = nullptr;
  if (count == 1 && IsA<P::AtomContext>(value)) {
    P::ParenthesizedContext* row = RowOf(value);
    if (row != nullptr && BuildRowPredicate(row, predicate(0))) {
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

P::ParenthesizedContext* TreeBuilder::RowOf(const P::ValueExpressionContext* value) {
  if (!IsA<P::AtomContext>(value)) return nullptr;
  auto* row = dynamic_cast<P::ParenthesizedContext*>(value->children[0]);
  return row != nullptr && row->expression().size() > 1 ? row : nullptr;
}

P::ParenthesizedContext* TreeBuilder::RowOf(P::ExpressionContext* expression) {
  if (!IsA<P::PredicatedContext>(expression) || expression->children.size() != 1) return nullptr;
  return RowOf(static_cast<P::ValueExpressionContext*>(expression->children[0]));
}

// a1 = b1 AND a2 = b2, of newly built sides.
ExpressionPtr TreeBuilder::CompareRows(P::ParenthesizedContext* left,
                                       P::ParenthesizedContext* right, const SourceRange& range) {
  const std::vector<P::ExpressionContext*> lefts = left->expression();
  const std::vector<P::ExpressionContext*> rights = right->expression();
  if (lefts.size() != rights.size()) {
    Fail(ErrorCode::kSemantic, RangeOf(right),
         "a row of " + std::to_string(lefts.size()) + " columns cannot be compared with one of " +
             std::to_string(rights.size()));
  }
  ExpressionPtr all;
  for (size_t i = 0; i < lefts.size(); ++i) {
    auto equal = std::make_unique<Binary>();
    equal->op = BinaryOperator::kEqual;
    equal->left = BuildExpression(lefts[i]);
    equal->right = BuildExpression(rights[i]);
    equal->range = equal->op_range = range;
    all = all == nullptr ? std::move(equal)
                         : Joined(BinaryOperator::kAnd, std::move(all), std::move(equal), range);
  }
  return all;
}

// Leaves the expression in expression_; false for what takes no row.
bool TreeBuilder::BuildRowPredicate(P::ParenthesizedContext* row, P::PredicateContext* predicate) {
  const SourceRange range = RangeOf(predicate);
  if (IsA<P::InSubqueryContext>(predicate)) {
    row_ = row;
    predicate->accept(this);
    return true;
  }
  ExpressionPtr any;
  bool negated = false;
  if (auto* comparison = dynamic_cast<P::ComparisonContext*>(predicate)) {
    P::ParenthesizedContext* right = RowOf(comparison->right);
    const size_t op = comparison->op->getType();
    if (right == nullptr || (op != P::EQ && op != P::NEQ)) return false;
    negated = op == P::NEQ;
    any = CompareRows(row, right, range);
  } else if (auto* in = dynamic_cast<P::InListContext*>(predicate)) {
    negated = in->NOT() != nullptr;
    for (auto* item : in->expression()) {
      P::ParenthesizedContext* right = RowOf(item);
      if (right == nullptr) {
        Fail(ErrorCode::kSemantic, RangeOf(item), "a row is compared with rows alone",
             "write (a, b) IN ((1, 2), (3, 4))");
      }
      ExpressionPtr one = CompareRows(row, right, RangeOf(item));
      any = any == nullptr ? std::move(one)
                           : Joined(BinaryOperator::kOr, std::move(any), std::move(one), range);
    }
  } else {
    return false;
  }
  if (negated) {
    auto inverse = std::make_unique<Unary>();
    inverse->op = UnaryOperator::kNot;
    inverse->operand = std::move(any);
    inverse->range = range;
    any = std::move(inverse);
  }
  expression_ = std::move(any);
  return true;
}

std::vector<ExpressionPtr> TreeBuilder::BuildList(const Contexts<P::ExpressionContext>& contexts) {
  P::ParenthesizedContext* row = contexts.size() == 1 ? RowOf(contexts[0]) : nullptr;
  return BuildExpressions(row != nullptr ? row->expression() : contexts);
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
  for (P::ExpressionContext* item : context->expression()) {
    in->items.push_back(BuildExpression(item));
    AddRun(item->stop, false, in->middle, in->items.size());
  }
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
