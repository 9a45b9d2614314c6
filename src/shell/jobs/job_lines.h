#pragma once

// What the shell says of a job that is followed: the stage table and the lines of the platform's
// client, and a line of progress. Pure functions. What a process has not told is left out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/terminal/terminal.h"
#include "training/spec/job_progress.h"

namespace paisql::shell {

struct JobLine {
  std::string text;
  std::optional<Color> color = {};  // of the whole line

  bool operator==(const JobLine&) const = default;
};

// "9999", "1.2 M": as exact as people need.
std::string CountText(int64_t count);
// "12 s", "3 min 5 s", "2 h 3 min".
std::string DurationText(int64_t duration_ms);

bool IsRunning(const training::JobProgress& progress);
// Has several processes, so that they are shown by role.
bool IsDistributed(const training::JobProgress& progress);

// "Job Queueing... waits for 6 cores, of which 0 are free"
std::string QueueLine(const training::JobProgress& progress);
// "ps_job:1/0/1[RUNNING]<tab>worker_job:…": running, completed, all processes of each role.
std::string StatesLine(const training::JobProgress& progress);
// The table of 94 columns: a row a role. A column tells of restarts when there were some.
std::vector<JobLine> StageTable(const training::JobProgress& progress, int64_t elapsed_ms);
// "worker 0: step 1200  53.1 steps/s  loss 0.1513  rows 1.2 M  input 4 %", then the elapsed time
// where it is wanted.
std::string ProgressLine(const training::JobProgress& progress, int64_t elapsed_ms,
                         bool show_elapsed);
// "worker 0: step 2000  loss 0.12  rows 1.2 M  16 s"; "" when nothing was told.
std::string FinalLine(const training::JobProgress& progress, int64_t elapsed_ms);

// What stands below the output of a job on a terminal of this size: as much as fits, each line cut
// so that none is wrapped.
std::vector<JobLine> BlockLines(const training::JobProgress& progress, int64_t elapsed_ms,
                                const Screen& screen);

}  // namespace paisql::shell
