#include "nodes/run/worker.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/system/write_all.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

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
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<WorkerTask> ReadTask(const std::string& line) {
  const json read = json::parse(line, nullptr, false);
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
  std::string pending;
  std::array<char, 65536> buffer{};
  while (true) {
    const size_t end = pending.find('\n');
    if (end == std::string::npos) {
      const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return 0;
      pending.append(buffer.data(), static_cast<size_t>(count));
      continue;
    }
    const Result<WorkerTask> task = ReadTask(pending.substr(0, end));
    pending.erase(0, end + 1);
    if (!task.ok() || !Redirect(task->log)) return 1;
    const int status = run(task->script);
    if (!WriteAll(answers, std::to_string(status) + "\n")) return 1;
    if (status >= kWorkerEnds) return status;
  }
}

Result<Worker> Worker::Start(const Programs& programs) {
  std::array<int, 2> tasks{};
  std::array<int, 2> answers{};
  if (pipe2(tasks.data(), O_CLOEXEC) != 0) return FileError("make", "a pipe", errno);
  const Descriptor tasks_read(tasks[0]);
  Worker worker;
  worker.tasks_ = Descriptor(tasks[1]);
  if (pipe2(answers.data(), O_CLOEXEC) != 0) return FileError("make", "a pipe", errno);
  worker.answers_ = Descriptor(answers[0]);
  const Descriptor answers_write(answers[1]);
  SpawnOptions options;
  options.command = {programs.self};
  options.command.insert(options.command.end(), programs.arguments.begin(),
                         programs.arguments.end());
  options.command.insert(options.command.end(), {"flow", "worker"});
  options.environment = EnvironmentWith({});
  options.streams = {tasks_read.get(), -1, -1};
  options.output = "/dev/null";
  options.inherited = {answers_write.get()};
  options.dies_with_caller = true;
  PAISQL_ASSIGN(worker.pid_, Spawn(options));
  return worker;
}

Status Worker::Give(const WorkerTask& task) {
  return WriteAll(tasks_.get(), WriteTask(task)) ? Status::Ok() : Status(WorkerGone());
}

Result<std::optional<int>> Worker::TakeStatus() {
  std::array<char, 64> buffer{};
  const ssize_t count = read(answers_.get(), buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR) return std::optional<int>();
  if (count <= 0) return WorkerGone();
  begun_.append(buffer.data(), static_cast<size_t>(count));
  if (!begun_.ends_with('\n')) return std::optional<int>();
  const std::string line = std::exchange(begun_, {});
  int status = 0;
  const auto read_number = std::from_chars(line.data(), line.data() + line.size(), status);
  if (read_number.ec != std::errc()) return WorkerGone();
  return std::optional(status);
}

void Worker::Signal(int number) const { (void)kill(-pid_, number); }

void Worker::End() {
  tasks_.Close();
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace paisql::nodes
