#pragma once

// The properties of a table that the home keeps for itself, beside those of TBLPROPERTIES: they
// stand under keys with a prefix that no statement can write.

#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace paisql::store {

inline bool IsOwnProperty(std::string_view key) { return key.starts_with("paisql."); }

// The property of a table, or of its partition with these values, that stays when its LIFECYCLE is
// over (ALTER TABLE … DISABLE LIFECYCLE).
std::string LifecycleOffKey(const Table& table, const std::vector<std::string>& values = {});
bool IsLifecycleOffKey(std::string_view key);
// A table that stays keeps its partitions, too.
bool IsLifecycleOff(const Table& table, const std::vector<std::string>& values = {});

}  // namespace paisql::store
