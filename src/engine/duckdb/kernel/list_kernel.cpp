// Kernels of many rows, which come as a list of structures: an aggregate over a group, and windows
// over a partition.

#include "base/text.h"
#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/kernel/kernel_state.h"
#include "engine/duckdb/kernel/kernel_text.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/connection.h"

namespace paisql::engine {
namespace {

// Stands for the number of the list in the windows' PARTITION BY; no plan has so many columns.
constexpr plan::ColumnId kListNumber = 2'000'000'000;

// The lists, numbered, since they have to come out in their order.
std::string NumberedLists(const std::string& number) {
  return "SELECT row_number() OVER () AS " + number + ", v0 AS list FROM " +
         std::string(kBatchFunction) + "()";
}

// ", … AS c7, … AS c8": the columns of the plan, from the fields of `element`.
std::string FieldColumns(const std::vector<KernelArgument>& columns, PrintContext& context) {
  std::string fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    fields += ", " + KernelColumn("struct_extract_at(element, " + std::to_string(i + 1) + ")",
                                  columns[i], context);
  }
  return fields;
}

}  // namespace

// Lists are groups of their rows, by their numbers. A list without rows makes no group, and has the
// value of a group without rows.
Result<Kernel> DuckdbConnection::MakeAggregateKernel(const plan::Aggregate& aggregate,
                                                     const std::vector<KernelArgument>& columns,
                                                     const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  Kernel kernel = KernelOf({KernelListType(columns)}, aggregate.type, settings);
  const std::string call = Printer(context).PrintExpression(aggregate);
  if (context.error) return *context.error;
  const std::string fields = FieldColumns(columns, context);
  const std::string nothing =
      "CAST(NULL AS " + TypeText(kernel.arguments[0], TimeForm::kWallClock) + ")";
  const std::string groups = "(SELECT number, " + call + " AS " + kKernelValue +
                             " FROM (SELECT number" + fields +
                             " FROM (SELECT number, unnest(list) AS element FROM lists)) "
                             "GROUP BY number)";
  const std::string empty = "(SELECT " + call + " FROM (SELECT 0" + fields +
                            " FROM (SELECT unnest(" + nothing + ") AS element)))";
  kernel.text = "WITH lists AS MATERIALIZED (" + NumberedLists("number") + ") SELECT " +
                LeavingValue(aggregate.type, false, context) +
                " FROM (SELECT number, CASE WHEN len(list) > 0 THEN " + kKernelValue + " ELSE " +
                empty + " END AS " + kKernelValue + " FROM lists LEFT JOIN " + groups +
                " USING (number)) ORDER BY number";
  PAISQL_TRY(FinishKernel({&aggregate}, context, kernel));
  return kernel;
}

// The lists are partitions of one table: a subquery for each list cannot have a window in it.
Result<Kernel> DuckdbConnection::MakeWindowKernel(const std::vector<const plan::Window*>& windows,
                                                  const std::vector<KernelArgument>& columns,
                                                  const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  Printer printer(context);
  const std::string number = ColumnName(kListNumber);
  std::vector<KernelArgument> line = columns;
  std::string computed;
  for (const plan::Window* window : windows) {
    const plan::ColumnId id = kListNumber + 1 + static_cast<plan::ColumnId>(line.size());
    const plan::ExpressionPtr clone = plan::Clone(*window);
    auto& partition = plan::As<plan::Window>(*clone).partition_by;
    partition.clear();
    partition.push_back(std::make_unique<plan::ColumnRef>(kListNumber, TypeId::kBigint, number));
    computed += ", " + printer.PrintExpression(*clone) + " AS " + ColumnName(id);
    if (context.error) return *context.error;
    line.push_back({id, window->type});
  }
  std::vector<std::string> fields;
  for (size_t i = 0; i < line.size(); ++i) {
    fields.push_back("f" + std::to_string(i) + " := " + ColumnName(line[i].column));
  }
  const DataType type = KernelListType(line);
  Kernel kernel = KernelOf({KernelListType(columns)}, type, settings);
  kernel.text = "WITH lists AS MATERIALIZED (" + NumberedLists(number) + ") SELECT " +
                LeavingValue(type, false, context) + " FROM lists LEFT JOIN (SELECT " + number +
                ", list(line) AS " + kKernelValue + " FROM (SELECT " + number + ", struct_pack(" +
                Join(fields, ", ") + ") AS line FROM (SELECT *" + computed + " FROM (SELECT " +
                number + FieldColumns(columns, context) + " FROM (SELECT " + number +
                ", unnest(list) AS element FROM lists)))) GROUP BY " + number + ") USING (" +
                number + ") ORDER BY " + number;
  PAISQL_TRY(FinishKernel({windows.begin(), windows.end()}, context, kernel));
  return kernel;
}

}  // namespace paisql::engine
