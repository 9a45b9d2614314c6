#pragma once

// The body of a request as a block of rows: a stream of Arrow with its schema, whose columns are
// found by their names, or by their places where not all of the names are known. Private to this
// folder.

#include <atomic>
#include <cstdint>

#include "rest/call.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

// Writes the call's body. kTunnel, as records/stream_error.h names it, for a column that is
// missing, unknown or of another type. Values of a partition's text may be whole numbers. `order`
// numbers the rows of an upload of changes; those without an operation take the place of what is
// there.
Result<session::UploadedBlock> WriteStreamBlock(const Call& call, session::TableUpload& upload,
                                                std::atomic<int64_t>& order);

}  // namespace paisql::rest
