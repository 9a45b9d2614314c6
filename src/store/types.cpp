#include "store/types.h"

#include "base/assert.h"

namespace paisql::store {

std::string Partition::Name(const Table& table) const {
  PAISQL_ASSERT(values.size() == table.partition_columns.size(),
                "a partition has one value for each partition column of its table");
  std::string name;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) name += '/';
    name += table.partition_columns[i].name + "=" + values[i];
  }
  return name;
}

}  // namespace paisql::store
