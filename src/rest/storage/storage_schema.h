#pragma once

// Columns as the storage API describes them, in two forms: for readers by the texts of types, for
// writers and for results of instances by numbers of types.

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "engine/result_stream.h"
#include "store/types.h"

namespace paisql::rest {

nlohmann::json ReadSchemaJson(std::span<const engine::ResultColumn> columns,
                              std::span<const engine::ResultColumn> partition_columns);
nlohmann::json WriteSchemaJson(std::span<const engine::ResultColumn> columns,
                               std::span<const engine::ResultColumn> system_columns = {});

std::vector<engine::ResultColumn> ColumnsOf(const std::vector<store::Column>& columns);

}  // namespace paisql::rest
