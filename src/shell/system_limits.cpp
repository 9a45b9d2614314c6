#include "shell/app.h"

#include <signal.h>

#include <new>
#include <system_error>

#include "base/error.h"
#include "base/system/refusals.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

void OnLargeFile(int) {}

int Fail(const Error& error) {
  terminal::PrintMessage("FAILED: " + error.ToString());
  if (!error.hint.empty()) terminal::PrintMessage("hint: " + error.hint);
  return script::kExitEnvironment;
}

}  // namespace

int RunWithinLimits(int argument_count, char** arguments, int (*run)(int, char**)) {
  // A handler, because an ignored signal would stay ignored in the scripts that we start.
  struct sigaction action = {};
  action.sa_handler = OnLargeFile;
  sigemptyset(&action.sa_mask);
  sigaction(SIGXFSZ, &action, nullptr);
  try {
    return run(argument_count, arguments);
  } catch (const std::bad_alloc&) {
    return Fail(MemoryRefused());
  } catch (const std::system_error& failure) {
    return Fail(SystemRefused(failure));
  }
}

}  // namespace paisql::shell
