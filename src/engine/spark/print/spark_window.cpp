// Windows of a projection. Those that Spark says as the platform does are columns computed below
// it. The others run where they have their meaning: the rows of a partition go as one list to a
// kernel, which gives them back with the windows' values. So a partition is the memory of one
// process, as it is for Spark's own windows, and every row goes once.

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {
namespace {

using plan::ExpressionKind;

bool HasWindow(const std::vector<plan::ExpressionPtr>& expressions) {
  return std::any_of(expressions.begin(), expressions.end(), [](const auto& expression) {
    return plan::ContainsKind(*expression, ExpressionKind::kWindow);
  });
}

bool SamePartition(const plan::Window& a, const plan::Window& b) {
  return std::equal(
      a.partition_by.begin(), a.partition_by.end(), b.partition_by.begin(), b.partition_by.end(),
      [](const auto& left, const auto& right) { return plan::StructurallyEqual(*left, *right); });
}

// The columns of the input that the projection or its windows mention.
std::vector<KernelArgument> Needed(const std::vector<plan::ExpressionPtr>& expressions,
                                   const std::vector<const plan::Expression*>& windows,
                                   const plan::Relation& input) {
  std::vector<plan::ColumnId> mentioned;
  for (const auto& expression : expressions) plan::CollectColumns(*expression, mentioned);
  for (const plan::Expression* window : windows) plan::CollectColumns(*window, mentioned);
  std::vector<KernelArgument> columns;
  for (const plan::OutputColumn& column : input.output) {
    if (std::find(mentioned.begin(), mentioned.end(), column.id) != mentioned.end()) {
      columns.push_back({column.id, column.type});
    }
  }
  return columns;
}

}  // namespace

void SparkPrinter::TakeWindows(plan::ExpressionPtr& expression, std::vector<NamedWindow>& windows) {
  if (expression->kind != ExpressionKind::kWindow) {
    plan::ForEachChild(*expression,
                       [&](plan::ExpressionPtr& child) { TakeWindows(child, windows); });
    return;
  }
  const DataType type = expression->type;
  const auto& window = plan::As<plan::Window>(*expression);
  auto known = std::find_if(windows.begin(), windows.end(), [&](const NamedWindow& other) {
    return window.function != nullptr && !functions::IsVolatile(*window.function) &&
           plan::StructurallyEqual(*other.window, window);
  });
  if (known == windows.end()) {
    std::unique_ptr<plan::Window> owned(static_cast<plan::Window*>(expression.release()));
    windows.push_back({next_column_++, std::move(owned)});
    known = windows.end() - 1;
  }
  expression = std::make_unique<plan::ColumnRef>(known->id, type, NameOf(known->id));
}

std::string SparkPrinter::Below(const plan::Expression& expression,
                                std::vector<std::string>& below) {
  if (expression.kind == ExpressionKind::kColumn) return PrintExpression(expression);
  const std::string name = NameOf(next_column_++);
  below.push_back(PrintExpression(expression) + " AS " + name);
  return name;
}

std::string SparkPrinter::PrintWindows(const std::vector<plan::ExpressionPtr>& expressions,
                                       const plan::Relation& input,
                                       std::vector<plan::ExpressionPtr>& windowless) {
  std::string from = From(input);
  if (!HasWindow(expressions)) return from;
  std::vector<NamedWindow> windows;
  for (const auto& expression : expressions) {
    windowless.push_back(plan::Clone(*expression));
    TakeWindows(windowless.back(), windows);
  }

  std::vector<const plan::Expression*> all;
  std::vector<NamedWindow*> others;
  std::vector<std::string> native;
  std::vector<std::string> below;
  for (NamedWindow& named : windows) {
    all.push_back(named.window.get());
    if (!IsNative(*named.window)) {
      others.push_back(&named);
      continue;
    }
    native.push_back(PrintWindow(*named.window, below) + " AS " + NameOf(named.id));
  }
  const auto wrap = [&](const std::vector<std::string>& computed) {
    if (computed.empty()) return;
    from = "(SELECT *, " + Join(computed, ", ") + " FROM " + from + ") AS " + Alias();
  };
  wrap(below);
  wrap(native);
  std::vector<KernelArgument> columns = Needed(windowless, all, input);
  for (const NamedWindow& named : windows) {
    const bool other = std::any_of(others.begin(), others.end(),
                                   [&](const NamedWindow* one) { return one == &named; });
    if (!other) columns.push_back({named.id, named.window->type});
  }
  while (!others.empty()) {
    const plan::Window& first = *others.front()->window;
    const auto rest = std::stable_partition(
        others.begin(), others.end(),
        [&](const NamedWindow* other) { return SamePartition(first, *other->window); });
    from = PrintPartition(from, {others.begin(), rest}, columns);
    others.erase(others.begin(), rest);
  }
  return from;
}

std::string SparkPrinter::PrintPartition(const std::string& from,
                                         const std::vector<NamedWindow*>& windows,
                                         std::vector<KernelArgument>& columns) {
  std::vector<std::string> below;
  std::vector<std::string> keys;
  for (const plan::ExpressionPtr& key : windows.front()->window->partition_by) {
    if (!plan::IsConstantExpression(*key)) keys.push_back(Below(*key, below));
  }
  // Subqueries and aggregates in the windows are columns of the rows, too.
  Arguments given;
  for (const KernelArgument& column : columns) {
    given.columns.push_back(column);
    given.texts.push_back(NameOf(column.column));
  }
  std::vector<const plan::Window*> computed;
  for (NamedWindow* named : windows) {
    plan::ForEachChild(*named->window,
                       [&](plan::ExpressionPtr& child) { TakeArguments(child, given); });
    computed.push_back(named->window.get());
  }
  if (given.columns.empty()) {  // COUNT(*) OVER () needs the number of rows
    given.columns.push_back({next_column_++, TypeId::kBoolean});
    given.texts.emplace_back("true");
  }
  Result<Kernel> kernel =
      printing_.kernels.MakeWindowKernel(computed, given.columns, printing_.settings);
  std::vector<std::string> fields;
  std::vector<std::string> names;
  for (size_t i = 0; i < given.columns.size(); ++i) {
    fields.push_back(fmt::format("'f{}', {}", i, given.texts[i]));
    names.push_back(NameOf(given.columns[i].column));
  }
  for (const NamedWindow* named : windows) {
    names.push_back(NameOf(named->id));
    columns.push_back({named->id, named->window->type});
  }
  std::string rows = from;
  if (!below.empty()) {
    rows = "(SELECT *, " + Join(below, ", ") + " FROM " + from + ") AS " + Alias();
  }
  const std::string list = NameOf(next_column_++);
  const std::string made = NameOf(next_column_++);
  rows = "(SELECT collect_list(named_struct(" + Join(fields, ", ") + ")) AS " + list + " FROM " +
         rows + (keys.empty() ? "" : " GROUP BY " + Join(keys, ", ")) + ") AS " + Alias();
  rows = "(SELECT " + CallKernel(std::move(kernel), {list}, windows.front()->window->range) +
         " AS " + made + " FROM " + rows + ") AS " + Alias();
  return "(SELECT " + Join(names, ", ") + " FROM " + rows + " LATERAL VIEW inline(" + made + ") " +
         Alias() + " AS " + Join(names, ", ") + ") AS " + Alias();
}

}  // namespace paisql::engine::spark
