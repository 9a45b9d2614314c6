#pragma once

// In which order the rows of a table lie in its files: CLUSTERED BY and RANGE CLUSTERED BY with
// their SORTED BY. Writers sort rows by these columns, so that a reader finds values of one column
// beside each other and leaves out the parts of a file that have none. It is kept among the table's
// properties, under a key of its own. Columns are told by their ids.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace paisql::store {

inline constexpr std::string_view kClusteringProperty = "paisql.clustered";
inline constexpr int64_t kMaxBuckets = 4096;

struct SortedColumn {
  int64_t id = 0;
  bool descending = false;
};

struct Clustering {
  bool range = false;
  std::vector<int64_t> by;
  std::vector<SortedColumn> sorted;
  std::optional<int64_t> buckets = {};
};

std::string ClusteringText(const Clustering& clustering);
// nullopt for a table whose rows lie as they come.
std::optional<Clustering> ClusteringOf(const Table& table);
void SetClustering(Table& table, const Clustering& clustering);

// The columns by which a file is sorted: those of CLUSTERED BY, then those of SORTED BY.
std::vector<SortedColumn> FileOrder(const Clustering& clustering);

}  // namespace paisql::store
