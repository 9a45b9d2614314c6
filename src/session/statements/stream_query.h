#pragma once

// Runs a query and hands its rows on: SELECT shows them, TUNNEL DOWNLOAD writes them into a file.

#include <functional>

#include "session/state.h"
#include "syntax/query.h"

namespace paisql::session {

Status StreamQuery(const syntax::Query& query, analysis::AnalysisContext context,
                   execution::RunOptions options, Run& run,
                   const std::function<Status(engine::ResultStream&)>& consume);
// The same for a plan that was made already.
Status StreamPlan(const analysis::QueryPlan& plan, execution::RunOptions options, Run& run,
                  const std::function<Status(engine::ResultStream&)>& consume);

// Gives rows to the sink, and keeps them as the last result where the session keeps any.
Status ShowRows(engine::ResultStream& rows, Run& run);

}  // namespace paisql::session
