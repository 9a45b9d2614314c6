#pragma once

// The store's SQL in PostgreSQL's words. The SQL of the catalog keeps to what SQLite and PostgreSQL
// both read; what is left to translate is the table of dialect.cpp. Names that compare without
// regard to letter case are of the type citext here, all texts sort by their bytes.

#include <string>
#include <string_view>

namespace paisql::store {

// A question or a change: parameters, and what only SQLite's planner reads.
std::string PostgresQuery(std::string_view sql);

// Statements that make tables and indexes, or change them.
std::string PostgresSchema(std::string_view sql);

}  // namespace paisql::store
