// AND and OR. Scripts that other programs write have chains of tens of thousands of them.

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "engine/duckdb/functions/near_comparison.h"
#include "engine/duckdb/print/expression/may_fail.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "plan/traverse.h"

namespace paisql::engine {

using plan::ExpressionKind;

namespace {

// From this many operands on, DuckDB's way of looking for common parts of all of them is too slow.
constexpr size_t kLongChain = 200;
// So many comparisons of one column with a constant become one IN, which costs one look-up a row.
constexpr size_t kMinFolded = 16;
// From so many bytes on, what guards an operand is not written once more.
constexpr size_t kLongGuard = 2000;

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
  // A DOUBLE is also equal to the neighbours of its constant.
  const Spelling* spelling = FindSpelling(*call.overload);
  if (spelling != nullptr && !NearOperator(spelling->text).empty()) return 0;
  return plan::As<plan::ColumnRef>(*call.arguments[0]).column;
}

// An equality may join two tables, and a subquery has ways of its own to be run.
bool MayJoin(const plan::Expression& operand) {
  if (HasSubquery(operand)) return true;
  if (operand.kind != ExpressionKind::kCall) return false;
  const auto& call = plan::As<plan::Call>(operand);
  return call.function->name == "=" && !plan::IsConstantExpression(*call.arguments[1]);
}

// Numbers the tables that an operator joins, by their columns.
void NumberTables(const plan::Relation& root, size_t& count,
                  std::unordered_map<plan::ColumnId, size_t>& tables) {
  if (root.kind == plan::RelationKind::kFilter) {
    return NumberTables(*plan::As<plan::Filter>(root).input, count, tables);
  }
  if (root.kind == plan::RelationKind::kJoin) {
    const auto& join = plan::As<plan::Join>(root);
    NumberTables(*join.left, count, tables);
    return NumberTables(*join.right, count, tables);
  }
  ++count;
  for (const plan::OutputColumn& column : root.output) tables[column.id] = count;
}

// The tables of all columns of an expression. One that stands in no input is of an outer query.
void CollectTables(const plan::Expression& expression,
                   const std::unordered_map<plan::ColumnId, size_t>& tables,
                   std::set<size_t>& found) {
  if (expression.kind == ExpressionKind::kColumn) {
    const auto table = tables.find(plan::As<plan::ColumnRef>(expression).column);
    found.insert(table == tables.end() ? 0 : table->second);
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    CollectTables(*child, tables, found);
  }
}

}  // namespace

bool Printer::IsConnective(const plan::Expression& expression) {
  return !Connective(expression).empty();
}

// a = 1 OR a = 2 … is a IN (1, 2, …), and a <> 1 AND a <> 2 … is a NOT IN (1, 2, …), NULLs
// included.
std::vector<std::string> Printer::PrintOperands(
    const std::vector<const plan::Expression*>& operands, std::string_view word, bool condition) {
  std::unordered_map<plan::ColumnId, size_t> compared;
  for (const plan::Expression* operand : operands) {
    if (const plan::ColumnId column = ComparedColumn(*operand, word)) ++compared[column];
  }
  std::vector<std::string> texts;
  std::unordered_map<plan::ColumnId, size_t> folded;  // to the place among the texts
  for (const plan::Expression* operand : operands) {
    const plan::ColumnId column = ComparedColumn(*operand, word);
    if (column == 0 || compared[column] < kMinFolded) {
      texts.push_back(condition ? PrintCondition(*operand) : PrintExpression(*operand));
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

// Where a condition is a value, DuckDB computes all operands for all rows. So that none fails in a
// row that the ones before have decided, "a AND b" is CASE WHEN NOT a THEN false ELSE a AND b END
// where b may fail. In WHERE and WHEN DuckDB does it by itself.
std::string Printer::PrintConnective(const plan::Expression& expression, bool condition) {
  const std::string_view word = Connective(expression);
  const std::vector<const plan::Expression*> operands = ConnectiveOperands(expression, word);
  return "(" + PrintInOrder(operands, word, condition) + ")";
}

std::string Printer::PrintInOrder(const std::vector<const plan::Expression*>& operands,
                                  std::string_view word, bool condition) {
  const std::string between = " " + std::string(word) + " ";
  if (condition || operands.size() > kLongChain) {
    return Join(PrintOperands(operands, word, condition), between);
  }
  // The parts in order: each begins with an operand that may fail, but for the first.
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < operands.size();) {
    size_t end = begin + 1;
    while (end < operands.size() && !MayFail(*operands[end])) ++end;
    parts.push_back(Join(PrintOperands({operands.begin() + static_cast<std::ptrdiff_t>(begin),
                                        operands.begin() + static_cast<std::ptrdiff_t>(end)},
                                       word, false),
                         between));
    begin = end;
  }
  std::string text = std::move(parts.back());
  for (size_t i = parts.size() - 1; i-- > 0;) {
    // A long text does not stand twice in the statement.
    const std::string both = parts[i] + between + text;
    if (parts[i].size() > kLongGuard) {
      text = both;
      continue;
    }
    text = "CASE WHEN " +
           (word == "AND" ? "NOT (" + parts[i] + ") THEN false" : "(" + parts[i] + ") THEN true") +
           " ELSE " + both + " END";
  }
  return text;
}

bool Printer::ComparesTables(const plan::Call& comparison) const {
  if (tables_.empty()) return false;
  std::set<size_t> left;
  CollectTables(*comparison.arguments[0], tables_, left);
  if (left.empty()) return false;
  for (size_t i = 1; i < comparison.arguments.size(); ++i) {
    std::set<size_t> right;
    CollectTables(*comparison.arguments[i], tables_, right);
    if (right.empty()) continue;
    if (std::none_of(right.begin(), right.end(),
                     [&](size_t table) { return left.contains(table); })) {
      return true;
    }
  }
  return false;
}

void Printer::AppendConditions(const plan::Expression& condition,
                               const std::vector<const plan::Relation*>& inputs,
                               std::vector<std::string>& out) {
  std::unordered_map<plan::ColumnId, size_t> tables;
  size_t count = 0;
  for (const plan::Relation* input : inputs) NumberTables(*input, count, tables);
  std::swap(tables_, tables);
  AppendConditions(condition, out);
  std::swap(tables_, tables);
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
    out.push_back(PrintRowInCondition(plan::As<plan::InSubquery>(*operand)));
  }
  if (plain.size() <= kLongChain) {
    for (std::string& text : PrintOperands(plain, "AND", true)) out.push_back(std::move(text));
    return;
  }
  // DuckDB compares each condition with each other one, unless they stand in one that it does not
  // look into. Those that may join tables it has to see.
  std::vector<const plan::Expression*> hidden;
  for (const plan::Expression* operand : plain) {
    if (MayJoin(*operand)) {
      out.push_back(PrintCondition(*operand));
    } else {
      hidden.push_back(operand);
    }
  }
  if (hidden.empty()) return;
  out.push_back("(CASE WHEN " + Join(PrintOperands(hidden, "AND", true), " AND ") +
                " THEN true ELSE false END)");
}

}  // namespace paisql::engine
