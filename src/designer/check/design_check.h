#pragma once

// Checks a pipeline as a whole: as a graph, then the statements of its nodes in their order, in a
// session that only checks. So a value is judged by the rules that judge the statement when it
// runs, and the columns of each port are known before anything has run.

#include "base/result.h"
#include "designer/check/finding.h"
#include "designer/pipeline/pipeline.h"
#include "session/session.h"

namespace paisql::designer {

// `options` are those of the user's sessions. `folder`: the pipeline's, from which file:// starts;
// it need not exist. An error is one of the session.
Result<CheckedPipeline> CheckPipeline(const Pipeline& pipeline, session::SessionOptions options,
                                      const std::string& folder);

}  // namespace paisql::designer
