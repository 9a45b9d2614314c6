#include "nodes/run/processes/worker.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/process/guard.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

// A longer task lies in a file, and its message is its path behind this sign.
constexpr size_t kLargestMessage = 32768;
constexpr char kInFile = '@';

Error WorkerGone() {
  return {ErrorCode::kEnvironment, "the process that ran the node has ended unexpectedly", {}, ""};
}

// Standard output and error go to the file from here on.
bool Redirect(const std::string& log) {
  const Descriptor file(open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  return file.open() && dup2(file.get(), STDOUT_FILENO) >= 0 &&
         dup2(file.get(), STDERR_FILENO) >= 0;
}

}  // namespace

std::string WriteTask(const WorkerTask& task) {
  json variables = json::array();
  for (const variables::Variable& variable : task.script.variables) {
    variables.push_back({variable.name, variable.value});
  }
  const json line = {{"path", task.script.path},        {"code", task.script.code},
                     {"bizdate", task.script.bizdate},  {"cyctime", task.script.cyctime},
                     {"variables", variables},          {"log", task.log},
                     {"project", task.script.project},  {"answer", task.script.answer},
                     {"priority", task.script.priority}};
  return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<WorkerTask> ReadTask(const std::string& text) {
  const json read = json::parse(text, nullptr, false);
  if (!read.is_object()) return WorkerGone();
  WorkerTask task;
  task.script.path = read.value("path", "");
  task.script.code = read.value("code", "");
  task.script.bizdate = read.value("bizdate", "");
  task.script.cyctime = read.value("cyctime", "");
  task.script.project = read.value("project", "");
  task.script.priority = read.value("priority", 1);
  task.script.answer = read.value("answer", "");
  task.log = read.value("log", "");
  for (const json& variable : read.value("variables", json::array())) {
    task.script.variables.push_back({variable.at(0).get<std::string>(),
                                     variable.at(1).get<std::string>(), variables::Origin::kFlag,
                                     true});
  }
  return task;
}

int ServeTasks(int answers, const std::function<int(const SqlScript& script)>& run) {
  std::vector<char> message(kLargestMessage);
  while (true) {
    const ssize_t count = recv(STDIN_FILENO, message.data(), message.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    std::string text(message.data(), static_cast<size_t>(count));
    if (text.front() == kInFile) {
      const std::string path = text.substr(1);
      Result<std::string> read = ReadFile(path);
      (void)unlink(path.c_str());
      if (!read.ok()) return 1;
      text = *std::move(read);
    }
    const Result<WorkerTask> task = ReadTask(text);
    if (!task.ok()) return 1;
    const bool warms = task->log.empty();
    if (!warms && !Redirect(task->log)) return 1;
    const int ended = run(task->script);
    const int status = warms && ended < kWorkerEnds ? kWorkerReady : ended;
    if (!WriteAll(answers, std::to_string(status) + "\n")) return 1;
    if (status >= kWorkerEnds) return status;
  }
}

Result<Worker> Worker::Start(const Programs& programs) {
  std::array<int, 2> tasks{};
  std::array<int, 2> answers{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, tasks.data()) != 0) {
    return FileError("make", "a socket", errno);
  }
  Worker worker;
  worker.tasks_ = Descriptor(tasks[0]);
  worker.theirs_ = Descriptor(tasks[1]);
  if (pipe2(answers.data(), O_CLOEXEC) != 0) return FileError("make", "a pipe", errno);
  worker.answers_ = Descriptor(answers[0]);
  const Descriptor answers_write(answers[1]);
  SpawnOptions options;
  options.command = {programs.self};
  options.command.insert(options.command.end(), programs.arguments.begin(),
                         programs.arguments.end());
  options.command.insert(options.command.end(), {"flow", "worker"});
  options.environment = EnvironmentWith({});
  options.streams = {worker.theirs_.get(), -1, -1};
  options.output = "/dev/null";
  options.inherited = {answers_write.get()};
  options.dies_with_caller = true;
  PAISQL_ASSIGN(worker.pid_, Spawn(options));
  WorkerTask warms;
  warms.script.code = "SELECT 1;";
  warms.script.bizdate = "19700101";
  warms.script.cyctime = "19700102000000";
  const Status given = worker.Give(warms);
  if (given.ok()) return worker;
  worker.End();
  return given.error();
}

Status Worker::Give(const WorkerTask& task) {
  std::string text = WriteTask(task);
  if (text.size() > kLargestMessage) {
    const std::string path = task.log + ".task";
    PAISQL_TRY(WriteNewFile(path, text, NewFileKind::kOwnPassing));
    text = kInFile + path;
  }
  while (send(tasks_.get(), text.data(), text.size(), MSG_NOSIGNAL) < 0) {
    if (errno != EINTR) return WorkerGone();
  }
  return Status::Ok();
}

size_t Worker::TakeBack() {
  size_t taken = 0;
  std::vector<char> message(kLargestMessage);
  while (true) {
    const ssize_t count = recv(theirs_.get(), message.data(), message.size(), MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return taken;
    ++taken;
    if (message.front() != kInFile) continue;
    (void)unlink(std::string(message.data() + 1, static_cast<size_t>(count) - 1).c_str());
  }
}

Status Worker::TakeStatuses(std::vector<int>& statuses) {
  std::array<char, 256> buffer{};
  const ssize_t count = read(answers_.get(), buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR) return Status::Ok();
  if (count <= 0) return WorkerGone();
  begun_.append(buffer.data(), static_cast<size_t>(count));
  for (size_t end = begun_.find('\n'); end != std::string::npos; end = begun_.find('\n')) {
    int status = 0;
    const auto read_number = std::from_chars(begun_.data(), begun_.data() + end, status);
    if (read_number.ec != std::errc()) return WorkerGone();
    statuses.push_back(status);
    begun_.erase(0, end + 1);
  }
  return Status::Ok();
}

// Its guard passes signals on.
void Worker::Signal(int number) const {
  (void)kill(pid_, number == SIGKILL ? GuardEndSignal() : number);
}

void Worker::EndSoon() {
  tasks_.Close();
  theirs_.Close();
}

void Worker::End() {
  EndSoon();
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace paisql::nodes
