#pragma once

// Partitions as requests name them: "pt='1',hh=2", or "pt=1/hh=2".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace paisql::rest {

// A value for each level of the table, in its order; nullopt for one that is not named.
using PartitionMatch = std::vector<std::optional<std::string>>;

// Values as the catalog writes them. ODPS-0123031 for a level that the table does not have.
Result<PartitionMatch> MatchOf(const store::Table& table, std::string_view spec);

}  // namespace paisql::rest
