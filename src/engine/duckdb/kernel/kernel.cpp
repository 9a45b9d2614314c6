// Kernels of one row: an expression, or a call of a table function, over the columns of
// paisql_batches(). And how a kernel runs.

#include "base/text.h"
#include "engine/duckdb/batches/batch_stream.h"
#include "engine/duckdb/kernel/kernel_state.h"
#include "engine/duckdb/kernel/kernel_text.h"
#include "engine/duckdb/print/expression/template.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/run/connection.h"
#include "engine/duckdb/run/result_stream.h"

namespace paisql::engine {
namespace {

// The columns of the plan, from the arguments in their order.
std::string GivenRows(const std::vector<KernelArgument>& arguments, PrintContext& context) {
  std::vector<std::string> columns;
  for (size_t i = 0; i < arguments.size(); ++i) {
    columns.push_back(KernelColumn("v" + std::to_string(i), arguments[i], context));
  }
  return "(SELECT " + (columns.empty() ? "NULL" : Join(columns, ", ")) + " FROM " +
         std::string(kBatchFunction) + "())";
}

std::vector<DataType> TypesOf(const std::vector<KernelArgument>& arguments) {
  std::vector<DataType> types;
  for (const KernelArgument& argument : arguments) types.push_back(argument.type);
  return types;
}

std::string Computed(const std::string& value, const DataType& type, bool shown,
                     const std::string& rows, PrintContext& context) {
  return "SELECT " + LeavingValue(type, shown, context) + " FROM (SELECT " + value + " AS " +
         kKernelValue + " FROM " + rows + ")";
}

}  // namespace

Result<Kernel> DuckdbConnection::MakeKernel(const plan::Expression& expression,
                                            const std::vector<KernelArgument>& arguments,
                                            bool shown, const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  Kernel kernel = KernelOf(TypesOf(arguments), expression.type, settings);
  const std::string value = Printer(context).PrintExpression(expression);
  kernel.text = Computed(value, expression.type, shown, GivenRows(arguments, context), context);
  PAISQL_TRY(FinishKernel({&expression}, context, kernel));
  return kernel;
}

// The spelling's structures have names of their own, so they are made again.
Result<Kernel> DuckdbConnection::MakeRowsKernel(const plan::Unnest& call,
                                                const std::vector<KernelArgument>& arguments,
                                                const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  Printer printer(context);
  const Spelling* spelling = context.SpellingOf(call.function, *call.overload, call.range);
  std::vector<std::string> texts;
  for (const auto& argument : call.arguments) texts.push_back(printer.PrintExpression(*argument));
  std::string list;
  if (spelling != nullptr) {
    list = ExpandOperand(spelling->text, texts, call.output.back().type, "", context);
  }
  if (context.error) return *context.error;
  const std::string row = context.NewAlias("e");
  std::vector<KernelArgument> columns;
  std::vector<std::string> fields;
  for (const plan::OutputColumn& column : call.output) {
    const std::string number = std::to_string(columns.size());
    columns.push_back({column.id, column.type});
    fields.push_back("f" + number + " := struct_extract_at(" + row + ", " +
                     std::to_string(columns.size()) + ")");
  }
  list =
      "list_transform(" + list + ", lambda " + row + ": struct_pack(" + Join(fields, ", ") + "))";
  const DataType type = KernelListType(columns);
  Kernel kernel = KernelOf(TypesOf(arguments), type, settings);
  kernel.text = Computed(list, type, false, GivenRows(arguments, context), context);
  std::vector<const plan::Expression*> computed;
  for (const auto& argument : call.arguments) computed.push_back(argument.get());
  PAISQL_TRY(FinishKernel(computed, context, kernel));
  return kernel;
}

Result<Kernel> DuckdbConnection::MakeValuesKernel(const plan::Values& values,
                                                  const ExecutionSettings& settings) {
  const Bindings no_plan;
  PrintContext context(settings, no_plan);
  std::vector<KernelArgument> columns;
  std::vector<std::string> fields;
  for (const plan::OutputColumn& column : values.output) {
    fields.push_back("f" + std::to_string(columns.size()) + " := " + ColumnName(column.id));
    columns.push_back({column.id, column.type});
  }
  const std::string rows = Printer(context).PrintRoot(values).FromItem(context);
  if (context.error) return *context.error;
  const std::string list =
      "(SELECT list(struct_pack(" + Join(fields, ", ") + ")) FROM " + rows + ")";
  const DataType type = KernelListType(columns);
  Kernel kernel = KernelOf({}, type, settings);
  kernel.text = Computed(list, type, false, GivenRows({}, context), context);
  std::vector<const plan::Expression*> computed;
  for (const auto& row : values.rows) {
    for (const plan::ExpressionPtr& cell : row) computed.push_back(cell.get());
  }
  PAISQL_TRY(FinishKernel(computed, context, kernel));
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
  DuckdbResultStream values(link_, std::move(result), {{kKernelValue, kernel.result}},
                            std::move(first));
  std::vector<Batch> batches;
  while (true) {
    PAISQL_ASSIGN(Batch batch, values.Next());
    if (!batch) return batches;
    batches.push_back(std::move(batch));
  }
}

}  // namespace paisql::engine
