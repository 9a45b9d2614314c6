// The stub worker's own part.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "unit/workers/stub_worker.h"
#include "workers/worker_end.h"

namespace paisql::workers {
namespace {

int Serve(const std::string& way) {
  WorkerEnd end;
  if (way == "leave") return 3;
  Frame hello = MakeHello(way == "kind" ? "other" : kStubKind, {{"threads", 2}});
  if (way == "version") ++hello.code;
  if (way == "refuse") hello = {FrameKind::kError, 0, 0, "the stub does not like today"};
  end.Send(hello);
  while (const std::optional<Frame> request = end.Next()) {
    const std::string& what = request->text;
    if (what == "crash") {
      // In the middle of an answer.
      WriteAll(kWorkerSocket, WriteFrame(*request).substr(0, 10));
      (void)std::raise(SIGKILL);
    } else if (what == "garbage") {
      WriteAll(kWorkerSocket, std::string(1000, 'g'));
    } else if (what == "too large") {
      std::string bytes = WriteFrame(*request);
      bytes[15] = '\x7f';
      WriteAll(kWorkerSocket, bytes);
    } else if (what == "end") {
      end.Send({FrameKind::kEnd, 0, 5});
      return 5;
    } else if (what == "error") {
      end.Send({FrameKind::kError, request->number, 42, "the stub refuses"});
    } else if (what != "silence") {
      end.Send(*request);
    }
  }
  return 0;
}

TEST(StubWorker, DISABLED_Serves) {
  const char* const way = std::getenv(kStubVariable);
  if (way != nullptr) _exit(Serve(way));
}

}  // namespace
}  // namespace paisql::workers
