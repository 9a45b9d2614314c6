// AND and OR. Scripts that other programs write have chains of tens of thousands of them.

#include <unordered_map>

#include "base/text.h"
#include "engine/duckdb/printer.h"
#include "engine/duckdb/sql_text.h"
#include "plan/traverse.h"

namespace paisql::engine {

using plan::ExpressionKind;

namespace {

// From this many operands on, DuckDB's way of looking for common parts of all of them is too slow.
constexpr size_t kLongChain = 200;
// So many comparisons of one column with a constant become one IN, which costs one look-up a row.
constexpr size_t kMinFolded = 16;

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

// The operands of a chain of one connective, in the order of the text, without recursion.
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

// The column of `column = constant`, or of `column <> constant` where the word is AND; 0 for
// everything else.
plan::ColumnId ComparedColumn(const plan::Expression& operand, std::string_view word) {
  if (operand.kind != ExpressionKind::kCall) return 0;
  const auto& call = plan::As<plan::Call>(operand);
  if (call.function->name != (word == "OR" ? "=" : "<>")) return 0;
  if (call.arguments[0]->kind != ExpressionKind::kColumn) return 0;
  if (!plan::IsConstantExpression(*call.arguments[1])) return 0;
  return plan::As<plan::ColumnRef>(*call.arguments[0]).column;
}

// An equality may join two tables, and a subquery has ways of its own to be run.
bool MayJoin(const plan::Expression& operand) {
  if (HasSubquery(operand)) return true;
  if (operand.kind != ExpressionKind::kCall) return false;
  const auto& call = plan::As<plan::Call>(operand);
  return call.function->name == "=" && !plan::IsConstantExpression(*call.arguments[1]);
}

}  // namespace

bool Printer::IsConnective(const plan::Expression& expression) {
  return !Connective(expression).empty();
}

// a = 1 OR a = 2 … is a IN (1, 2, …), and a <> 1 AND a <> 2 … is a NOT IN (1, 2, …), NULLs
// included.
std::vector<std::string> Printer::PrintOperands(
    const std::vector<const plan::Expression*>& operands, std::string_view word) {
  std::unordered_map<plan::ColumnId, size_t> compared;
  for (const plan::Expression* operand : operands) {
    if (const plan::ColumnId column = ComparedColumn(*operand, word)) ++compared[column];
  }
  std::vector<std::string> texts;
  std::unordered_map<plan::ColumnId, size_t> folded;  // to the place among the texts
  for (const plan::Expression* operand : operands) {
    const plan::ColumnId column = ComparedColumn(*operand, word);
    if (column == 0 || compared[column] < kMinFolded) {
      texts.push_back(PrintExpression(*operand));
      continue;
    }
    const std::string value = PrintExpression(*plan::As<plan::Call>(*operand).arguments[1]);
    const auto [place, first] = folded.emplace(column, texts.size());
    if (first) {
      texts.push_back("(" + ColumnName(column) + (word == "OR" ? " IN (" : " NOT IN (") + value);
    } else {
      texts[place->second] += ", " + value;
    }
  }
  for (const auto& [column, place] : folded) texts[place] += "))";
  if (texts.size() > kLongChain) context_.avoided_optimizers.insert("expression_rewriter");
  return texts;
}

std::string Printer::PrintConnective(const plan::Expression& expression) {
  const std::string_view word = Connective(expression);
  return "(" +
         Join(PrintOperands(ConnectiveOperands(expression, word), word),
              " " + std::string(word) + " ") +
         ")";
}

void Printer::AppendConditions(const plan::Expression& condition, std::vector<std::string>& out) {
  std::vector<const plan::Expression*> plain;
  for (const plan::Expression* operand : ConnectiveOperands(condition, "AND")) {
    const bool row_in = operand->kind == ExpressionKind::kInSubquery &&
                        !plan::As<plan::InSubquery>(*operand).negated &&
                        plan::As<plan::InSubquery>(*operand).operands.size() > 1;
    if (!row_in) {
      plain.push_back(operand);
      continue;
    }
    // Here NULL is as good as false, and the row form becomes one semi join.
    const auto& in = plan::As<plan::InSubquery>(*operand);
    out.push_back("((" + Join(PrintAll(in.operands), ", ") + ") IN " + PrintSubquery(*in.relation) +
                  ")");
  }
  if (plain.size() <= kLongChain) {
    for (std::string& text : PrintOperands(plain, "AND")) out.push_back(std::move(text));
    return;
  }
  // DuckDB compares each condition with each other one, unless they stand in one that it does not
  // look into. Those that may join tables it has to see.
  std::vector<const plan::Expression*> hidden;
  for (const plan::Expression* operand : plain) {
    if (MayJoin(*operand)) {
      out.push_back(PrintExpression(*operand));
    } else {
      hidden.push_back(operand);
    }
  }
  if (hidden.empty()) return;
  out.push_back("(CASE WHEN " + Join(PrintOperands(hidden, "AND"), " AND ") +
                " THEN true ELSE false END)");
}

}  // namespace paisql::engine
