#include "store/clustering.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace paisql::store {

std::string ClusteringText(const Clustering& clustering) {
  nlohmann::json kept = {{"range", clustering.range}, {"by", clustering.by}};
  kept["sorted"] = nlohmann::json::array();
  for (const SortedColumn& column : clustering.sorted) {
    kept["sorted"].push_back({{"id", column.id}, {"descending", column.descending}});
  }
  if (clustering.buckets.has_value()) kept["buckets"] = *clustering.buckets;
  return kept.dump();
}

std::optional<Clustering> ClusteringOf(const Table& table) {
  const auto found = table.traits.properties.find(std::string(kClusteringProperty));
  if (found == table.traits.properties.end()) return std::nullopt;
  // The order of rows changes no answer, so a text that is not ours says nothing.
  const auto kept = nlohmann::json::parse(found->second, nullptr, false);
  if (!kept.is_object()) return std::nullopt;
  try {
    Clustering clustering;
    clustering.range = kept.value("range", false);
    clustering.by = kept.value("by", clustering.by);
    for (const auto& column : kept.value("sorted", nlohmann::json::array())) {
      clustering.sorted.push_back(
          {column.value("id", int64_t{0}), column.value("descending", false)});
    }
    if (kept.contains("buckets")) clustering.buckets = kept.value("buckets", int64_t{0});
    return clustering;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

void SetClustering(Table& table, const Clustering& clustering) {
  table.traits.properties[std::string(kClusteringProperty)] = ClusteringText(clustering);
}

std::vector<SortedColumn> FileOrder(const Clustering& clustering) {
  std::vector<SortedColumn> order;
  const auto has = [&](int64_t id) {
    return std::any_of(order.begin(), order.end(),
                       [id](const SortedColumn& column) { return column.id == id; });
  };
  for (const int64_t id : clustering.by) {
    const auto same = std::find_if(clustering.sorted.begin(), clustering.sorted.end(),
                                   [id](const SortedColumn& column) { return column.id == id; });
    if (!has(id)) order.push_back({id, same != clustering.sorted.end() && same->descending});
  }
  for (const SortedColumn& column : clustering.sorted) {
    if (!has(column.id)) order.push_back(column);
  }
  return order;
}

}  // namespace paisql::store
