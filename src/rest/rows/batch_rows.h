#pragma once

// Rows in batches of the size that a client asks for.

#include <vector>

#include "rest/rows/row_body.h"

namespace paisql::rest {

// What `next` gives, in batches of so many rows at most.
RowBody::NextRows InBatchesOf(int64_t rows, const std::vector<engine::ResultColumn>& columns,
                              RowBody::NextRows next);

}  // namespace paisql::rest
