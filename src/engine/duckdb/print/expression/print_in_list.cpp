// x IN (…) with a long list of constants. As text, DuckDB needs some 60 times the memory of the
// list to parse and bind it. As rows of a block it is a semi join, which DuckDB makes of a list
// anyway.

#include <algorithm>
#include <utility>

#include "engine/duckdb/functions/near_comparison.h"
#include "engine/duckdb/print/expression/constant.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/run/row_blocks.h"

namespace paisql::engine {
namespace {

constexpr size_t kLongList = 2000;

const Value& ValueOf(const plan::ExpressionPtr& item) {
  return plan::As<plan::Constant>(*item).value;
}

bool IsLess(const Value& left, const Value& right) {
  return left.type.IsInteger() ? left.as_int() < right.as_int() : left.as_text() < right.as_text();
}

// "x BETWEEN a AND b AND ", which reaches the statistics of the files. "" where the list has a
// NULL, because x IN (1, NULL) is NULL for an x outside of the bounds.
std::string Bounds(const plan::Call& call, const std::string& operand, PrintContext& context) {
  const DataType& type = call.arguments[0]->type;
  if (call.arguments[0]->kind != plan::ExpressionKind::kColumn) return "";
  if (!type.IsInteger() && type.id() != TypeId::kString) return "";
  const auto first = call.arguments.begin() + 1;
  if (std::any_of(first, call.arguments.end(),
                  [](const auto& item) { return ValueOf(item).is_null(); })) {
    return "";
  }
  const auto [least, most] = std::minmax_element(
      first, call.arguments.end(),
      [](const auto& left, const auto& right) { return IsLess(ValueOf(left), ValueOf(right)); });
  return operand + " BETWEEN " + PrintConstant(ValueOf(*least), context) + " AND " +
         PrintConstant(ValueOf(*most), context) + " AND ";
}

}  // namespace

// Only in WHERE: DuckDB takes no subquery in a lambda, nor in every condition of a join.
bool Printer::IsLongList(const plan::Call& call) const {
  if (!in_where_ || lambda_depth_ > 0 || !bound_.empty()) return false;
  if (call.arguments.size() <= kLongList || call.function->name != "in" ||
      call.function->kind != functions::FunctionKind::kOperator) {
    return false;
  }
  // DOUBLEs near zero are compared to 15 digits.
  const bool near = call.arguments[0]->type.id() == TypeId::kDouble;
  return std::all_of(
      call.arguments.begin() + 1, call.arguments.end(), [near](const plan::ExpressionPtr& item) {
        if (item->kind != plan::ExpressionKind::kConstant) return false;
        return !near || ValueOf(item).is_null() || ComparesExactly(ValueOf(item).as_double());
      });
}

std::string Printer::PrintLongList(const plan::Call& call, const std::string& operand) {
  auto block = std::make_shared<RowBlock>();
  block->rows = call.arguments.size() - 1;
  RowColumn& column = block->columns.emplace_back();
  const DataType& type = call.arguments[0]->type;
  column.raw_type = RawType(type);
  column.is_null.reserve(block->rows);
  if (column.raw_type == TypeId::kBigint) column.integers.reserve(block->rows);
  for (size_t i = 1; i < call.arguments.size(); ++i) AppendRaw(ValueOf(call.arguments[i]), column);
  std::string text = "(" + Bounds(call, operand, context_) + operand + " IN (SELECT " +
                     FromRaw("v0", type, context_) + " FROM " + std::string(kRowBlockFunction) +
                     "(" + std::to_string(context_.blocks.size()) + ")))";
  context_.blocks.push_back(std::move(block));
  return text;
}

}  // namespace paisql::engine
