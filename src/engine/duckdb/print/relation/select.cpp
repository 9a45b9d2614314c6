#include "engine/duckdb/print/relation/select.h"

#include "base/text.h"
#include "engine/duckdb/print/sql_text.h"

namespace paisql::engine {

std::string Select::Text() const {
  std::string text = with;
  if (!with.empty()) text += ' ';
  text += distinct ? "SELECT DISTINCT " : "SELECT ";
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ", ";
    const std::string name = ColumnName(items[i].id);
    text += items[i].text.empty() ? name : items[i].text + " AS " + name;
  }
  // A relation without columns still has rows.
  if (items.empty()) text += "NULL";
  if (!from.empty()) text += " FROM " + from;
  if (!where.empty()) text += " WHERE " + Join(where, " AND ");
  if (!group_by.empty()) text += " GROUP BY " + group_by;
  if (!order_by.empty()) text += " ORDER BY " + Join(order_by, ", ");
  return text + limit;
}

Select Select::Wrap(PrintContext& context) const {
  Select outer;
  outer.from = "(" + Text() + ") AS " + context.NewAlias("t");
  for (const Item& item : items) outer.items.push_back({item.id, ""});
  return outer;
}

std::string Select::FromItem(PrintContext& context) const {
  if (bare() && !from.empty()) return from;
  return "(" + Text() + ") AS " + context.NewAlias("t");
}

void Select::SetColumns(const std::vector<plan::OutputColumn>& columns) {
  items.clear();
  computed = false;
  for (const plan::OutputColumn& column : columns) items.push_back({column.id, ""});
}

}  // namespace paisql::engine
