// Calls of kernels: what Spark cannot say is computed by the engine on this machine, in a function
// that Spark calls with batches of rows.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/text.h"
#include "engine/duckdb/print/expression/may_fail.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::ExpressionKind;

namespace {

// What a kernel does not compute itself.
bool IsGiven(const plan::Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::kAggregate:
    case ExpressionKind::kWindow:
      return true;
    default:
      return false;
  }
}

void CollectParameters(const plan::Expression& expression, std::set<plan::ColumnId>& parameters) {
  if (expression.kind == ExpressionKind::kLambda) {
    const auto& lambda = plan::As<plan::Lambda>(expression);
    parameters.insert(lambda.parameters.begin(), lambda.parameters.end());
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    CollectParameters(*child, parameters);
  }
}

}  // namespace

bool SparkPrinter::MayFailInKernel(const plan::Expression& expression) {
  const bool given = IsGiven(expression) || expression.kind == ExpressionKind::kLambda;
  if (!given && !MayFail(expression)) return false;
  if (!given && !IsNative(expression)) return true;
  const auto children = plan::Children(expression);
  return std::any_of(children.begin(), children.end(),
                     [this](const auto* child) { return MayFailInKernel(*child); });
}

bool SparkPrinter::MayFailInKernel(const plan::Relation& relation) {
  const auto expressions = plan::Expressions(relation);
  return std::any_of(expressions.begin(), expressions.end(),
                     [this](const auto* expression) { return MayFailInKernel(*expression); });
}

void SparkPrinter::TakeArguments(plan::ExpressionPtr& expression, Arguments& arguments) {
  std::set<plan::ColumnId> parameters;
  CollectParameters(*expression, parameters);
  const auto is_taken = [&](plan::ColumnId id) {
    return std::any_of(arguments.columns.begin(), arguments.columns.end(),
                       [id](const KernelArgument& argument) { return argument.column == id; });
  };
  const std::function<void(plan::ExpressionPtr&)> take = [&](plan::ExpressionPtr& node) {
    if (node->kind == ExpressionKind::kColumn) {
      const auto& column = plan::As<plan::ColumnRef>(*node);
      if (parameters.contains(column.column) || is_taken(column.column)) return;
      arguments.columns.push_back({column.column, column.type});
      arguments.texts.push_back(NameOf(column.column));
      return;
    }
    if (!IsGiven(*node)) return plan::ForEachChild(*node, take);
    const plan::ColumnId id = next_column_++;
    arguments.columns.push_back({id, node->type});
    arguments.texts.push_back(PrintExpression(*node));
    node = std::make_unique<plan::ColumnRef>(id, node->type, NameOf(id));
  };
  take(expression);
}

std::string SparkPrinter::PrintKernel(const plan::Expression& expression, bool shown) {
  plan::ExpressionPtr computed = plan::Clone(expression);
  Arguments arguments;
  TakeArguments(computed, arguments);
  return CallKernel(
      printing_.kernels.MakeKernel(*computed, arguments.columns, shown, printing_.settings),
      std::move(arguments.texts), expression.range);
}

std::string SparkPrinter::PrintConversion(const std::string& text, const DataType& from,
                                          const DataType& to, const SourceRange& range) {
  const plan::ColumnId id = next_column_++;
  plan::Cast cast(std::make_unique<plan::ColumnRef>(id, from, text), to, true);
  cast.mode = EvaluationMode::kStrict;
  return CallKernel(printing_.kernels.MakeKernel(cast, {{id, from}}, false, printing_.settings),
                    {text}, range);
}

std::string SparkPrinter::CallKernel(Result<Kernel> kernel, std::vector<std::string> arguments,
                                     const SourceRange& range) {
  if (!kernel.ok()) {
    Fail(kernel.error());
    return "NULL";
  }
  for (const DataType& type : kernel->arguments) (void)TypeOf(type, range);
  (void)TypeOf(kernel->result, range);
  if (arguments.empty()) {  // Spark takes no function without arguments for one that sees rows
    // Of a call that has the same arguments in each row, Sail has one value for all of them.
    arguments.emplace_back(kernel->is_volatile ? "CAST(rand() AS BIGINT)" : "CAST(0 AS BIGINT)");
    kernel->arguments.emplace_back(TypeId::kBigint);
  }
  kernel->is_volatile = kernel->is_volatile || keeps_place_;
  std::string what = kernel->text + "\n" + kernel->state + "\n" + kernel->time_zone + "\n" +
                     kernel->result.ToString() + (kernel->is_volatile ? "\nvolatile" : "");
  for (const DataType& type : kernel->arguments) what += "\n" + type.ToString();
  const std::string name = fmt::format("paisql_{:016x}", std::hash<std::string>()(what));
  statement_.kernels.emplace(name, std::move(kernel).value());
  return name + "(" + Join(arguments, ", ") + ")";
}

}  // namespace paisql::engine::spark
