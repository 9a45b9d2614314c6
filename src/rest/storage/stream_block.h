#pragma once

// The body of a request as a block of rows: a stream of Arrow with its schema, whose columns are
// found by their names. Private to this folder.

#include "rest/call.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

// Writes the call's body. kTunnel, as records/stream_error.h names it, for a column that is
// missing, unknown or of another type.
Result<session::UploadedBlock> WriteStreamBlock(const Call& call, session::TableUpload& upload);

}  // namespace paisql::rest
