#include "pai/alink/streams/stream_queries.h"

#include "base/text.h"
#include "pai/alink/values/example_types.h"
#include "pai/job/component_tables.h"
#include "pai/value/columns_json.h"

namespace paisql::pai {

bool TravelsInStream(const DataType& type) {
  return type.id() == TypeId::kArray ? FitsExample(type.element(), true) : FitsExample(type, true);
}

bool IsQuery(const syntax::PaiParameter& given) {
  const std::string_view text = Trim(given.value);
  if (text.starts_with('(')) return true;
  for (const std::string_view word : {"select", "with", "from"}) {
    const bool begins =
        text.size() > word.size() && EqualsIgnoreCase(text.substr(0, word.size()), word) &&
        std::string_view(" \t\r\n").find(text[word.size()]) != std::string_view::npos;
    if (begins) return true;
  }
  return false;
}

Result<RowQuery> ReadRowQuery(const syntax::PaiParameter& given, const BuildContext& context,
                              const RowSource* source, bool repeats) {
  const QueryPlaces places(given, context.statement_text, 0, given.value.size());
  if (context.queries == nullptr) {
    return places.InStatement(
        Error{ErrorCode::kUnsupported, "queries are not offered here", {}, "name a table"});
  }
  PAISQL_ASSIGN(RowQuery query, context.queries->ResolveRows(given.value, places, source, repeats));
  for (const store::Column& column : query.read) {
    if (TravelsInStream(column.type)) continue;
    return Wrong(given.value_range,
                 "column '" + column.name + "' is " + column.type.ToString() +
                     ", which the query of a stream does not read",
                 "leave it out of the query");
  }
  for (const store::Column& column : query.columns) {
    if (TravelsInStream(column.type)) continue;
    return Wrong(given.value_range,
                 "column '" + column.name + "' of the query is " + column.type.ToString() +
                     ", which a stream does not carry",
                 "CAST it to STRING, or take its parts");
  }
  return query;
}

nlohmann::json QueryJson(const RowQuery& query) {
  nlohmann::json read = nlohmann::json::array();
  for (const store::Column& column : query.read) read.push_back(column.name);
  return {{"read", read},
          {"types", ColumnsJson(query.read)},
          {"columns", ColumnsJson(query.columns)},
          {"query", nlohmann::json::parse(query.description)}};
}

}  // namespace paisql::pai
