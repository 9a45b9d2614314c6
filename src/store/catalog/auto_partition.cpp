#include "store/auto_partition.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/assert.h"
#include "base/text.h"

namespace paisql::store {

std::optional<AutoPartition> AutoPartitionOf(const Table& table) {
  const auto found = table.traits.properties.find(std::string(kAutoPartitionProperty));
  if (found == table.traits.properties.end()) return std::nullopt;
  const auto kept = nlohmann::json::parse(found->second);
  return AutoPartition{kept.at("column").get<int64_t>(), kept.at("unit").get<std::string>(),
                       kept.at("ingestion").get<bool>()};
}

void SetAutoPartition(Table& table, const AutoPartition& rule) {
  const nlohmann::json kept = {
      {"column", rule.column_id}, {"unit", rule.unit}, {"ingestion", rule.ingestion}};
  table.traits.properties[std::string(kAutoPartitionProperty)] = kept.dump();
}

// A table that is not in the catalog yet numbers its columns in their order.
const Column& AutoPartitionSource(const Table& table, const AutoPartition& rule) {
  if (table.id == 0) return table.columns.at(static_cast<size_t>(rule.column_id) - 1);
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const Column& one) { return one.id == rule.column_id; });
  PAISQL_ASSERT(found != table.columns.end(), "the column of AUTO PARTITIONED BY is gone");
  return *found;
}

bool IsGenerated(const Table& table, std::string_view column) {
  const std::optional<AutoPartition> rule = AutoPartitionOf(table);
  if (!rule) return false;
  if (EqualsIgnoreCase(table.partition_columns.front().name, column)) return true;
  return rule->ingestion && EqualsIgnoreCase(AutoPartitionSource(table, *rule).name, column);
}

std::string AutoPartitionText(const Table& table, const AutoPartition& rule) {
  return "TRUNC_TIME(`" + AutoPartitionSource(table, rule).name + "`, '" + rule.unit + "')";
}

}  // namespace paisql::store
