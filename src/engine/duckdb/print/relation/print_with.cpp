#include <utility>

#include "base/text.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {

using plan::RelationKind;

// A column more counts the steps: all rows that a step reads have its number.
std::string Printer::PrintRecursion(const std::string& name, const plan::SetOperation& operation) {
  PAISQL_ASSERT(operation.inputs.size() == 2, "a recursion has a start and a step");
  std::string columns;
  for (const auto& column : operation.output) columns += ColumnName(column.id) + ", ";
  const std::string start = PrintRelation(*operation.inputs[0]).Text();
  const std::string step = PrintRelation(*operation.inputs[1]).Text();
  const std::string steps = "(SELECT max(steps) FROM " + name + ")";
  const std::string limit = std::to_string(operation.recursion->max_steps);
  const std::string error =
      QuoteText(std::string(ErrorCodeName(ErrorCode::kSemantic)) + "|recursive-cte " +
                operation.recursion->name + " exceed max iterate number " + limit);
  return name + "(" + columns + "steps) AS (SELECT *, 0 FROM (" + start + ") AS " +
         context_.NewAlias("t") + " UNION ALL SELECT *, CASE WHEN " + steps + " >= " + limit +
         " THEN error(" + error + ") ELSE " + steps + " + 1 END FROM (" + step + ") AS " +
         context_.NewAlias("t") + ")";
}

// Subqueries of a definition that are shared stand in front of it.
Select Printer::PrintWith(const plan::With& with) {
  std::vector<std::string> list;
  std::vector<std::string>* const outside = std::exchange(innermost_, &list);
  bool recursive = false;
  for (size_t i = 0; i < with.definitions.size(); ++i) {
    const plan::Relation& definition = *with.definitions[i];
    const std::string name = "cte" + std::to_string(with.indexes[i]);
    if (definition.kind == RelationKind::kSetOperation &&
        plan::As<plan::SetOperation>(definition).recursion) {
      recursive = true;
      innermost_ = nullptr;
      list.push_back(PrintRecursion(name, plan::As<plan::SetOperation>(definition)));
      innermost_ = &list;
    } else {
      std::string text = PrintRelation(definition).Text();
      list.push_back(name + " AS (" + text + ")");
    }
  }
  Select select = PrintRelation(*with.body);
  innermost_ = outside;
  if (!select.with.empty()) select = select.Wrap(context_);
  select.with = (recursive ? "WITH RECURSIVE " : "WITH ") + Join(list, ", ");
  return select;
}

Select Printer::PrintCteScan(const plan::CteScan& scan) {
  std::vector<std::string> items;
  for (size_t i = 0; i < scan.output.size(); ++i) {
    items.push_back(ColumnName(scan.source[i]) + " AS " + ColumnName(scan.output[i].id));
  }
  if (items.empty()) items.push_back("NULL");
  Select select;
  select.from = "(SELECT " + Join(items, ", ") + " FROM cte" + std::to_string(scan.index) +
                ") AS " + context_.NewAlias("t");
  select.SetColumns(scan.output);
  return select;
}

}  // namespace paisql::engine
