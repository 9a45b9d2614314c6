// Kernels: an expression over the columns of paisql_batches().

#include "base/text.h"
#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/kernel/kernel_state.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/run/result_stream.h"

namespace paisql::engine {
namespace {

constexpr const char* kUtc = "UTC";
constexpr const char* kValue = "value";

// The value as it leaves: its instants are in UTC, or the session's wall clock.
std::string Leaving(const std::string& value, const DataType& type, bool shown,
                    const ExecutionSettings& settings, PrintContext& context) {
  if (shown) return PrintWallClock(value, type, context);
  ExecutionSettings utc = settings;
  utc.time_zone = kUtc;
  PrintContext other(utc, context.bindings);
  std::string text = PrintWallClock(value, type, other);
  context.functions.insert(other.functions.begin(), other.functions.end());
  return text;
}

std::string Exactly(const std::string& value, const DataType& type) {
  return "CAST(" + value + " AS " + TypeText(type, TimeForm::kWallClock) + ")";
}

}  // namespace

Result<Kernel> DuckdbConnection::MakeKernel(const plan::Expression& expression,
                                            const std::vector<KernelArgument>& arguments,
                                            bool shown, const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  Printer printer(context);
  Kernel kernel;
  kernel.result = expression.type;
  kernel.time_zone = settings.time_zone;
  std::vector<std::string> columns;
  for (size_t i = 0; i < arguments.size(); ++i) {
    kernel.arguments.push_back(arguments[i].type);
    columns.push_back("v" + std::to_string(i) + " AS " + ColumnName(arguments[i].column));
  }
  const std::string value = printer.PrintExpression(expression);
  if (context.error) return *context.error;
  kernel.text = "SELECT " +
                Exactly(Leaving(kValue, expression.type, shown, settings, context), kernel.result) +
                " AS " + kValue + " FROM (SELECT " + value + " AS " + kValue + " FROM (SELECT " +
                (columns.empty() ? "NULL" : Join(columns, ", ")) + " FROM " +
                std::string(kBatchFunction) + "()))";
  PAISQL_TRY(FinishKernel(expression, context, kernel));
  return kernel;
}

// Lists are groups of their rows, by their numbers. A list without rows makes no group, and has the
// value of a group without rows.
Result<Kernel> DuckdbConnection::MakeAggregateKernel(const plan::Aggregate& aggregate,
                                                     const std::vector<KernelArgument>& columns,
                                                     const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  const std::string call = Printer(context).PrintExpression(aggregate);
  if (context.error) return *context.error;
  std::string fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    fields += ", struct_extract_at(element, " + std::to_string(i + 1) + ") AS " +
              ColumnName(columns[i].column);
  }
  Kernel kernel;
  kernel.arguments = {KernelListType(columns)};
  kernel.result = aggregate.type;
  kernel.time_zone = settings.time_zone;
  const std::string nothing =
      "CAST(NULL AS " + TypeText(kernel.arguments[0], TimeForm::kWallClock) + ")";
  const std::string groups = "(SELECT number, " + call + " AS " + kValue + " FROM (SELECT number" +
                             fields +
                             " FROM (SELECT number, unnest(list) AS element FROM lists)) "
                             "GROUP BY number)";
  const std::string empty = "(SELECT " + call + " FROM (SELECT 0" + fields +
                            " FROM (SELECT unnest(" + nothing + ") AS element)))";
  kernel.text =
      "WITH lists AS MATERIALIZED (SELECT row_number() OVER () AS number, v0 AS list FROM " +
      std::string(kBatchFunction) + "()) SELECT " +
      Exactly(Leaving(kValue, aggregate.type, false, settings, context), kernel.result) + " AS " +
      kValue + " FROM (SELECT number, CASE WHEN len(list) > 0 THEN " + kValue + " ELSE " + empty +
      " END AS " + kValue + " FROM lists LEFT JOIN " + groups + " USING (number)) ORDER BY number";
  PAISQL_TRY(FinishKernel(aggregate, context, kernel));
  return kernel;
}

Result<std::vector<Batch>> DuckdbConnection::RunKernel(const Kernel& kernel, Batch rows,
                                                       KernelRun& run) {
  Result<std::vector<Batch>> values = ComputeKernel(kernel, std::move(rows), run);
  if (!values.ok()) run.failed_at = link_->failed_at();
  return values;
}

Result<std::vector<Batch>> DuckdbConnection::ComputeKernel(const Kernel& kernel, Batch rows,
                                                           const KernelRun& run) {
  ExecutionSettings settings;
  settings.time_zone = kernel.time_zone;
  settings.printed = run.printed;
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  PAISQL_TRY(ReadKernelState(kernel.state, context));
  auto stream = std::make_shared<BatchStream>(kernel.arguments);
  const bool some = rows.row_count() > 0;
  if (some) stream->Push(std::make_shared<const Batch>(std::move(rows)));
  stream->End();
  PAISQL_TRY(link_->Begin(context, kernel.text, {}, {.batches = std::move(stream)}));
  FirstChunks first;
  PAISQL_ASSIGN(ResultHandle result, link_->Run(kernel.text, {.undo = nullptr, .first = &first}));
  DuckdbResultStream values(link_, std::move(result), {{kValue, kernel.result}}, std::move(first));
  std::vector<Batch> batches;
  while (true) {
    PAISQL_ASSIGN(Batch batch, values.Next());
    if (!batch) return batches;
    batches.push_back(std::move(batch));
  }
}

}  // namespace paisql::engine
