// Constant rows. A union of many rows is a deep plan, so rows that Spark says itself are one list,
// and unions of the others are made by halves.

#include <fmt/format.h>

#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

std::string SparkPrinter::PrintValuesList(const plan::Values& values) {
  std::vector<std::string> rows;
  for (const std::vector<plan::ExpressionPtr>& row : values.rows) {
    rows.push_back("(" + Join(PrintAll(row), ", ") + ")");
  }
  std::vector<std::string> names;
  std::vector<std::string> items;
  for (const plan::OutputColumn& column : values.output) {
    names.push_back(NameOf(column.id));
    items.push_back(
        fmt::format("CAST({0} AS {1}) AS {0}", names.back(), TypeOf(column.type, values.range)));
  }
  return "SELECT " + Join(items, ", ") + " FROM (VALUES " + Join(rows, ", ") + ") AS " + Alias() +
         "(" + Join(names, ", ") + ")";
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
  bool listed = values.rows.size() > 1 && !values.output.empty();
  for (const std::vector<plan::ExpressionPtr>& row : values.rows) {
    for (const plan::ExpressionPtr& item : row) {
      listed = listed && plan::IsConstantExpression(*item) && IsNative(*item);
    }
  }
  return listed ? PrintValuesList(values) : PrintValueRows(values, 0, values.rows.size());
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
