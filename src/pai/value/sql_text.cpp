#include "pai/value/sql_text.h"

#include "base/assert.h"
#include "store/place.h"

namespace paisql::pai {

namespace {

// In a quoted text each of these letters is doubled, or follows a backslash.
std::string Quoted(std::string_view text, char quote, std::string_view escaped, char escape) {
  std::string quoted(1, quote);
  for (const char letter : text) {
    if (escaped.find(letter) != std::string_view::npos) quoted += escape;
    quoted += letter;
  }
  return quoted + quote;
}

}  // namespace

std::string QuotedName(std::string_view name) { return Quoted(name, '`', "`", '`'); }

SqlInput SqlInputOf(const jobs::TableBinding& input, const std::string& query) {
  SqlInput made{"(" + query + ")", input.table.columns};
  if (input.is_query) return made;
  const store::Place place = store::PlaceOf(input.table.project);
  const std::string table = QuotedName(place.project) + "." + QuotedName(place.schema) + "." +
                            QuotedName(input.table.name);
  made.relation = table;
  if (!input.table.partitioned()) return made;
  // All partitions of a table are read without a condition by PAI, though not by a query.
  const std::string all =
      " WHERE " + QuotedName(input.table.partition_columns[0].name) + " IS NOT NULL";
  std::string where = input.partition_values.empty() ? all : "";
  for (size_t i = 0; i < input.partition_values.size(); ++i) {
    where += (i == 0 ? " WHERE " : " AND ") + QuotedName(input.table.partition_columns[i].name) +
             " = " + Quoted(input.partition_values[i], '\'', "'\\", '\\');
  }
  made.relation = "(SELECT * FROM " + table + where + ")";
  return made;
}

std::string FillSql(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string filled;
  while (true) {
    const size_t begin = text.find('{');
    filled += text.substr(0, begin);
    if (begin == std::string_view::npos) return filled;
    const size_t end = text.find('}', begin);
    PAISQL_ASSERT(end != std::string_view::npos, "a template of SQL with an open brace");
    const auto value = values.find(std::string(text.substr(begin + 1, end - begin - 1)));
    PAISQL_ASSERT(value != values.end(), "a template of SQL with a name that has no value");
    filled += value->second;
    text.remove_prefix(end + 1);
  }
}

}  // namespace paisql::pai
