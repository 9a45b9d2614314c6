#pragma once

// The table that a request names, and what its user may do with it. Names may hold any letter, so
// they are parameters: ?project=p&schema=s&table=t.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.h"
#include "rest/call.h"
#include "store/catalog.h"
#include "store/catalog/table_book.h"

namespace paisql::console {

// The project and schema of the request, as store/place.h writes places. kProjectNotFound for
// unknown ones.
Result<std::string> PlaceOfCall(const rest::Call& call, store::Catalog& catalog);
// ODPS-0130131 for an unknown table, ODPS-0130013 where the user may not do `action` with it.
Result<store::Table> TableOfCall(const rest::Call& call, store::Catalog& catalog,
                                 std::string_view action);

Status RequireOn(const rest::Call& call, store::Catalog& catalog, const store::Table& table,
                 std::string_view action);
Status RequireOnProject(const rest::Call& call, store::Catalog& catalog, const std::string& place,
                        std::string_view action);
// True where the user owns the project, and so sees all that others have done in it.
bool OwnsProject(const rest::Call& call, store::Catalog& catalog, const std::string& project);

// The values of ?partition=["20260101","08"]; nullopt without the parameter. kPartition for values
// that the table has no columns for.
Result<std::optional<std::vector<std::string>>> PartitionOfCall(const rest::Call& call,
                                                                const store::Table& table);

// A number of the query that is not below 0; `otherwise` where the query has no such number, `most`
// at most.
int64_t CountOfCall(const rest::Call& call, std::string_view name, int64_t otherwise, int64_t most);

store::TableShape ShapeOf(const store::Table& table);
std::string_view ShapeText(store::TableShape shape);
std::optional<store::TableShape> ShapeOfText(std::string_view text);

}  // namespace paisql::console
