// The list of tables, page by page, and the schemas of a project.

#include <nlohmann/json.hpp>

#include "console/answers.h"
#include "console/objects/named_table.h"
#include "console/tables/table_answers.h"
#include "console/tables/tables_state.h"
#include "store/place.h"

namespace paisql::console {

namespace {

using nlohmann::json;
using store::TableOrder;

constexpr int64_t kTablesOfPage = 100;
constexpr int64_t kMostTables = 500;
constexpr int64_t kFar = int64_t{1} << 40;

struct NamedOrder {
  std::string_view name;
  TableOrder order;
};

constexpr NamedOrder kOrders[] = {{"name", TableOrder::kName},
                                  {"created", TableOrder::kCreated},
                                  {"modified", TableOrder::kModified},
                                  {"rows", TableOrder::kRows},
                                  {"bytes", TableOrder::kBytes}};

json ListedJson(const store::ListedTable& table) {
  json one = {{"name", table.name},
              {"shape", ShapeText(table.shape)},
              {"comment", table.comment},
              {"owner", table.owner},
              {"lifecycle_days", nullptr},
              {"created_ms", table.created_ms},
              {"modified_ms", table.last_modified_ms},
              {"rows", table.rows},
              {"bytes", table.bytes},
              {"files", table.files},
              {"partitions", nullptr}};
  if (table.lifecycle_days) one["lifecycle_days"] = *table.lifecycle_days;
  if (table.partitions) one["partitions"] = *table.partitions;
  return one;
}

Result<json> TablesJson(const rest::Call& call, Console& console) {
  store::TableWish wish;
  {
    PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
    PAISQL_ASSIGN(wish.place, PlaceOfCall(call, *catalog));
    PAISQL_TRY(RequireOnProject(call, *catalog, wish.place, "List"));
  }
  wish.text = call.Get("q");
  wish.owner = call.Get("owner");
  wish.shape = ShapeOfText(call.Get("shape"));
  for (const NamedOrder& one : kOrders) {
    if (one.name == call.Get("order")) wish.order = one.order;
  }
  wish.descending = call.Get("way") == "desc";
  wish.from = CountOfCall(call, "from", 0, kFar);
  wish.most = CountOfCall(call, "limit", kTablesOfPage, kMostTables);
  PAISQL_ASSIGN(const TableBooks::Loan book, console.tables->books.Borrow());
  PAISQL_ASSIGN(const store::TablePage page, book->List(wish));
  json tables = json::array();
  for (const store::ListedTable& table : page.tables) tables.push_back(ListedJson(table));
  return json{{"total", page.total}, {"from", wish.from}, {"tables", std::move(tables)}};
}

Result<json> SchemasJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  const std::string project = store::ProjectOfPlace(ProjectOf(call));
  PAISQL_ASSIGN(const std::optional<store::Project> found, catalog->FindProject(project));
  if (!found.has_value()) {
    return Error{ErrorCode::kProjectNotFound, "project " + project + " cannot be resolved", {}, ""};
  }
  PAISQL_TRY(RequireOnProject(call, *catalog, project, "List"));
  json schemas = json::array();
  PAISQL_ASSIGN(const std::vector<store::Schema> listed, catalog->ListSchemas(found->name));
  for (const store::Schema& schema : listed) {
    schemas.push_back(
        {{"name", schema.name}, {"comment", schema.comment}, {"owner", schema.owner}});
  }
  return json{{"project", found->name}, {"schemas", std::move(schemas)}};
}

}  // namespace

rest::Answer ListTablesOfSchema(const rest::Call& call, Console& console) {
  const Result<json> body = TablesJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

rest::Answer ListSchemasOfProject(const rest::Call& call, Console& console) {
  const Result<json> body = SchemasJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
