#pragma once

// A PAI statement whose component is SQL (pai/component.h, SqlBuild): no job, but queries that the
// session runs on one snapshot. Their tables are committed together.

#include "pai/build_job.h"
#include "session/state.h"

namespace paisql::session {

// Errors are placed at the parameter that names the table of the query.
Status RunSqlWork(const pai::SqlWork& work, const pai::BuildContext& context, Run& run);

}  // namespace paisql::session
