#pragma once

// A table as clients get it: XML, with what is known of its columns, times and size as JSON in it.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/catalog.h"

namespace paisql::rest {

// "MANAGED_TABLE", "VIRTUAL_VIEW", "EXTERNAL_TABLE" or "MATERIALIZED_VIEW".
std::string_view TableType(const store::Table& table);
// {"columns": […], "partitionKeys": […]}, the types in small letters.
nlohmann::json ColumnsJson(const store::Table& table);
// <Table>…</Table> of one table. `extended`: with what only the platform's `?extended` tells.
Result<std::string> TableXml(const store::Table& table, bool extended, store::Catalog& catalog);

}  // namespace paisql::rest
