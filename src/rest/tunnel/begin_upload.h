#pragma once

// How uploads by blocks and by streams begin. Private to this folder.

#include "rest/call.h"
#include "rest/service.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

// An upload into the table and partition that the call names, which its user may write. The caller
// adds it to the sessions. With how.spreads the call may leave out levels of the partition, which
// rows then have; with how.changes rows of a table with a PRIMARY KEY are changes.
Result<std::shared_ptr<TableUploadSession>> NewUpload(const Call& call, Service& service,
                                                      session::TableUpload::Target how = {});

// The table and partition that the call names, which its user may write. The partition is made
// where the call says so. `within`: the call may leave out levels.
Result<TableTarget> WriteTargetOf(const Call& call, store::Catalog& catalog, Service& service,
                                  bool within = false);

}  // namespace paisql::rest
