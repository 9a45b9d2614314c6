#pragma once

// Texts of statements about one table, with names and values quoted. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "store/types.h"

namespace paisql::console {

// "`t`"; statements run in the table's own place.
std::string NameText(const store::Table& table);
// "`ds`='20260101' AND `hh`=8" for a condition, with ", " for a PARTITION clause.
std::string PartitionText(const store::Table& table, const std::vector<std::string>& values,
                          std::string_view between);
// "SELECT `a`, `b` FROM `t` WHERE …"; `columns` "*" for all.
std::string SelectText(const store::Table& table, std::string_view columns,
                       const std::vector<std::string>& partition);

}  // namespace paisql::console
