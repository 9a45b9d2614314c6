#include "console/tables/table_text.h"

#include <optional>

#include "base/whole_number.h"
#include "syntax/literal_text.h"

namespace paisql::console {

namespace {

using syntax::QuoteLiteral;
using syntax::QuoteName;

std::string PartitionValueText(const store::Column& column, const std::string& value) {
  const std::optional<int64_t> number = ParseNumber<int64_t>(value);
  return column.type.IsInteger() && number ? std::to_string(*number) : QuoteLiteral(value);
}

}  // namespace

std::string NameText(const store::Table& table) { return QuoteName(table.name); }

std::string PartitionText(const store::Table& table, const std::vector<std::string>& values,
                          std::string_view between) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    const store::Column& column = table.partition_columns[i];
    text += (i == 0 ? "" : std::string(between)) + QuoteName(column.name) + "=" +
            PartitionValueText(column, values[i]);
  }
  return text;
}

std::string SelectText(const store::Table& table, std::string_view columns,
                       const std::vector<std::string>& partition) {
  std::string text = "SELECT " + std::string(columns) + " FROM " + NameText(table);
  if (!partition.empty()) text += " WHERE " + PartitionText(table, partition, " AND ");
  return text;
}

}  // namespace paisql::console
