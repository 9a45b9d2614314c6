#pragma once

// Answers about many instances: the list, and runs beside each other. Rows of routes.cpp.

#include "console/console.h"
#include "rest/call.h"

namespace paisql::console {

// GET /logview/instances: the newest first, `limit` of them below `after`.
rest::Answer ListInstanceRows(const rest::Call& call, Console& console);
// GET /logview/jobs: the names that several of the newest PAI jobs have, the one that was run last
// first, with the number of their runs.
rest::Answer ListRepeatedJobs(const rest::Call& call, Console& console);
// GET /logview/compare?job=NAME or ?runs=ID,ID: the runs of a job's name, or the named
// runs, with parameters, last numbers and curves; `ids` chooses some of them.
rest::Answer CompareRuns(const rest::Call& call, Console& console);

}  // namespace paisql::console
