#pragma once

// Answers about many instances: the list, and the runs of one job. Rows of routes.cpp.

#include "console/console.h"
#include "rest/call.h"

namespace paisql::console {

// GET /logview/instances: the newest first, `limit` of them below `after`.
rest::Answer ListInstanceRows(const rest::Call& call, Console& console);
// GET /logview/compare?job=NAME: the runs of a job's name, with parameters, last numbers and
// curves; `ids` chooses some of them.
rest::Answer CompareRuns(const rest::Call& call, Console& console);

}  // namespace paisql::console
