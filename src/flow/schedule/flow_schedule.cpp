// `paisql flow schedule`: runs workflows when they are due, until it is ended.

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "base/files/files.h"
#include "flow/schedule/schedule_daemon.h"
#include "script/runner.h"
#include "terminal/interrupts.h"

namespace paisql::flow {

int FlowSchedule(const FlowCall& call) {
  const Result<std::unique_ptr<store::FlowBook>> book = OpenBook(call);
  if (!book.ok()) return FailFlow(book.error(), script::kExitEnvironment);
  const std::string folder = call.options.home_path + "/flows";
  const Status made = MakeFolders(folder);
  if (!made.ok()) return FailFlow(made.error(), script::kExitEnvironment);
  const std::string path = folder + "/schedule.lock";
  const Descriptor lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.open()) return FailFlow(FileError("open", path, errno), script::kExitEnvironment);
  if (flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return FailFlow({ErrorCode::kInvalidMetaOperation,
                     "another paisql flow schedule works on this home",
                     {},
                     "one of them looks after all workflows of a folder"},
                    script::kExitFailed);
  }
  const Result<Bell> bell = Bell::Make();
  if (!bell.ok()) return FailFlow(bell.error(), script::kExitEnvironment);
  const terminal::InterruptWatcher watcher([&] { bell->Ring(); });
  ScheduleDaemon daemon(call, **book);
  const Result<int> end = daemon.Run(*bell);
  if (end.ok()) return *end;
  return FailFlow(end.error(), end.error().code == ErrorCode::kIo ? script::kExitUsage
                                                                  : script::kExitEnvironment);
}

}  // namespace paisql::flow
