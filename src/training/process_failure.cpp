#include "training/process_failure.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <string_view>

#include "training/process_log.h"
#include "training/traceback.h"

namespace paisql::training {

namespace {

constexpr size_t kLogTailBytes = 256 * 1024;
constexpr int kSignalBase = 128;  // a shell's spelling of "killed by a signal"
// What Python, C++ and TensorFlow say when memory is refused.
constexpr std::array<std::string_view, 4> kMemoryWords = {
    "MemoryError", "ResourceExhaustedError", "std::bad_alloc", "Cannot allocate memory"};

bool SpeaksOfMemory(std::string_view text) {
  return std::any_of(kMemoryWords.begin(), kMemoryWords.end(), [text](std::string_view words) {
    return text.find(words) != std::string_view::npos;
  });
}

std::string MemoryText(const ProcessPlan& plan) {
  if (plan.resources.memory_mb == 0) return "out of memory";
  return "out of memory, of which it may have " + std::to_string(plan.resources.memory_mb) + " MB";
}

}  // namespace

JobOutcome FailureOutcome(const ProcessPlan& plan, const ProcessEnd& end) {
  JobOutcome outcome;
  outcome.state = store::JobState::kFailed;
  outcome.log_path = end.log_path;
  const std::string title = end.distributed ? plan.Title() : "the script";
  const std::string tail = ReadLogTail(end.log_path, kLogTailBytes);
  std::string last_line = TracebackLine(tail);
  bool memory = false;
  std::string how;
  if (WIFSIGNALED(end.status)) {
    const int number = WTERMSIG(end.status);
    outcome.exit_status = kSignalBase + number;
    how = "was killed by " + SignalName(number);
    memory =
        (number == SIGKILL && end.kernel_killed) || (number == SIGABRT && SpeaksOfMemory(tail));
    // A traceback that stands in the log was not what ended the process.
    last_line.clear();
  } else {
    outcome.exit_status = WEXITSTATUS(end.status);
    how = "ended with exit status " + std::to_string(outcome.exit_status);
    // Python ends with 1 behind a traceback; any other status is the script's own choice.
    if (outcome.exit_status != 1) last_line.clear();
    memory = SpeaksOfMemory(last_line);
  }
  if (last_line.empty() || end.distributed) outcome.message = title + " " + how;
  if (memory) {
    if (outcome.message.empty()) outcome.message = title;
    outcome.message += (outcome.message == title ? " ran " : ": ") + MemoryText(plan);
  }
  if (!last_line.empty()) outcome.message += (outcome.message.empty() ? "" : ": ") + last_line;
  return outcome;
}

}  // namespace paisql::training
