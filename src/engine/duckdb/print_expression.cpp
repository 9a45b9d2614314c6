#include <algorithm>

#include "base/text.h"
#include "engine/duckdb/cast.h"
#include "engine/duckdb/constant.h"
#include "engine/duckdb/decimal_functions.h"
#include "engine/duckdb/depth_guard.h"
#include "engine/duckdb/printer.h"
#include "engine/duckdb/sql_text.h"
#include "engine/duckdb/template.h"

namespace paisql::engine {

using plan::ExpressionKind;

namespace {

// "AND" and "OR" for the operators that are printed flat, "" for every other call.
std::string_view Connective(const plan::Expression& expression) {
  if (expression.kind != ExpressionKind::kCall) return "";
  const auto& call = plan::As<plan::Call>(expression);
  if (call.function->kind != functions::FunctionKind::kOperator || call.arguments.size() != 2)
    return "";
  if (call.function->name == "and") return "AND";
  if (call.function->name == "or") return "OR";
  return "";
}

// The operands of a chain of one connective, in the order of the text, without recursion: scripts
// that other programs write have chains of tens of thousands.
std::vector<const plan::Expression*> ConnectiveOperands(const plan::Expression& root,
                                                        std::string_view word) {
  std::vector<const plan::Expression*> operands;
  std::vector<const plan::Expression*> pending = {&root};
  while (!pending.empty()) {
    const plan::Expression* next = pending.back();
    pending.pop_back();
    if (Connective(*next) != word) {
      operands.push_back(next);
      continue;
    }
    const auto& call = plan::As<plan::Call>(*next);
    pending.push_back(call.arguments[1].get());
    pending.push_back(call.arguments[0].get());
  }
  return operands;
}

// A column of CHAR(1) that is compared with constant texts: it has no blanks to be cut, but for the
// empty text's, so that it compares as it is, which reaches the files' statistics. nullptr for
// everything else.
const plan::Expression* UnpaddedColumn(const plan::Call& call) {
  const std::string_view name = call.function->name;
  if (name != "=" && name != "<>" && name != "in") return nullptr;
  const plan::Expression& first = *call.arguments[0];
  if (first.kind != ExpressionKind::kCast || first.type.id() != TypeId::kString) return nullptr;
  const plan::Expression& operand = *plan::As<plan::Cast>(first).operand;
  if (operand.kind != ExpressionKind::kColumn || operand.type.id() != TypeId::kChar ||
      operand.type.length() != 1) {
    return nullptr;
  }
  for (size_t i = 1; i < call.arguments.size(); ++i) {
    if (call.arguments[i]->kind != ExpressionKind::kConstant) return nullptr;
    const Value& value = plan::As<plan::Constant>(*call.arguments[i]).value;
    if (value.is_null() || value.as_text().empty() || value.as_text().back() == ' ') return nullptr;
  }
  return &operand;
}

}  // namespace

std::vector<std::string> Printer::PrintAll(const std::vector<plan::ExpressionPtr>& expressions) {
  std::vector<std::string> texts;
  texts.reserve(expressions.size());
  for (const auto& expression : expressions) texts.push_back(PrintExpression(*expression));
  return texts;
}

std::string Printer::PrintExpression(const plan::Expression& expression) {
  const DepthGuard guard(depth_, kMaxDepth, expression.range, context_);
  if (!guard.ok()) return "NULL";
  switch (expression.kind) {
    case ExpressionKind::kColumn: {
      const plan::ColumnId id = plan::As<plan::ColumnRef>(expression).column;
      const auto parameter = bound_.find(id);
      return parameter == bound_.end() ? ColumnName(id) : parameter->second;
    }
    case ExpressionKind::kConstant:
      return PrintConstant(plan::As<plan::Constant>(expression).value, context_);
    case ExpressionKind::kCall:
      return PrintCall(plan::As<plan::Call>(expression));
    case ExpressionKind::kCast: {
      const auto& cast = plan::As<plan::Cast>(expression);
      return PrintCast(PrintExpression(*cast.operand), cast.operand->type, cast.type, cast.strict,
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

std::string Printer::PrintSubquery(const plan::Relation& relation) {
  return "(" + PrintRelation(relation).Text() + ")";
}

std::string Printer::PrintConnective(const plan::Call& call, std::string_view word) {
  std::string text = "(";
  const std::string separator = " " + std::string(word) + " ";
  for (const plan::Expression* operand : ConnectiveOperands(call, word)) {
    if (text.size() > 1) text += separator;
    text += PrintExpression(*operand);
  }
  return text + ")";
}

// Chains of other binary operators nest in their first argument: the spine is walked in a loop.
std::string Printer::PrintCall(const plan::Call& call) {
  const std::string_view word = Connective(call);
  if (!word.empty()) return PrintConnective(call, word);

  std::vector<const plan::Call*> spine = {&call};
  while (!spine.back()->arguments.empty()) {
    const plan::Expression& first = *spine.back()->arguments[0];
    if (first.kind != ExpressionKind::kCall || !Connective(first).empty()) break;
    spine.push_back(&plan::As<plan::Call>(first));
  }
  if (spine.size() > kMaxChain) {
    context_.Fail(ErrorCode::kSemantic,
                  "an expression chains more than " + std::to_string(kMaxChain) + " operators",
                  call.range, "split it into several columns of a subquery");
    return "NULL";
  }
  std::string text;
  for (size_t i = spine.size(); i-- > 0;) {
    const plan::Call& current = *spine[i];
    std::vector<std::string> arguments;
    arguments.reserve(current.arguments.size());
    for (size_t k = 0; k < current.arguments.size(); ++k) {
      const bool printed = k == 0 && i + 1 < spine.size();
      arguments.push_back(printed ? std::move(text) : PrintExpression(*current.arguments[k]));
    }
    text = PrintOneCall(current, std::move(arguments));
  }
  return text;
}

std::string Printer::PrintOneCall(const plan::Call& call, std::vector<std::string> arguments) {
  if (call.function->name == "field" && call.arguments.size() == 2 &&
      call.arguments[1]->kind == ExpressionKind::kConstant) {
    const Value& field = plan::As<plan::Constant>(*call.arguments[1]).value;
    return "struct_extract(" + arguments[0] + ", " + QuoteText(field.as_text()) + ")";
  }
  if (const plan::Expression* column = UnpaddedColumn(call)) {
    arguments[0] = PrintExpression(*column);
  }
  if (const char op = DecimalOperator(call.overload->duckdb); op != 0) {
    return PrintDecimalCall(op, arguments[0], call.arguments[0]->type, arguments[1],
                            call.arguments[1]->type, call.type, context_);
  }
  const auto lambda_body = [&](size_t argument, const std::vector<std::string>& parameters) {
    return PrintLambdaBody(plan::As<plan::Lambda>(*call.arguments[argument]), parameters);
  };
  return ExpandOperand(call.overload->duckdb, arguments, call.type, "", context_, lambda_body);
}

std::string Printer::PrintCase(const plan::Case& expression) {
  std::string text = "(CASE";
  for (const auto& branch : expression.branches) {
    text += " WHEN " + PrintExpression(*branch.when);
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
  const std::string rows = PrintSubquery(*in.relation);
  std::string equal;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i > 0) equal += " AND ";
    equal += operands[i] + " = " + ColumnName(in.relation->output[i].id);
  }
  const std::string found =
      "EXISTS (SELECT 1 FROM " + rows + " AS " + context_.NewAlias("t") + " WHERE " + equal + ")";
  const std::string unknown = "EXISTS (SELECT 1 FROM " + rows + " AS " + context_.NewAlias("t") +
                              " WHERE (" + equal + ") IS NULL)";
  return "(CASE WHEN " + found + (in.negated ? " THEN false" : " THEN true") + " WHEN " + unknown +
         " THEN NULL ELSE " + (in.negated ? "true" : "false") + " END)";
}

std::string Printer::PrintLambdaBody(const plan::Lambda& lambda,
                                     const std::vector<std::string>& parameters) {
  PAISQL_ASSERT(parameters.size() == lambda.parameters.size(),
                "a template gives a lambda another number of parameters");
  for (size_t i = 0; i < parameters.size(); ++i) bound_[lambda.parameters[i]] = parameters[i];
  std::string text = PrintExpression(*lambda.body);
  for (const plan::ColumnId parameter : lambda.parameters) bound_.erase(parameter);
  return text;
}

void Printer::AppendConditions(const plan::Expression& condition, std::vector<std::string>& out) {
  for (const plan::Expression* operand : ConnectiveOperands(condition, "AND")) {
    const bool row_in = operand->kind == ExpressionKind::kInSubquery &&
                        !plan::As<plan::InSubquery>(*operand).negated &&
                        plan::As<plan::InSubquery>(*operand).operands.size() > 1;
    if (!row_in) {
      out.push_back(PrintExpression(*operand));
      continue;
    }
    // Here NULL is as good as false, and the row form becomes one semi join.
    const auto& in = plan::As<plan::InSubquery>(*operand);
    out.push_back("((" + Join(PrintAll(in.operands), ", ") + ") IN " + PrintSubquery(*in.relation) +
                  ")");
  }
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
