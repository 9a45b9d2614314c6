// Kernels: an expression over the columns of paisql_batches().

#include <unordered_map>

#include "base/text.h"
#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/run/result_stream.h"

namespace paisql::engine {
namespace {

constexpr const char* kUtc = "UTC";
constexpr const char* kValue = "value";

// What of a statement's state no kernel can carry to another process.
Status RefuseState(const PrintContext& context, const SourceRange& range) {
  if (context.error) return *context.error;
  std::string what;
  if (!context.models.empty()) what = "PREDICT";
  if (!context.user_calls.empty()) what = "a function of a user";
  if (!context.blocks.empty()) what = "a list of so many constants";
  if (context.one_thread) what = "a function that goes on from row to row";
  if (what.empty()) return Status::Ok();
  return Error{ErrorCode::kUnsupported, what + " does not run on another engine", range,
               "SET paisql.engine=duckdb"};
}

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
  Kernel kernel{
      .text = {}, .arguments = {}, .result = expression.type, .time_zone = settings.time_zone};
  std::vector<std::string> columns;
  for (size_t i = 0; i < arguments.size(); ++i) {
    kernel.arguments.push_back(arguments[i].type);
    columns.push_back("v" + std::to_string(i) + " AS " + ColumnName(arguments[i].column));
  }
  const std::string value = printer.PrintExpression(expression);
  PAISQL_TRY(RefuseState(context, expression.range));
  kernel.text =
      "SELECT " +
      Exactly(Leaving(kValue, expression.type, shown, settings, context), expression.type) +
      " AS " + kValue + " FROM (SELECT " + value + " AS " + kValue + " FROM (SELECT " +
      (columns.empty() ? "NULL" : Join(columns, ", ")) + " FROM " + std::string(kBatchFunction) +
      "()))";
  return kernel;
}

// The rows are numbered, since a subquery that looks at the row outside becomes a join.
Result<Kernel> DuckdbConnection::MakeAggregateKernel(const plan::Aggregate& aggregate,
                                                     const std::vector<KernelArgument>& columns,
                                                     const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  Printer printer(context);
  std::vector<std::string> fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    fields.push_back("struct_extract_at(element, " + std::to_string(i + 1) + ") AS " +
                     ColumnName(columns[i].column));
  }
  const std::string call = printer.PrintExpression(aggregate);
  PAISQL_TRY(RefuseState(context, aggregate.range));
  Kernel kernel{.text = {},
                .arguments = {KernelListType(columns)},
                .result = aggregate.type,
                .time_zone = settings.time_zone};
  kernel.text = "SELECT " +
                Exactly(Leaving(kValue, aggregate.type, false, settings, context), aggregate.type) +
                " AS " + kValue + " FROM (SELECT number, (SELECT " + call + " FROM (SELECT " +
                (fields.empty() ? "NULL" : Join(fields, ", ")) +
                " FROM (SELECT unnest(list) AS element))) AS " + kValue +
                " FROM (SELECT row_number() OVER () AS number, v0 AS list FROM " +
                std::string(kBatchFunction) + "())) ORDER BY number";
  return kernel;
}

Result<std::vector<Batch>> DuckdbConnection::RunKernel(const Kernel& kernel, Batch rows) {
  ExecutionSettings settings;
  settings.time_zone = kernel.time_zone;
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  FindFunctionNames(kernel.text, context.functions);
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
