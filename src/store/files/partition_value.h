#pragma once

// Checks texts that are to be partition values. They become names of folders, and users must be
// able to type every one that a query has made, so static and dynamic values are held to this one
// rule.

#include <cstddef>
#include <string_view>

namespace paisql::store {

inline constexpr size_t kMaxPartitionValueBytes = 128;

// 1 to kMaxPartitionValueBytes printable ASCII characters, and not the word by which Hive's readers
// know a folder without a value (the platform's page "Escape characters").
bool IsPartitionValue(std::string_view text);

}  // namespace paisql::store
