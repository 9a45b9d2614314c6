// Constant rows. A union of many rows is a deep plan, and gives them in any order: so literals are
// one list, other constants the list of a kernel, and unions of what is left are made by halves.

#include <fmt/format.h>

#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

std::string SparkPrinter::PrintValuesList(const plan::Values& values) {
  std::vector<std::string> rows;
  for (const std::vector<plan::ExpressionPtr>& row : values.rows) {
    std::vector<std::string> items;
    for (const plan::ExpressionPtr& item : row) items.push_back(PrintLiteral(*item).value_or(""));
    rows.push_back("(" + Join(items, ", ") + ")");
  }
  std::vector<std::string> names;
  std::vector<std::string> items;
  for (const plan::OutputColumn& column : values.output) {
    names.push_back(NameOf(column.id));
    items.push_back(
        fmt::format("CAST({0} AS {1}) AS {0}", names.back(), TypeOf(column.type, values.range)));
  }
  // Spark would make several tasks of them, and lose their order.
  const std::string hint = printing_.sail ? "" : "/*+ COALESCE(1) */ ";
  return "SELECT " + hint + Join(items, ", ") + " FROM (VALUES " + Join(rows, ", ") + ") AS " +
         Alias() + "(" + Join(names, ", ") + ")";
}

std::string SparkPrinter::PrintValueRow(const plan::Values& values, size_t row) {
  std::vector<std::string> items;
  for (size_t i = 0; i < values.output.size(); ++i) {
    const plan::OutputColumn& column = values.output[i];
    items.push_back(fmt::format("CAST({} AS {}) AS {}", PrintExpression(*values.rows[row][i]),
                                TypeOf(column.type, values.range), NameOf(column.id)));
  }
  return "SELECT " + (items.empty() ? "1" : Join(items, ", "));
}

std::string SparkPrinter::PrintValueRows(const plan::Values& values, size_t begin, size_t end) {
  if (end - begin == 1) return PrintValueRow(values, begin);
  const size_t middle = begin + (end - begin) / 2;
  return "SELECT * FROM (" + PrintValueRows(values, begin, middle) + " UNION ALL " +
         PrintValueRows(values, middle, end) + ") AS " + Alias();
}

std::string SparkPrinter::PrintValues(const plan::Values& values) {
  if (values.rows.empty()) return PrintNoRows(values.output, values.range);
  bool constant = values.rows.size() > 1 && !values.output.empty();
  bool listed = constant;
  for (const std::vector<plan::ExpressionPtr>& row : values.rows) {
    for (const plan::ExpressionPtr& item : row) {
      constant = constant && plan::IsConstantExpression(*item);
      listed = listed && constant && PrintLiteral(*item);
    }
  }
  if (listed) return PrintValuesList(values);
  return constant ? PrintValuesKernel(values) : PrintValueRows(values, 0, values.rows.size());
}

std::string SparkPrinter::PrintValuesKernel(const plan::Values& values) {
  const std::string list = NameOf(next_column_++);
  const std::string names = NamesOf(values.output);
  const std::string call =
      CallKernel(printing_.kernels.MakeValuesKernel(values, printing_.settings), {}, values.range);
  return "SELECT " + names + " FROM (SELECT " + call + " AS " + list + ") AS " + Alias() +
         " LATERAL VIEW inline(" + list + ") " + Alias() + " AS " + names;
}

// Spark takes few expressions in a list of rows, so that others are computed here.
std::optional<std::string> SparkPrinter::PrintLiteral(const plan::Expression& expression) {
  if (expression.kind == plan::ExpressionKind::kConstant) {
    if (auto text = Literal(plan::As<plan::Constant>(expression).value)) return text;
  }
  return PrintConstant(expression);
}

std::string SparkPrinter::PrintNoRows(const std::vector<plan::OutputColumn>& columns,
                                      const SourceRange& range) {
  std::vector<std::string> items;
  for (const plan::OutputColumn& column : columns) {
    items.push_back("CAST(NULL AS " + TypeOf(column.type, range) + ") AS " + NameOf(column.id));
  }
  return "SELECT " + (items.empty() ? "1" : Join(items, ", ")) + " WHERE false";
}

}  // namespace paisql::engine::spark
