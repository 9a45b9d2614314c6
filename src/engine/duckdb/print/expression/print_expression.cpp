#include <utility>

#include "base/text.h"
#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/print/depth_guard.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/expression/constant.h"
#include "engine/duckdb/print/expression/may_fail.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "plan/traverse.h"

namespace paisql::engine {

using plan::ExpressionKind;

std::vector<std::string> Printer::PrintAll(const std::vector<plan::ExpressionPtr>& expressions) {
  std::vector<std::string> texts;
  texts.reserve(expressions.size());
  for (const auto& expression : expressions) texts.push_back(PrintExpression(*expression));
  return texts;
}

std::string Printer::PrintExpression(const plan::Expression& expression) {
  const DepthGuard guard(depth_, expression.range, context_);
  if (!guard.ok() || context_.Ended(expression.range)) return "NULL";
  if (depth_ > kDeep) context_.avoided_optimizers.insert("common_subexpressions");
  ++weight_;
  const bool outside = row_by_row_;
  row_by_row_ = row_by_row_ || FailsInStrictMode(expression);
  std::string text = PrintByKind(expression);
  row_by_row_ = outside;
  if (text.size() <= ValueOf(Limit::kPlanBytes)) return text;
  context_.Fail(Limit::kPlanBytes, expression.range);
  return "NULL";
}

std::string Printer::PrintCondition(const plan::Expression& expression) {
  condition_ = true;
  return PrintExpression(expression);
}

std::string Printer::PrintByKind(const plan::Expression& expression) {
  const bool condition = std::exchange(condition_, false);
  switch (expression.kind) {
    case ExpressionKind::kColumn: {
      const plan::ColumnId id = plan::As<plan::ColumnRef>(expression).column;
      const auto parameter = bound_.find(id);
      if (parameter != bound_.end()) return parameter->second;
      return row_by_row_ ? RowByRow(ColumnName(id), expression.type) : ColumnName(id);
    }
    case ExpressionKind::kConstant:
      if (const auto column = replaced_.find(&expression); column != replaced_.end()) {
        return column->second;
      }
      return PrintConstant(plan::As<plan::Constant>(expression).value, context_);
    case ExpressionKind::kCall:
      return IsConnective(expression) ? PrintConnective(expression, condition)
                                      : PrintCall(plan::As<plan::Call>(expression));
    case ExpressionKind::kCast: {
      const auto& cast = plan::As<plan::Cast>(expression);
      const std::string operand = PrintExpression(*cast.operand);
      const DataType& from = cast.operand->type;
      // odps.sql.decimal.tostring.trimzero=false is for values of tables only.
      const bool constant_text = from.id() == TypeId::kDecimal && cast.type.IsText() &&
                                 !context_.settings.trim_decimal_zeros &&
                                 plan::IsConstantExpression(*cast.operand);
      if (!constant_text) return PrintCast(operand, from, cast.type, cast.mode, context_);
      return PrintCast(PrintTrimmedDecimal(operand, from), TypeId::kString, cast.type, cast.mode,
                       context_);
    }
    case ExpressionKind::kCase:
      return PrintCase(plan::As<plan::Case>(expression));
    case ExpressionKind::kAggregate:
      return PrintAggregate(plan::As<plan::Aggregate>(expression));
    case ExpressionKind::kWindow:
      return PrintWindow(plan::As<plan::Window>(expression));
    case ExpressionKind::kScalarSubquery:
      return PrintSubquery(*plan::As<plan::ScalarSubquery>(expression).relation);
    case ExpressionKind::kExists: {
      const auto& exists = plan::As<plan::Exists>(expression);
      return std::string(exists.negated ? "(NOT EXISTS " : "(EXISTS ") +
             PrintSubquery(*exists.relation) + ")";
    }
    case ExpressionKind::kInSubquery:
      return PrintInSubquery(plan::As<plan::InSubquery>(expression));
    case ExpressionKind::kLambda:
      // Printed where the template of its call wants the body.
      return "";
  }
  PAISQL_UNREACHABLE("an expression of unknown kind");
}

std::string Printer::PrintCase(const plan::Case& expression) {
  std::string text = "(CASE";
  for (const auto& branch : expression.branches) {
    text += " WHEN " + PrintCondition(*branch.when);
    text += " THEN " + PrintExpression(*branch.then);
  }
  if (expression.otherwise) text += " ELSE " + PrintExpression(*expression.otherwise);
  return text + " END)";
}

// `x IN (SELECT …)` has SQL's rule for NULL in DuckDB. For rows it has not: (NULL, 1) IN (SELECT 2,
// 2) is false because no row can be equal, but DuckDB says NULL.
std::string Printer::PrintInSubquery(const plan::InSubquery& in) {
  const std::vector<std::string> operands = PrintAll(in.operands);
  if (operands.size() > 1) return PrintRowInSubquery(in, operands);
  return "(" + operands[0] + (in.negated ? " NOT IN " : " IN ") + PrintSubquery(*in.relation) + ")";
}

std::string Printer::PrintRowInSubquery(const plan::InSubquery& in,
                                        const std::vector<std::string>& operands) {
  if (row_subqueries_ >= ValueOf(Limit::kRowSubqueries)) {
    context_.Fail(Limit::kRowSubqueries, in.range);
    return "NULL";
  }
  ++row_subqueries_;
  const size_t before = weight_;
  const std::string rows = PrintSubquery(*in.relation);
  --row_subqueries_;
  const size_t rows_weight = weight_ - before;
  std::string equal;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) equal += " AND ";
    equal += operands[i] + " = " + ColumnName(in.relation->output[i].id);
  }
  if (rows_weight > kHeavy) {
    // The rows stand in the text once: twice at each of many levels would be too much.
    return "(SELECT CASE WHEN bool_or(" + equal + (in.negated ? ") THEN false" : ") THEN true") +
           " WHEN bool_or((" + equal + ") IS NULL) THEN NULL ELSE " +
           (in.negated ? "true" : "false") + " END FROM " + rows + " AS " + context_.NewAlias("t") +
           ")";
  }
  weight_ += rows_weight;
  const std::string found =
      "EXISTS (SELECT 1 FROM " + rows + " AS " + context_.NewAlias("t") + " WHERE " + equal + ")";
  const std::string unknown = "EXISTS (SELECT 1 FROM " + rows + " AS " + context_.NewAlias("t") +
                              " WHERE (" + equal + ") IS NULL)";
  return "(CASE WHEN " + found + (in.negated ? " THEN false" : " THEN true") + " WHEN " + unknown +
         " THEN NULL ELSE " + (in.negated ? "true" : "false") + " END)";
}

