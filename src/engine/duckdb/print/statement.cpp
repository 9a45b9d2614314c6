#include "engine/duckdb/print/statement.h"

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/functions/native_functions.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/relation/limit_check.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {
namespace {

// A name that no column of a table can have.
std::string PartitionName(size_t level) { return "paisql partition " + std::to_string(level); }

// The plan's first columns, cast to their types and named as in the files.
std::vector<std::string> StoredColumns(const plan::Relation& root, const WriteTarget& target) {
  std::vector<std::string> items;
  for (size_t i = 0; i < target.column_names.size(); ++i) {
    const auto& column = root.output[i];
    std::string value = CastText(ColumnName(column.id), column.type);
    if (i < target.not_null.size() && target.not_null[i]) {
      value =
          "CASE WHEN " + ColumnName(column.id) + " IS NULL THEN error(" +
          QuoteText(std::string(ErrorCodeName(ErrorCode::kRuntimeArguments)) +
                    "|Can't insert a null value into not-null column " + target.column_names[i]) +
          ") ELSE " + value + " END";
    }
    items.push_back(value + " AS " + QuoteName(target.column_names[i]));
  }
  return items;
}

}  // namespace

std::string PrintQuery(const plan::Relation& root, bool exact, PrintContext& context) {
  context.inner_limit = HasInnerLimit(root);
  Printer printer(context);
  const Select select = printer.PrintRoot(root);
  std::vector<std::string> items;
  bool changed = exact;
  for (const auto& column : root.output) {
    const std::string name = ColumnName(column.id);
    std::string text = PrintWallClock(name, column.type, context);
    if (exact) text = "CAST(" + text + " AS " + TypeText(column.type, TimeForm::kWallClock) + ")";
    changed = changed || text != name;
    items.push_back(text + " AS " + name);
  }
  if (!changed) return select.Text();
  return "SELECT " + Join(items, ", ") + " FROM " + select.FromItem(context);
}

std::string PrintStored(const plan::Relation& root, const WriteTarget& target,
                        PrintContext& context) {
  context.inner_limit = HasInnerLimit(root);
  Printer printer(context);
  const Select select = printer.PrintRoot(root);
  return "SELECT " + Join(StoredColumns(root, target), ", ") + " FROM " + select.FromItem(context);
}

std::string PrintCopy(const plan::Relation& root, const WriteTarget& target,
                      const std::string& file_name, PrintContext& context) {
  const size_t columns = target.column_names.size();
  const size_t levels = target.partition_names.size();
  context.inner_limit = HasInnerLimit(root);
  PAISQL_ASSERT(root.output.size() == columns + levels, "the plan does not fit the write's target");
  Printer printer(context);
  const Select select = printer.PrintRoot(root);
  std::vector<std::string> items = StoredColumns(root, target);
  std::vector<std::string> partition_names;
  for (size_t i = 0; i < levels; ++i) {
    partition_names.push_back(QuoteName(PartitionName(i)));
    items.push_back(
        context.Native(native::kPartitionValue, QuoteText(target.partition_names[i]) + ", " +
                                                    ColumnName(root.output[columns + i].id)) +
        " AS " + partition_names.back());
  }
  std::string options = std::string(kFileOptions) + ", RETURN_STATS";
  std::string path = target.directory;
  if (levels > 0) {
    options += ", PARTITION_BY (" + Join(partition_names, ", ") + "), FILENAME_PATTERN '{uuid}'" +
               ", OVERWRITE_OR_IGNORE";
  } else {
    path += "/" + file_name;
  }
  return "COPY (SELECT " + Join(items, ", ") + " FROM " + select.FromItem(context) + ") TO " +
         QuoteText(path) + " (" + options + ")";
}

}  // namespace paisql::engine
