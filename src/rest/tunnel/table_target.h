#pragma once

// The table, and the partition of it, that a request of a tunnel names.

#include <string>
#include <vector>

#include "base/result.h"
#include "rest/call.h"
#include "store/catalog.h"

namespace paisql::rest {

struct TableTarget {
  store::Table table;
  std::vector<std::string> partition;  // a value for each level; empty without partitions

  // As a statement of the table's place names it.
  std::string Name() const;
  // `ds` = '1' AND `hh` = '2', joined by `between`; "" without partitions.
  std::string Levels(std::string_view between) const;
};

// Of /projects/P/tables/T and /projects/P/schemas/S/tables/T, with the parameter `partition`, which
// gives every level. Whether the partition is there is not asked. Without `needs_partition` the
// whole of a partitioned table is meant.
Result<TableTarget> TargetOf(const Call& call, store::Catalog& catalog,
                             bool needs_partition = true);
// The same, but the parameter may give the first levels alone, or none of them.
Result<TableTarget> TargetWithin(const Call& call, store::Catalog& catalog);
// Whether the call's path names the table of this place and name, in whatever case. A request does
// not find the sessions of another one: its token may allow one table alone.
bool IsAbout(const Call& call, std::string_view place, std::string_view name);
inline bool IsAbout(const Call& call, const store::Table& table) {
  return IsAbout(call, table.project, table.name);
}
// As statements write them: `name`, and 'text'.
std::string QuotedName(const std::string& name);
std::string QuotedText(const std::string& text);
// kPartitionNotFound where it is not.
Status RequirePartition(const TableTarget& target, store::Catalog& catalog);

}  // namespace paisql::rest
