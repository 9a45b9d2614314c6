#include "jobs/place/wait_status.h"

#include <sys/wait.h>

#include <csignal>

#include "base/process/process.h"

namespace paisql::jobs {

ProcessEnd EndOfStatus(int status, MemoryKill memory) {
  ProcessEnd end;
  if (!WIFSIGNALED(status)) {
    end.exit_status = WEXITSTATUS(status);
    end.reason = "ended with exit status " + std::to_string(end.exit_status);
    return end;
  }
  constexpr int kSignalBase = 128;  // a shell's spelling of "killed by a signal"
  const int number = WTERMSIG(status);
  end.kind = number == SIGABRT ? ProcessEnd::Kind::kAborted : ProcessEnd::Kind::kKilled;
  end.exit_status = kSignalBase + number;
  end.reason = "was killed by " + SignalName(number);
  if (number == SIGKILL) end.memory = memory;
  return end;
}

}  // namespace paisql::jobs
