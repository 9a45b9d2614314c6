#pragma once

// How a job has ended. A job that ran and failed is an outcome, not an Error.

#include <string>

#include "store/types.h"

namespace paisql::jobs {

// Whether nothing more happens to a job in this state.
constexpr bool HasEnded(store::JobState state) {
  return state != store::JobState::kWaiting && state != store::JobState::kRunning;
}

struct JobOutcome {
  store::JobState state = store::JobState::kSucceeded;
  int exit_status = 0;   // of the script; 128 + signal when it was killed by one
  std::string message;   // last line of the traceback, or what ended it; "" on success
  std::string log_path;  // of the process whose failure decided
  std::string cure;      // what the user can do about it, where that is known
};

}  // namespace paisql::jobs
