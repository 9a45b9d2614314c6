#include "pai/classic/known_rows.h"

#include "base/text.h"
#include "pai/classic/classic_input.h"

namespace paisql::pai {

namespace {

std::string CellText(const store::Column& column, const std::optional<std::string>& cell) {
  const std::string value = cell.has_value() ? QuotedText(*cell) : "NULL";
  return "CAST(" + value + " AS " + column.type.ToString() + ")";
}

}  // namespace

std::string KnownRows(const std::vector<store::Column>& columns,
                      const std::vector<std::vector<std::optional<std::string>>>& rows) {
  std::vector<std::string> selects;
  const auto select = [&](const std::vector<std::optional<std::string>>& row) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < columns.size(); ++i) {
      cells.push_back(CellText(columns[i], row[i]) + " AS " + QuotedName(columns[i].name));
    }
    return "SELECT " + Join(cells, ", ");
  };
  for (const auto& row : rows) selects.push_back(select(row));
  if (!rows.empty()) return Join(selects, " UNION ALL ");
  const std::vector<std::optional<std::string>> nothing(columns.size());
  return "SELECT * FROM (" + select(nothing) + ") none WHERE FALSE";
}

}  // namespace paisql::pai
