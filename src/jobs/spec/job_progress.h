#pragma once

// The state of a job's processes, and the progress that they reported (docs/internals/formats.md,
// "Progress"), as values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paisql::jobs {

struct ProcessProgress {
  std::string role;  // "ps", "worker" or "evaluator"
  int index = 0;
  std::string state;  // "waiting", "running" or "ended"
  int restarts = 0;
  std::optional<int64_t> step;
  std::optional<double> steps_per_second;  // of late
  std::optional<double> loss;
  std::optional<int64_t> loss_step;  // of which step the loss is, where that was told
  int64_t rows_read = 0;
  int64_t rows_written = 0;
  int64_t bytes_read = 0;    // that these rows take in the tables' files
  double input_seconds = 0;  // that its readers fetched rows
  double read_seconds = 0;   // from the first row to the last
  double step_seconds = 0;   // from the first training step to the last
  double wait_seconds = 0;   // of these, waited for input
  std::string address;       // "http://127.0.0.1:6006" of a process that serves pages
  bool finished = false;     // its script is at its end, and it stays for other processes

  bool operator==(const ProcessProgress&) const = default;
};

struct JobProgress {
  std::string waits_for;   // what a job in the queue waits for; "" when it waits for nothing
  std::string limits;      // what holds the processes to their memory and CPU; "" for nothing
  int64_t elapsed_ms = 0;  // since its processes were started, 0 before
  // The step that the chief will end with, where it is known. It is not written to a file.
  std::optional<int64_t> total_steps;
  bool total_is_guess = false;  // it is what such a job had before
  std::vector<ProcessProgress> processes;

  bool operator==(const JobProgress&) const = default;
};

// The process whose output is shown, worker 0 where there is one; null without processes.
inline const ProcessProgress* ChiefOf(const JobProgress& progress) {
  for (const ProcessProgress& process : progress.processes) {
    if (process.role == "worker" && process.index == 0) return &process;
  }
  return progress.processes.empty() ? nullptr : &progress.processes.front();
}

// " (step 200)" after a loss of another step than the step beside it, else "".
inline std::string LossStepText(const std::optional<int64_t>& loss_step,
                                const std::optional<int64_t>& step) {
  if (!loss_step.has_value() || loss_step == step) return "";
  return " (step " + std::to_string(*loss_step) + ")";
}

}  // namespace paisql::jobs
