#include "store/files/partition_value.h"

#include <algorithm>

namespace paisql::store {

bool IsPartitionValue(std::string_view text) {
  const bool is_printable =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  return !text.empty() && text.size() <= kMaxPartitionValueBytes && is_printable &&
         text != "__HIVE_DEFAULT_PARTITION__";
}

}  // namespace paisql::store
