#pragma once

// The processes of a job by role, as the platform's client shows them. Pure functions.

#include <cstdint>
#include <string>
#include <vector>

#include "script/progress/job_lines.h"

namespace paisql::script {

// "ps_job:1/0/1[RUNNING]<tab>worker_job:…": running, completed, all processes of each role.
std::string StatesLine(const jobs::JobProgress& progress);
// The table, of 94 columns where there are so many and else as narrow as it can be: a row a role. A
// column tells of restarts when there were some. Its bar is that of the chief's steps where it is
// known how many there will be, else of the processes that have ended.
std::vector<JobLine> StageTable(const jobs::JobProgress& progress, int64_t elapsed_ms, int columns);
}  // namespace paisql::script
