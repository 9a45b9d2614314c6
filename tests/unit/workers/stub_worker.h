#pragma once

// A worker for tests: this test program itself, started to run the one "test" of
// worker_stub_test.cpp.

#include <string>

#include "workers/worker_process.h"

namespace paisql::workers {

inline constexpr const char* kStubVariable = "PAISQL_STUB_WORKER";
inline constexpr const char* kStubKind = "stub";

// What the stub does: "echo" answers with text and payload as they came, and obeys requests whose
// text is "error", "crash", "garbage", "too large", "end" or "silence"; "version", "kind", "refuse"
// and "leave" do that instead of a hello.
inline WorkerCommand StubCommand(const std::string& way) {
  WorkerCommand command;
  command.spawn.command = {"/proc/self/exe", "--gtest_filter=StubWorker.*", "--gtest_brief=1",
                           "--gtest_also_run_disabled_tests"};
  command.spawn.environment = EnvironmentWith({{kStubVariable, way}});
  command.spawn.output = "/dev/null";
  command.errors_to_log = true;
  return command;
}

}  // namespace paisql::workers
