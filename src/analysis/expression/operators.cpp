// Unary and binary operators.

#include <fmt/format.h>

#include "analysis/expression/coercion.h"
#include "analysis/expression/constants.h"
#include "analysis/expression/doubts.h"
#include "analysis/expression/expressions.h"
#include "types/decimal_rules.h"

namespace paisql::analysis {
namespace {

using syntax::BinaryOperator;

// The operator's row in the function table.
std::string_view OperatorName(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kOr:
      return "or";
    case BinaryOperator::kAnd:
      return "and";
    case BinaryOperator::kEqual:
      return "=";
    case BinaryOperator::kNotEqual:
      return "<>";
    case BinaryOperator::kLess:
      return "<";
    case BinaryOperator::kLessEqual:
      return "<=";
    case BinaryOperator::kGreater:
      return ">";
    case BinaryOperator::kGreaterEqual:
      return ">=";
    case BinaryOperator::kNullSafeEqual:
      return "<=>";
    case BinaryOperator::kDistinctFrom:
      return "is_distinct_from";
    case BinaryOperator::kNotDistinctFrom:
      return "is_not_distinct_from";
    case BinaryOperator::kLike:
    case BinaryOperator::kNotLike:
      return "like";
    case BinaryOperator::kRlike:
    case BinaryOperator::kNotRlike:
      return "rlike";
    case BinaryOperator::kPlus:
      return "+";
    case BinaryOperator::kMinus:
      return "-";
    case BinaryOperator::kMultiply:
      return "*";
    case BinaryOperator::kDivide:
      return "/";
    case BinaryOperator::kModulo:
      return "%";
    case BinaryOperator::kIntegerDivide:
      return "div";
    case BinaryOperator::kConcat:
      return "||";
    case BinaryOperator::kBitAnd:
      return "bit_and";
    case BinaryOperator::kBitOr:
      return "bit_or";
    case BinaryOperator::kBitXor:
      return "bit_xor";
  }
  return "";
}

// The order in which such a chain is evaluated does not matter, so it may become a balanced tree.
bool IsAssociative(BinaryOperator op) {
  return op == BinaryOperator::kAnd || op == BinaryOperator::kOr || op == BinaryOperator::kConcat;
}

// Names another way for an operator that these types do not have.
std::string OperandCure(std::string_view op, const DataType& left, const DataType& right) {
  const bool sum = op == "+" || op == "-";
  if (op == "-" && left.IsTemporal() && right.IsTemporal()) {
    return "write DATEDIFF(end, start, 'dd')";
  }
  if (sum && left.IsTemporal() && right.IsNumeric()) {
    return fmt::format("write DATEADD(date, {}days, 'dd'), or date {} INTERVAL n DAY",
                       op == "-" ? "-" : "", op);
  }
  if (op == "+" && left.IsNumeric() && right.IsTemporal()) {
    return "write DATEADD(date, days, 'dd'), or date + INTERVAL n DAY";
  }
  return "use CAST";
}

Error OperandError(std::string_view op, const plan::Expression& left, const plan::Expression& right,
                   const SourceRange& range) {
  return {ErrorCode::kInvalidArgumentType,
          fmt::format("invalid operand types {} and {} for operator {}", left.type.ToString(),
                      right.type.ToString(), op),
          range, OperandCure(op, left.type, right.type)};
}

bool IsNumericLiteral(const syntax::Expression& expression) {
  if (expression.kind != syntax::ExpressionKind::kLiteral) return false;
  switch (syntax::As<syntax::Literal>(expression).literal) {
    case syntax::LiteralKind::kNull:
    case syntax::LiteralKind::kBoolean:
    case syntax::LiteralKind::kString:
    case syntax::LiteralKind::kBinary:
      return false;
    default:
      return true;
  }
}

}  // namespace

