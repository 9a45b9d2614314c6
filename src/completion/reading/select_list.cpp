#include "completion/reading/select_list.h"

#include "base/text.h"

namespace paisql::completion {

namespace {

// EXCEPT after an asterisk names columns that are left out.
bool EndsList(const QueryShape& shape, size_t i) {
  if (shape.At(i).Is("FROM")) return true;
  return BeginsClause(shape.At(i)) &&
         !(shape.At(i).Is("EXCEPT") && i > 0 && shape.At(i - 1).text == "*");
}

// `*` and `t.*`.
void AddAll(const Token& first, const std::vector<Relation>& relations,
            std::vector<ColumnName>& columns) {
  for (const Relation& relation : relations) {
    if (first.text != "*" && !EqualsIgnoreCase(relation.name, first.Name())) continue;
    columns.insert(columns.end(), relation.columns.begin(), relation.columns.end());
  }
}

void AddSelected(const QueryShape& shape, const Range& item, const std::vector<Relation>& relations,
                 std::vector<ColumnName>& columns) {
  if (item.begin >= item.end) return;
  const Token& last = shape.At(item.end - 1);
  const Token& first = shape.At(item.begin);
  const size_t count = item.end - item.begin;
  const bool all_of_one =
      count >= 3 && shape.Has(item.begin + 1, item, ".") && shape.Has(item.begin + 2, item, "*");
  if (first.text == "*" || all_of_one) return AddAll(first, relations, columns);
  if (!last.IsName()) return;
  const Token* before = count > 1 ? &shape.At(item.end - 2) : nullptr;
  const bool reference = count == 1 || (count == 3 && before->text == ".");
  if (before != nullptr && before->IsSymbol() && before->text != ")" && before->text != "]" &&
      before->text != ".") {
    return;  // a + b has no name
  }
  ColumnName column{last.Name(), "", ""};
  for (const Relation& relation : relations) {
    if (!reference) break;
    if (count == 3 && !EqualsIgnoreCase(relation.name, first.Name())) continue;
    for (const ColumnName& known : relation.columns) {
      if (EqualsIgnoreCase(known.name, column.name)) column.type = known.type;
    }
  }
  columns.push_back(std::move(column));
}

}  // namespace

std::vector<ColumnName> SelectedBy(const QueryShape& shape, const Range& arm,
                                   const std::vector<Relation>& relations) {
  std::vector<ColumnName> columns;
  const int depth = shape.DepthOf(arm);
  size_t i = arm.begin;
  while (i < arm.end && !(shape.At(i).depth == depth && shape.At(i).Is("SELECT"))) ++i;
  if (i >= arm.end) return columns;
  ++i;
  if (shape.Has(i, arm, "DISTINCT") || shape.Has(i, arm, "ALL")) ++i;
  size_t begin = i;
  for (; i <= arm.end; ++i) {
    const bool own = i < arm.end && shape.At(i).depth == depth;
    const bool ends = i == arm.end || (own && EndsList(shape, i));
    if (!ends && !(own && shape.At(i).text == ",")) continue;
    AddSelected(shape, {begin, i}, relations, columns);
    begin = i + 1;
    if (ends) break;
  }
  return columns;
}

}  // namespace paisql::completion
