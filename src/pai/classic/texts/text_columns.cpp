#include "pai/classic/texts/text_columns.h"

#include <algorithm>

#include "pai/classic/classic_input.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

Status NeedTexts(const Parameters& parameters, std::string_view name,
                 const std::vector<store::Column>& columns) {
  const auto other = std::ranges::find_if_not(columns, IsText);
  if (other == columns.end()) return Status::Ok();
  return Wrong(parameters.PlaceOf(name),
               "column " + other->name + " is a " + other->type.ToString() + ", not a text",
               "name a STRING column in -D" + std::string(name));
}

}  // namespace

bool IsText(const store::Column& column) {
  const TypeId id = column.type.id();
  return id == TypeId::kString || id == TypeId::kVarchar || id == TypeId::kChar;
}

Result<store::Column> FirstTextColumn(const Parameters& parameters, std::string_view table,
                                      const std::vector<store::Column>& columns) {
  const auto first = std::ranges::find_if(columns, IsText);
  if (first != columns.end()) return *first;
  return Wrong(parameters.PlaceOf(table), "the input has no STRING column",
               "name a table with a column of texts");
}

Result<store::Column> OneTextColumn(const Parameters& parameters, const BuildContext& context,
                                    std::string_view name,
                                    const std::vector<store::Column>& columns,
                                    std::string_view table) {
  if (parameters.Find(name) == nullptr && parameters.Text(name).empty())
    return FirstTextColumn(parameters, table, columns);
  PAISQL_ASSIGN(store::Column column, OneColumn(parameters, context, name, columns));
  PAISQL_TRY(NeedTexts(parameters, name, {column}));
  return column;
}

Result<std::vector<store::Column>> TextColumns(const Parameters& parameters,
                                               const BuildContext& context, std::string_view name,
                                               const std::vector<store::Column>& columns) {
  std::vector<store::Column> chosen;
  if (parameters.Find(name) == nullptr) {
    std::ranges::copy_if(columns, std::back_inserter(chosen), IsText);
    return chosen;
  }
  PAISQL_ASSIGN(chosen, SelectedOrNone(parameters, context, name, columns));
  PAISQL_TRY(NeedTexts(parameters, name, chosen));
  return chosen;
}

Result<std::vector<store::Column>> NewColumns(const Parameters& parameters, std::string_view blamed,
                                              const std::vector<store::Column>& columns) {
  std::vector<store::Column> made;
  for (const store::Column& column : columns) {
    if (HasColumn(made, column.name)) {
      return Wrong(parameters.PlaceOf(blamed),
                   "the output would have two columns '" + column.name + "'",
                   "leave one of them out, or rename it: -DinputTableName=\"(SELECT a AS b FROM "
                   "t)\"");
    }
    const DataType& type = column.type;
    if (type.IsNested() || type.IsInterval() || type.id() == TypeId::kJson) {
      return Wrong(parameters.PlaceOf(blamed),
                   "column " + column.name + " is of type " + type.ToString() +
                       ", which a learner cannot hand on",
                   "leave it out, and join the output with the input on a key");
    }
    made.push_back(NewColumn(column.name, type));
    made.back().id = static_cast<int64_t>(made.size());
  }
  return made;
}

std::string WordsSql(const std::string& text) {
  return "FILTER(SPLIT(" + text + R"(, '\\s+'), w -> w <> ''))";
}

std::string WordSetSql(const store::Column& column, const std::string& relation) {
  return FillSql(
      "(SELECT TRANSFORM(SEQUENCE(0, 255), k -> FILTER(a, w -> CRC32(w) % 256 = k)) AS words "
      "FROM (SELECT COLLECT_SET(CAST(x.{column} AS STRING)) AS a FROM {relation} x) s)",
      {{"column", QuotedName(column.name)}, {"relation", relation}});
}

std::string WordKnownSql(const std::string& word, const std::string& alias) {
  return FillSql("ARRAY_CONTAINS({alias}.words[CRC32({word}) % 256], {word})",
                 {{"alias", alias}, {"word", word}});
}

std::string SortedSql(const std::string& query, const std::string& columns) {
  return "SELECT * FROM (" + query + ") unsorted SORT BY " + columns;
}

}  // namespace paisql::pai
