#pragma once

// Rows of a result for a page: every cell is a text or null, so that no number loses a digit. Large
// cells are cut, and the answer says which.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "instances/instance_result.h"

namespace paisql::console {

// {"columns":[{"name","type"}], "rows":[[…]], "cut":[[row,column,bytes]]} of the rows from `begin`
// on. All cells together have about `most_bytes` at most.
Result<nlohmann::json> RowsJson(const instances::InstanceResult& result, int64_t begin,
                                int64_t count, int64_t most_bytes = int64_t{4} << 20);

// The text of one cell, null for NULL; "" and `cut` beyond the limit, as {"text","bytes","cut"}.
Result<nlohmann::json> CellJson(const instances::InstanceResult& result, int64_t row,
                                size_t column);

// A text that ends at a whole character, of so many bytes at most.
std::string Shortened(std::string text, size_t most);

}  // namespace paisql::console