// As a condition of WHERE or ON, where NULL is as good as false: one semi join. DuckDB's row form
// knows no correlated rows.
std::string Printer::PrintRowInCondition(const plan::InSubquery& in) {
  const std::vector<std::string> operands = PrintAll(in.operands);
  const std::string rows = PrintSubquery(*in.relation);
  if (!plan::IsCorrelated(*in.relation)) return "((" + Join(operands, ", ") + ") IN " + rows + ")";
  std::vector<std::string> equal;
  for (size_t i = 0; i < operands.size(); ++i) {
    equal.push_back(operands[i] + " = " + ColumnName(in.relation->output[i].id));
  }
  return "(EXISTS (SELECT 1 FROM " + rows + " AS " + context_.NewAlias("t") + " WHERE " +
         Join(equal, " AND ") + "))";
}

// DuckDB binds the body of a lambda twice, that of one within it four times.
std::string Printer::PrintLambdaBody(const plan::Lambda& lambda,
                                     const std::vector<std::string>& parameters, size_t depth) {
  PAISQL_ASSERT(parameters.size() == lambda.parameters.size(),
                "a template gives a lambda another number of parameters");
  lambda_depth_ += depth;
  if (lambda_depth_ > ValueOf(Limit::kLambdas)) context_.Fail(Limit::kLambdas, lambda.range);
  for (size_t i = 0; i < parameters.size(); ++i) bound_[lambda.parameters[i]] = parameters[i];
  std::string text = context_.error ? "NULL" : PrintExpression(*lambda.body);
  if (lambda.body->kind == ExpressionKind::kColumn && lambda.body->type.IsText()) {
    // A long text of the row outside may come once for each of many elements.
    text = context_.Native(kConcatNative, text);
  }
  for (const plan::ColumnId parameter : lambda.parameters) bound_.erase(parameter);
  if (text.size() > ValueOf(Limit::kPlanBytes) >> lambda_depth_) {
    context_.Fail(Limit::kPlanBytes, lambda.range);
  }
  lambda_depth_ -= depth;
  return text;
}

bool HasSubquery(const plan::Expression& expression) {
  std::vector<const plan::Expression*> pending = {&expression};
  while (!pending.empty()) {
    const plan::Expression* next = pending.back();
    pending.pop_back();
    if (next->kind == ExpressionKind::kScalarSubquery || next->kind == ExpressionKind::kExists ||
        next->kind == ExpressionKind::kInSubquery) {
      return true;
    }
    for (const plan::Expression* child : plan::Children(*next)) pending.push_back(child);
  }
  return false;
}

}  // namespace paisql::engine
