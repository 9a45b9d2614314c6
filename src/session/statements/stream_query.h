#pragma once

// Runs a query and hands its rows on: SELECT shows them, TUNNEL DOWNLOAD writes them into a file.

#include <functional>

#include "session/state.h"
#include "syntax/query.h"

namespace paisql::session {

Status StreamQuery(const syntax::Query& query, analysis::AnalysisContext context,
                   execution::RunOptions options, Run& run,
                   const std::function<Status(engine::ResultStream&)>& consume);

}  // namespace paisql::session
