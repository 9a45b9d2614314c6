#include "base/text.h"
#include "engine/duckdb/print/expression/constant.h"
#include "engine/duckdb/print/expression/value_shape.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/row_blocks.h"
#include "engine/duckdb/user_functions/user_call.h"
#include "plan/traverse.h"

namespace paisql::engine {
namespace {

// From this many constant cells on, rows go through a table function: parsing a literal costs
// DuckDB some 7 microseconds.
constexpr size_t kBlockCells = 2000;

bool AllConstant(const plan::Values& values, size_t column) {
  for (const auto& row : values.rows) {
    if (row[column]->kind != plan::ExpressionKind::kConstant) return false;
  }
  return true;
}

RowColumn ColumnOf(const DataType& type, const std::vector<const Value*>& values) {
  RowColumn column;
  column.raw_type = RawType(type);
  for (const Value* value : values) AppendRaw(*value, column);
  return column;
}

bool CallsUser(plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kCall &&
      IsUserMade(plan::As<plan::Call>(expression).made_by)) {
    return true;
  }
  bool calls = false;
  plan::ForEachChild(expression,
                     [&](plan::ExpressionPtr& child) { calls = calls || CallsUser(*child); });
  return calls;
}

// Whether a cell calls a function of a user, which DuckDB cannot compute while it plans.
bool CallsUser(const plan::Values& values) {
  for (const auto& row : values.rows) {
    for (const plan::ExpressionPtr& cell : row) {
      if (CallsUser(*cell)) return true;
    }
  }
  return false;
}

Select WithoutRows(const plan::Relation& relation, PrintContext& context) {
  Select select;
  std::string list;
  for (const auto& column : relation.output) {
    if (!list.empty()) list += ", ";
    list += CastText("NULL", column.type) + " AS " + ColumnName(column.id);
  }
  if (list.empty()) list = "NULL";
  select.from = "(SELECT " + list + " WHERE false) AS " + context.NewAlias("t");
  select.SetColumns(relation.output);
  return select;
}

}  // namespace

// The rows by a table function; false where the cells of some column are not alike.
bool Printer::PrintAsBlock(const plan::Values& values, Select& select) {
  auto block = std::make_shared<RowBlock>();
  block->rows = values.rows.size();
  std::vector<std::string> items;
  std::string names;
  for (size_t i = 0; i < values.output.size(); ++i) {
    const std::optional<ValueShape> shape = ShapeOf(values, i);
    if (!shape) {
      replaced_.clear();
      return false;
    }
    for (size_t k = 0; k < shape->slots.size(); ++k) {
      const DataType& type = shape->slots[k]->type;
      const std::string name = "v" + std::to_string(block->columns.size());
      names += (names.empty() ? "" : ", ") + name;
      block->columns.push_back(ColumnOf(type, shape->values[k]));
      replaced_[shape->slots[k]] = FromRaw(name, type, context_);
    }
  }
  if (block->columns.empty()) {
    // All rows are the same; the block still says how many there are.
    block->columns.emplace_back().is_null.assign(block->rows, true);
    block->columns.back().texts.resize(block->rows);
    names = "v0";
  }
  for (size_t i = 0; i < values.output.size(); ++i) {
    items.push_back(PrintExpression(*values.rows.front()[i]) + " AS " +
                    ColumnName(values.output[i].id));
  }
  replaced_.clear();
  select.from = "(SELECT " + Join(items, ", ") + " FROM " + std::string(kRowBlockFunction) + "(" +
                std::to_string(context_.blocks.size()) + ") AS " + context_.NewAlias("t") + "(" +
                names + ")) AS " + context_.NewAlias("t");
  context_.blocks.push_back(std::move(block));
  select.SetColumns(values.output);
  return true;
}

Select Printer::PrintValues(const plan::Values& values) {
  if (values.rows.empty()) return WithoutRows(values, context_);
  const size_t width = values.output.size();
  Select select;
  if (width == 0) {
    if (values.rows.size() > 1) {
      select.from =
          "range(" + std::to_string(values.rows.size()) + ") AS " + context_.NewAlias("t");
    }
    return select;
  }
  const bool calls_user = CallsUser(values);
  const bool many = width * values.rows.size() >= kBlockCells;
  if (many && !calls_user && PrintAsBlock(values, select)) return select;
  std::vector<bool> raw;
  for (size_t i = 0; i < width; ++i) {
    raw.push_back(AllConstant(values, i));
  }
  std::string source = "(VALUES ";
  for (size_t r = 0; r < values.rows.size(); ++r) {
    source += r > 0 ? ", (" : "(";
    for (size_t i = 0; i < width; ++i) {
      if (i > 0) source += ", ";
      const plan::Expression& cell = *values.rows[r][i];
      source += raw[i] ? RawLiteral(plan::As<plan::Constant>(cell).value) : PrintExpression(cell);
    }
    // DuckDB computes VALUES while it plans, but not beside a cell that differs each time.
    if (calls_user) source += r > 0 ? ", NULL" : ", random()";
    source += ")";
  }
  source += ")";
  std::string list;
  std::string names;
  for (size_t i = 0; i < width; ++i) {
    const std::string name = ColumnName(values.output[i].id);
    const std::string raw_name = "v" + std::to_string(i);
    if (i > 0) {
      list += ", ";
      names += ", ";
    }
    names += raw_name;
    list +=
        (raw[i] ? FromRaw(raw_name, values.output[i].type, context_) : raw_name) + " AS " + name;
  }
  if (calls_user) names += ", unplanned";
  select.from = "(SELECT " + list + " FROM " + source + " AS " + context_.NewAlias("t") + "(" +
                names + ")) AS " + context_.NewAlias("t");
  select.SetColumns(values.output);
  return select;
}

}  // namespace paisql::engine
