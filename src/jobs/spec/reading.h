#pragma once

// Tells how many rows a job has read of tables, how fast, and how much of its steps' time it
// waited for input. Pure functions; they take numbers from outside as they are.

#include <cstdint>
#include <optional>
#include <string>

#include "jobs/spec/job_progress.h"
#include "store/types.h"

namespace paisql::jobs {

struct Reading {
  int64_t rows = 0;
  int64_t bytes = 0;    // that these rows take in the tables' files, in the columns that were read
  int64_t read_ms = 0;  // from the first row to the last, of the process that read longest
  int64_t step_ms = 0;  // from the first training step to the last, of all processes together
  int64_t wait_ms = 0;  // of these, waited for input
};

Reading ReadingOf(const ProcessProgress& process);
Reading ReadingOf(const JobProgress& progress);
Reading ReadingOf(const store::Job& job);

// nullopt where it took too short a time to tell.
std::optional<int64_t> RowsPerSecond(const Reading& reading);
std::optional<int64_t> BytesPerSecond(const Reading& reading);
// The part of the steps' time that waited for input, 0 to 1; nullopt without steps.
std::optional<double> InputShare(const Reading& reading);
// "3 % of the steps' time waited for input"; "" without steps.
std::string InputShareText(const Reading& reading);

// "read 1,200,000 rows, 310.0 MB, at 410,000 rows/s, 106.0 MB/s; 3 % of the steps' time waited for
// input" of a job that read for a second or longer; "" for one that was too short for it to matter.
std::string ReadingText(const Reading& reading);

}  // namespace paisql::jobs
