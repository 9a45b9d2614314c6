#pragma once

// The columns of a table or a result as tunnels describe them.

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "engine/result_stream.h"
#include "store/types.h"

namespace paisql::rest {

nlohmann::json SchemaJson(std::span<const engine::ResultColumn> columns,
                          std::span<const engine::ResultColumn> partition_keys);

nlohmann::json SchemaOfTable(const store::Table& table);

}  // namespace paisql::rest
