#include "script/progress/plain_job.h"

#include <algorithm>

#include "script/progress/job_lines.h"
#include "script/progress/stage_table.h"

namespace paisql::script {

namespace {

// The step of worker 0.
std::optional<int64_t> StepOf(const jobs::JobProgress& progress) {
  for (const jobs::ProcessProgress& process : progress.processes) {
    if (process.role == "worker" && process.index == 0) return process.step;
  }
  return std::nullopt;
}

}  // namespace

std::string PlainJob::Output(std::string_view bytes, int64_t now_ms, std::string_view time) {
  if (bytes.empty()) return "";
  line_open_ = bytes.back() != '\n';
  return std::string(bytes) + Tell(now_ms, time);
}

std::string PlainJob::Progress(const jobs::JobProgress& progress, int64_t now_ms,
                               std::string_view time) {
  progress_ = progress;
  told_ms_ = now_ms;
  return Tell(now_ms, time);
}

std::string PlainJob::Tell(int64_t now_ms, std::string_view time) {
  // A line of the script is not cut in two; what is to be told is told after it.
  if (line_open_) return "";
  std::string text;
  if (progress_.waits_for != waits_for_) {
    waits_for_ = progress_.waits_for;
    if (!waits_for_.empty()) text += QueueLine(progress_) + "\n";
  }
  if (!waits_for_.empty()) return text;
  if (IsDistributed(progress_)) {
    const std::string states = StatesLine(progress_);
    if (states != states_) text += std::string(time) + " " + states + "\n";
    states_ = states;
  }
  const std::optional<int64_t> step = StepOf(progress_);
  const bool due = !step_.has_value() || now_ms - step_told_ms_ >= kProgressMs;
  if (step.has_value() && step != step_ && due && IsRunning(progress_)) {
    step_ = step;
    step_told_ms_ = now_ms;
    text += ProgressLine(progress_, ElapsedMs(now_ms), true) + "\n";
  }
  return text;
}

std::string PlainJob::End(bool ended, int64_t now_ms) {
  if (!ended) return "";
  std::string text;
  if (StepOf(progress_).has_value()) text = FinalLine(progress_, ElapsedMs(now_ms)) + "\n";
  const std::string reading = ReadingLine(progress_);
  if (!reading.empty()) text += reading + "\n";
  return (line_open_ && !text.empty() ? "\n" : "") + text;
}

int64_t PlainJob::ElapsedMs(int64_t now_ms) const {
  return progress_.elapsed_ms + (IsRunning(progress_) ? now_ms - told_ms_ : 0);
}

}  // namespace paisql::script
