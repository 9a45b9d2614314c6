// `paisql flow schedule`: runs workflows when they are due, until it is ended.

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "base/files/files.h"
#include "shell/flow/schedule/schedule_daemon.h"
#include "shell/interrupts.h"
#include "shell/script/runner.h"

namespace paisql::shell {

int FlowSchedule(const FlowCall& call) {
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), kExitEnvironment);
  const std::string folder = call.options.home_path + "/flows";
  const Status made = MakeFolders(folder);
  if (!made.ok()) return FailFlow(made.error(), kExitEnvironment);
  const std::string path = folder + "/schedule.lock";
  const Descriptor lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.open()) return FailFlow(FileError("open", path, errno), kExitEnvironment);
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return FailFlow({ErrorCode::kInvalidMetaOperation,
                     "another paisql flow schedule works on this home",
                     {},
                     "one of them looks after all workflows of a folder"},
                    kExitFailed);
  }
  const Result<Bell> bell = Bell::Make();
  if (!bell.ok()) return FailFlow(bell.error(), kExitEnvironment);
  const InterruptWatcher watcher([&] { bell->Ring(); });
  ScheduleDaemon daemon(call, **book);
  const Result<int> end = daemon.Run(*bell);
  if (end.ok()) return *end;
  return FailFlow(end.error(), end.error().code == ErrorCode::kIo ? kExitUsage : kExitEnvironment);
}

}  // namespace paisql::shell
