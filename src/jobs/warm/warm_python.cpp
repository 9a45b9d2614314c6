#include "jobs/warm/warm_python.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>

#include "jobs/runtime/launch.h"
#include "jobs/warm/channel_message.h"
#include "jobs/warm/warm_children.h"

namespace paisql::jobs {

namespace {

// Room in what /proc shows of the process, for a job's command and environment.
constexpr size_t kRoomBytes = 4096;
constexpr const char* kRoomVariable = "PAISQL_WARM_ROOM";

}  // namespace

Result<std::unique_ptr<WarmPython>> WarmPython::Start(const Installation& installation,
                                                      const store::Home& home,
                                                      const Runtime& runtime,
                                                      const EnvironmentChoice& variables) {
  PAISQL_ASSIGN(SocketPair control, MakeSocketPair());
  std::array<int, 2> ends{};
  // The import's output must not stop it: a process that fills the pipe is not warm.
  if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    return FileError("start", installation.python, errno);
  const Descriptor printed(ends[0]);
  const Descriptor prints(ends[1]);
  SpawnOptions options;
  options.command.push_back(installation.python);
  options.command.emplace_back("-bu");
  options.command.push_back(installation.python_folder + "/paisql/warm/server.py");
  options.command.emplace_back(kRoomBytes, ' ');
  Variables changes = runtime.environment(runtime, installation, home, variables);
  changes.emplace_back("PYTHONPATH", PythonPath(installation, {}, variables));
  changes.emplace_back(kRoomVariable, std::string(kRoomBytes, '.'));
  options.environment = ScriptEnvironment(variables, changes);
  options.folder.assign(1, '/');
  options.streams = {-1, prints.get(), prints.get()};
  options.inherited = {control.theirs.get(), printed.get()};
  options.new_session = true;  // Ctrl-C is not for it
  options.dies_with_caller = true;
  PAISQL_ASSIGN(const pid_t pid, Spawn(options));
  const std::string face(runtime.face);
  return std::unique_ptr<WarmPython>(new WarmPython(face, variables, std::move(control.ours), pid));
}

WarmPython::~WarmPython() { End(); }

bool WarmPython::alive() {
  if (pid_ > 0 && waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = 0;
  return pid_ > 0;
}

void WarmPython::End() {
  control_.Close();
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = 0;
}

Status WarmPython::StartSupervisor(const SpawnOptions& options, const WarmRequest& request) {
  const Descriptor log(
      open(options.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  if (!log.open()) return FileError("open", options.output, errno);
  std::vector<int> descriptors = {log.get()};
  descriptors.insert(descriptors.end(), options.inherited.begin(), options.inherited.end());
  return SendMessage(control_.get(),
                     {{"command", options.command},
                      {"environment", options.environment},
                      {"folder", options.folder},
                      {"entry", request.entry},
                      {"work", request.work},
                      {"processes", request.processes},
                      {"variable", kWarmVariable}},
                     descriptors);
}

}  // namespace paisql::jobs
