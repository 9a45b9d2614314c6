#include "jobs/supervise/process_failure.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "jobs/log/process_log.h"
#include "jobs/log/traceback.h"

namespace paisql::jobs {

namespace {

constexpr size_t kLogTailBytes = 256 * 1024;
// The words of Python, C++ and TensorFlow when memory is refused.
constexpr std::array<std::string_view, 4> kMemoryWords = {
    "MemoryError", "ResourceExhaustedError", "std::bad_alloc", "Cannot allocate memory"};
// A thread's stack is memory, too; without a limit, something else was missing.
constexpr std::array<std::string_view, 2> kThreadWords = {"pthread_create() failed",
                                                          "can't start new thread"};

// How scripts for Python 2, the platform's default, fail where they are not known to be ones.
constexpr std::array<std::string_view, 12> kPython2Words = {
    "Missing parentheses in call to 'print'",
    "multiple exception types must be parenthesized",
    "name 'xrange' is not defined",
    "name 'unicode' is not defined",
    "name 'raw_input' is not defined",
    "name 'basestring' is not defined",
    "has no attribute 'iteritems'",
    "has no attribute 'has_key'",
    "No module named 'urllib2'",
    "No module named 'cPickle'",
    "No module named 'ConfigParser'",
    "No module named 'StringIO'"};

template <size_t kCount>
bool HoldsAny(std::string_view text, const std::array<std::string_view, kCount>& all) {
  return std::any_of(all.begin(), all.end(), [text](std::string_view words) {
    return text.find(words) != std::string_view::npos;
  });
}

bool SpeaksOfMemory(std::string_view text, bool limited) {
  return HoldsAny(text, kMemoryWords) || (limited && HoldsAny(text, kThreadWords));
}

// The words about memory after "it"; "" when memory was not what ended the process.
std::string MemoryText(const ProcessPlan& plan, const ProcessEnd& end, std::string_view said) {
  if (end.memory == MemoryKill::kMachine) return "was chosen when the machine ran out of memory";
  if (end.memory != MemoryKill::kOwnLimit && !SpeaksOfMemory(said, plan.resources.memory_mb > 0))
    return "";
  if (plan.resources.memory_mb == 0) return "ran out of memory";
  return "ran out of memory, of which it may have " + std::to_string(plan.resources.memory_mb) +
         " MB";
}

// As python/paisql/learners/learner_task.py writes it.
constexpr std::string_view kLearnerError = "LearnerError: ";

}  // namespace

JobOutcome FailureOutcome(const ProcessPlan& plan, const ProcessEnd& end, const LastWords& words) {
  JobOutcome outcome;
  outcome.state = store::JobState::kFailed;
  outcome.exit_status = end.exit_status;
  outcome.log_path = words.log_path;
  const std::string tail = ReadLogTail(words.log_path, kLogTailBytes) + words.unwritten;
  TracebackEnd traceback;
  std::string memory;
  if (end.kind == ProcessEnd::Kind::kExited) {
    // Python ends with 1 after a traceback; any other status is the script's own choice.
    if (end.exit_status == 1) traceback = ReadTraceback(tail, words.folder);
    memory = MemoryText(plan, end, traceback.line);
  } else {
    // A traceback that stands in the log is not what ended the process.
    memory = MemoryText(plan, end, end.kind == ProcessEnd::Kind::kAborted ? tail : "");
  }
  // One script's traceback says enough; of several processes it is said which one ended, and how.
  std::vector<std::string> parts;
  const std::string title = words.distributed ? plan.Title() : "the script";
  if (traceback.line.empty() || words.distributed) parts.push_back(title + " " + end.reason);
  if (!memory.empty()) parts.push_back((parts.empty() ? title + " " : "it ") + memory);
  if (!traceback.line.empty()) {
    if (!traceback.place.empty()) parts.push_back(traceback.place);
    if (HoldsAny(traceback.line, kPython2Words)) {
      traceback.line += " (of a script written for Python 2? SET paisql.python2=on;)";
    }
    // A learner's words are for the author of the statement, who knows no Python.
    if (traceback.line.starts_with(kLearnerError)) traceback.line.erase(0, kLearnerError.size());
    parts.push_back(traceback.line);
  }
  outcome.message = Join(parts, ": ");
  return outcome;
}

}  // namespace paisql::jobs