Result<plan::ExpressionPtr> ExpressionAnalyzer::Not(plan::ExpressionPtr operand,
                                                    const SourceRange& range) {
  PAISQL_ASSIGN(operand, ExpectBoolean(state_, std::move(operand)));
  return MakeOperator(state_, "not", std::move(operand), range);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Unary(const syntax::Unary& node) {
  using syntax::UnaryOperator;
  if (node.op == UnaryOperator::kMinus && IsNumericLiteral(*node.operand)) {
    const auto& literal = syntax::As<syntax::Literal>(*node.operand);
    PAISQL_ASSIGN(Value value, LiteralValue(literal, true, state_.types()));
    PAISQL_TRY(ExpectEnabled(state_, value.type, node.range));
    return MakeConstant(std::move(value), node.range);
  }
  plan::ExpressionPtr operand = Analyze(*node.operand);
  switch (node.op) {
    case UnaryOperator::kNot:
      return Not(std::move(operand), node.range);
    case UnaryOperator::kBitNot:
      return MakeOperator(state_, "bit_not", std::move(operand), node.range);
    case UnaryOperator::kMinus:
    case UnaryOperator::kPlus:
      break;
  }
  const bool interval = operand->type.IsInterval();
  const std::optional<DataType> type =
      ArithmeticType('-', operand->type, operand->type, state_.types());
  if (!type && !interval) {
    return Error{ErrorCode::kInvalidArgumentType,
                 fmt::format("invalid operand type {} for operator {}", operand->type.ToString(),
                             node.op == UnaryOperator::kMinus ? "-" : "+"),
                 node.range, "use CAST"};
  }
  if (!operand->type.IsNumeric() && !interval) {
    operand = CoerceTo(state_, std::move(operand), *type);
  }
  if (node.op == UnaryOperator::kPlus) return operand;
  return MakeOperator(state_, "negate", std::move(operand), node.range);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Binary(const syntax::Binary& root) {
  // The left spine is walked in a loop, so that a chain of 10,000 terms needs no deep stack.
  std::vector<const syntax::Binary*> spine;
  std::vector<size_t> above;  // of each one: the operators that the plan has around it
  const syntax::Expression* leftmost = &root;
  size_t deep = 0;
  while (leftmost->kind == syntax::ExpressionKind::kBinary) {
    const auto& node = syntax::As<syntax::Binary>(*leftmost);
    spine.push_back(&node);
    above.push_back(deep);
    if (!IsAssociative(node.op)) ++deep;
    leftmost = node.left.get();
  }
  if (deep + state_.expression_depth > ValueOf(Limit::kExpressionDepth)) {
    return TooLarge(Limit::kExpressionDepth, root.op_range);
  }
  // An operand with a subquery goes on from the depth at which it lies.
  const auto analyze = [&](const syntax::Expression& operand, size_t around) {
    const DepthGuard guard(state_.expression_depth, around);
    return Analyze(operand);
  };
  // Each operand is analysed, whatever becomes of the others.
  plan::ExpressionPtr result = analyze(*leftmost, above.back());
  for (size_t i = spine.size(); i-- > 0;) {
    const syntax::Binary& node = *spine[i];
    if (!IsAssociative(node.op)) {
      plan::ExpressionPtr right = analyze(*node.right, above[i]);
      result = Settle(Combine(node, std::move(result), std::move(right)), node.range);
      continue;
    }
    std::vector<plan::ExpressionPtr> terms;
    terms.push_back(std::move(result));
    size_t last = i;
    while (true) {
      terms.push_back(analyze(*spine[last]->right, above[last]));
      if (last == 0 || spine[last - 1]->op != node.op) break;
      --last;
    }
    if (node.op != BinaryOperator::kConcat) {
      for (plan::ExpressionPtr& term : terms) {
        const SourceRange range = term->range;
        term = Settle(ExpectBoolean(state_, std::move(term)), range);
      }
    }
    result = Settle(BalancedChain(*spine[last], terms, 0, terms.size()), spine[last]->range);
    i = last;
  }
  return result;
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::BalancedChain(
    const syntax::Binary& node, std::vector<plan::ExpressionPtr>& terms, size_t begin, size_t end) {
  if (end - begin == 1) return std::move(terms[begin]);
  const size_t middle = begin + (end - begin) / 2;
  PAISQL_ASSIGN(plan::ExpressionPtr left, BalancedChain(node, terms, begin, middle));
  PAISQL_ASSIGN(plan::ExpressionPtr right, BalancedChain(node, terms, middle, end));
  return Combine(node, std::move(left), std::move(right));
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Combine(const syntax::Binary& node,
                                                        plan::ExpressionPtr left,
                                                        plan::ExpressionPtr right) {
  if (IsFailed(left->type) || IsFailed(right->type)) return FailedExpression(node.range);
  const std::string_view name = OperatorName(node.op);
  switch (node.op) {
    case BinaryOperator::kAnd:
    case BinaryOperator::kOr: {
      PAISQL_ASSIGN(left, ExpectBoolean(state_, std::move(left)));
      PAISQL_ASSIGN(right, ExpectBoolean(state_, std::move(right)));
      return MakeOperator(state_, name, std::move(left), std::move(right), node.range);
    }
    case BinaryOperator::kEqual:
    case BinaryOperator::kNotEqual:
    case BinaryOperator::kLess:
    case BinaryOperator::kLessEqual:
    case BinaryOperator::kGreater:
    case BinaryOperator::kGreaterEqual:
    case BinaryOperator::kNullSafeEqual:
    case BinaryOperator::kDistinctFrom:
    case BinaryOperator::kNotDistinctFrom:
      WarnOfDoubts(state_, scope_, node);
      return MakeComparison(state_, name, std::move(left), std::move(right), node.range);
    case BinaryOperator::kLike:
    case BinaryOperator::kNotLike:
    case BinaryOperator::kRlike:
    case BinaryOperator::kNotRlike:
      WarnOfDoubts(state_, scope_, node);
      return Like(node, std::move(left), std::move(right));
    case BinaryOperator::kPlus:
    case BinaryOperator::kMinus:
    case BinaryOperator::kMultiply:
    case BinaryOperator::kDivide:
    case BinaryOperator::kModulo:
      return Arithmetic(name[0], node, std::move(left), std::move(right));
    case BinaryOperator::kIntegerDivide:
    case BinaryOperator::kConcat:
    case BinaryOperator::kBitAnd:
    case BinaryOperator::kBitOr:
    case BinaryOperator::kBitXor:
      break;
  }
  return MakeOperator(state_, name, std::move(left), std::move(right), node.range);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Arithmetic(char op, const syntax::Binary& node,
                                                           plan::ExpressionPtr left,
                                                           plan::ExpressionPtr right) {
  const std::string_view name(&op, 1);
  const std::optional<DataType> type = ArithmeticType(op, left->type, right->type, state_.types());
  if (!type) {
    if (HasInterval(left->type, right->type)) {
      return MakeTimeArithmetic(state_, op, std::move(left), std::move(right), node.range);
    }
    return OperandError(name, *left, *right, node.range);
  }
  // Operands of DECIMAL keep their own precision and scale: the result's follow from both.
  const auto operand_type = [&](const DataType& own) {
    return type->id() == TypeId::kDecimal ? AsDecimal(own) : *type;
  };
  const bool whole_quotient = op == '/' && left->type.IsInteger() && right->type.IsInteger() &&
                              state_.types().evaluation() == EvaluationMode::kHive;
  const DataType left_type = operand_type(left->type);
  const DataType right_type = operand_type(right->type);
  left = CoerceTo(state_, std::move(left), left_type);
  right = CoerceTo(state_, std::move(right), right_type);
  return MakeOperator(state_, whole_quotient ? "divide_whole" : name, std::move(left),
                      std::move(right), node.range);
}

Result<plan::ExpressionPtr> ExpressionAnalyzer::Like(const syntax::Binary& node,
                                                     plan::ExpressionPtr left,
                                                     plan::ExpressionPtr right) {
  const bool like = node.op == BinaryOperator::kLike || node.op == BinaryOperator::kNotLike;
  const bool negated = node.op == BinaryOperator::kNotLike || node.op == BinaryOperator::kNotRlike;
  std::vector<plan::ExpressionPtr> arguments;
  arguments.push_back(std::move(left));
  arguments.push_back(std::move(right));
  if (node.escape) arguments.push_back(Analyze(*node.escape));
  PAISQL_ASSIGN(plan::ExpressionPtr result,
                Match(like ? "LIKE" : "RLIKE", std::move(arguments), node.range));
  return negated ? Not(std::move(result), node.range) : std::move(result);
}

// The arguments: text, pattern and perhaps the escape character.
Result<plan::ExpressionPtr> ExpressionAnalyzer::Match(std::string_view word,
                                                      std::vector<plan::ExpressionPtr> arguments,
                                                      const SourceRange& range) {
  for (plan::ExpressionPtr& argument : arguments) {
    if (IsFailed(argument->type)) return FailedExpression(range);
    if (!argument->type.IsText() && argument->type.id() != TypeId::kVoid) {
      return Error{
          ErrorCode::kInvalidArgumentType,
          fmt::format("operator {} takes STRING only, this is {}", word, argument->type.ToString()),
          argument->range, "use CAST(… AS STRING)"};
    }
    argument = CoerceTo(state_, std::move(argument), TypeId::kString);
  }
  std::string_view name = word == "RLIKE" ? "rlike" : arguments.size() > 2 ? "like_escape" : "like";
  if (name == "like") {
    // Without an escape in the pattern engines know faster ways.
    const std::optional<Value> pattern = Fold(*arguments[1]);
    if (pattern && !pattern->is_null() && pattern->as_text().find('\\') == std::string::npos) {
      name = "like_plain";
    }
  }
  return MakeOperator(state_, name, std::move(arguments), range);
}

}  // namespace paisql::analysis
