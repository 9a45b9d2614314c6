#pragma once

// Lines about a job that is followed: lines of the platform's client, whose stage table is in
// stage_table.h, and a line of progress. Pure functions. Values that a process has not reported
// are left out.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/display/amounts.h"
#include "jobs/spec/job_progress.h"
#include "terminal/terminal.h"

namespace paisql::script {

struct JobLine {
  std::string text;
  std::optional<terminal::Color> color = {};  // of the whole line

  bool operator==(const JobLine&) const = default;
};

bool IsRunning(const jobs::JobProgress& progress);
// Has several processes, so that they are shown by role.
bool IsDistributed(const jobs::JobProgress& progress);

// "Job Queueing... waits for 6 cores, of which 0 are free"
std::string QueueLine(const jobs::JobProgress& progress);
// "worker 0: step 1200 of 2000  53.1 steps/s  loss 0.1513  rows 1.2 M (0.4 M/s)  input 4 %", then
// the elapsed time and what is left of it where they are wanted.
std::string ProgressLine(const jobs::JobProgress& progress, int64_t elapsed_ms, bool show_elapsed);
// How much of its steps the chief has made, and the time that the others will take; nullopt where
// it cannot be told.
std::optional<double> StepsDone(const jobs::JobProgress& progress);
std::optional<int64_t> RemainingMs(const jobs::JobProgress& progress, int64_t elapsed_ms);
// "~20 s left", or "".
std::string LeftText(const jobs::JobProgress& progress, int64_t elapsed_ms);
// "worker 0: step 2000  loss 0.12  rows 1.2 M  16 s"; "" when nothing was told.
std::string FinalLine(const jobs::JobProgress& progress, int64_t elapsed_ms);
// The line of what the job has read and waited for (jobs/spec/reading.h): a line of its own after
// the final one, "" for a job that is too short for it.
std::string ReadingLine(const jobs::JobProgress& progress);

// The block below the output of a job on a terminal of this size: as many lines as fit. Where a
// line is too long for the terminal, its fields go on in a further line.
std::vector<JobLine> BlockLines(const jobs::JobProgress& progress, int64_t elapsed_ms,
                                const terminal::Screen& screen);

}  // namespace paisql::script
