#pragma once

// How uploads by blocks and by streams begin. Private to this folder.

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

// An upload into the table and partition that the call names, which its user may write. The caller
// adds it to the sessions.
Result<std::shared_ptr<TableUploadSession>> NewUpload(const Call& call, Service& service);

// The table and partition that the call names, which its user may write. The partition is made
// where the call says so.
Result<TableTarget> WriteTargetOf(const Call& call, store::Catalog& catalog, Service& service);

}  // namespace paisql::rest
