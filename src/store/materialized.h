#pragma once

// The description of a materialized view: a table whose rows a query has made. It is kept among the
// table's properties, under keys of its own.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace paisql::store {

inline constexpr std::string_view kMaterializedProperty = "paisql.materialized";

struct Materialized {
  std::string query;                 // its text
  std::vector<std::string> columns;  // the names of the query's columns, in its order
  bool rewrites = true;              // queries may read its rows in place of computing them
  // A read gives what the query has now for partitions that the view does not hold.
  bool substitutes = false;
  // The marks of what its rows were made from (analysis/materialized.h): by PartitionFolders of
  // its partitions, or under "" for all of its rows. Each is a property of its own (BuiltKey).
  std::map<std::string, std::string> built;
};

// nullopt for any other table.
std::optional<Materialized> MaterializedOf(const Table& table);
void SetMaterialized(Table& table, const Materialized& view);
inline bool IsMaterialized(const Table& table) {
  return table.traits.properties.contains(std::string(kMaterializedProperty));
}

// The value of kMaterializedProperty, for a change of it.
std::string MaterializedText(const Materialized& view);
// The property that keeps the mark of the partition of these folders.
std::string BuiltKey(const std::string& folders);

}  // namespace paisql::store
