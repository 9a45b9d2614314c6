#include "engine/duckdb/constant.h"
#include "engine/duckdb/printer.h"
#include "engine/duckdb/row_blocks.h"
#include "engine/duckdb/sql_text.h"

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

std::shared_ptr<const RowBlock> BlockOf(const plan::Values& values) {
  auto block = std::make_shared<RowBlock>();
  block->rows = values.rows.size();
  for (size_t i = 0; i < values.output.size(); ++i) {
    RowColumn column;
    column.raw_type = RawType(values.output[i].type);
    for (const auto& row : values.rows) {
      AppendRaw(plan::As<plan::Constant>(*row[i]).value, column);
    }
    block->columns.push_back(std::move(column));
  }
  return block;
}

Select EmptyRelation(const plan::Relation& relation, PrintContext& context) {
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

Select Printer::PrintValues(const plan::Values& values) {
  if (values.rows.empty()) return EmptyRelation(values, context_);
  const size_t width = values.output.size();
  Select select;
  if (width == 0) {
    if (values.rows.size() > 1) {
      select.from =
          "range(" + std::to_string(values.rows.size()) + ") AS " + context_.NewAlias("t");
    }
    return select;
  }
  std::vector<bool> raw;
  bool all_raw = true;
  for (size_t i = 0; i < width; ++i) {
    raw.push_back(AllConstant(values, i));
    all_raw = all_raw && raw.back();
  }
  std::string source;
  if (all_raw && width * values.rows.size() >= kBlockCells) {
    source = std::string(kRowBlockFunction) + "(" + std::to_string(context_.blocks.size()) + ")";
    context_.blocks.push_back(BlockOf(values));
  } else {
    source = "(VALUES ";
    for (size_t r = 0; r < values.rows.size(); ++r) {
      source += r > 0 ? ", (" : "(";
      for (size_t i = 0; i < width; ++i) {
        if (i > 0) source += ", ";
        const plan::Expression& cell = *values.rows[r][i];
        source += raw[i] ? RawLiteral(plan::As<plan::Constant>(cell).value) : PrintExpression(cell);
      }
      source += ")";
    }
    source += ")";
  }
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
  select.from = "(SELECT " + list + " FROM " + source + " AS " + context_.NewAlias("t") + "(" +
                names + ")) AS " + context_.NewAlias("t");
  select.SetColumns(values.output);
  return select;
}

}  // namespace paisql::engine
