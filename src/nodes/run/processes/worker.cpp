#include "nodes/run/processes/worker.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/process/guard.h"
#include "workers/worker_end.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

constexpr const char* kKind = "script";
// A longer task lies in a file, which its request names.
constexpr size_t kLongestTask = 32768;
constexpr const char* kFile = "file";
static_assert(kLongestTask < workers::kMostMessageBytes);

Error WorkerGone() {
  return {ErrorCode::kEnvironment, "the process that ran the node has ended unexpectedly", {}, ""};
}

// The file of a long task; "" for a task that is whole.
std::string FileOf(const workers::Frame& request) {
  if (!request.text.starts_with(R"({"file")")) return "";
  const json read = json::parse(request.text, nullptr, false);
  return read.is_object() ? read.value(kFile, "") : "";
}

Result<WorkerTask> TaskOf(const workers::Frame& request) {
  const std::string file = FileOf(request);
  if (file.empty()) return ReadTask(request.text);
  const Result<std::string> text = ReadFile(file);
  (void)unlink(file.c_str());
  if (!text.ok()) return text.error();
  return ReadTask(*text);
}

// Standard output and error go to the file from here on.
bool Redirect(const std::string& log) {
  const Descriptor file(open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  return file.open() && dup2(file.get(), STDOUT_FILENO) >= 0 &&
         dup2(file.get(), STDERR_FILENO) >= 0;
}

// Opens the session and the engine.
SqlScript WarmUp() {
  SqlScript script;
  script.code = "SELECT 1;";
  script.bizdate = "19700101";
  script.cyctime = "19700102000000";
  return script;
}

}  // namespace

std::string WriteTask(const WorkerTask& task) {
  json variables = json::array();
  for (const variables::Variable& variable : task.script.variables) {
    variables.push_back({variable.name, variable.value});
  }
  const json line = {{"path", task.script.path},         {"code", task.script.code},
                     {"bizdate", task.script.bizdate},   {"cyctime", task.script.cyctime},
                     {"variables", variables},           {"log", task.log},
                     {"project", task.script.project},   {"answer", task.script.answer},
                     {"priority", task.script.priority}, {"script_mode", task.script.script_mode}};
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
  task.script.script_mode = read.value("script_mode", false);
  task.log = read.value("log", "");
  for (const json& variable : read.value("variables", json::array())) {
    task.script.variables.push_back({variable.at(0).get<std::string>(),
                                     variable.at(1).get<std::string>(), variables::Origin::kFlag,
                                     true});
  }
  return task;
}

int ServeTasks(const std::function<int(const SqlScript& script)>& run) {
  workers::WorkerEnd end;
  workers::Frame answer;
  const auto says_end = [&](int status) {
    answer.code = status;
    if (status >= kWorkerEnds) answer.kind = workers::FrameKind::kEnd;
    return status >= kWorkerEnds;
  };
  if (says_end(run(WarmUp()))) {
    end.Send(answer);
    return answer.code;
  }
  end.Send(workers::MakeHello(kKind, json::object()));
  while (const std::optional<workers::Frame> request = end.Next()) {
    const Result<WorkerTask> task = TaskOf(*request);
    if (!task.ok() || !Redirect(task->log)) return 1;
    answer.number = request->number;
    const bool ends = says_end(run(task->script));
    if (!end.Send(answer)) return 1;
    if (ends) return answer.code;
  }
  return 0;
}

Result<Worker> Worker::Start(const Programs& programs) {
  workers::WorkerCommand command;
  command.messages = true;
  command.errors_to_log = true;
  SpawnOptions& options = command.spawn;
  options.command = {programs.self};
  options.command.insert(options.command.end(), programs.arguments.begin(),
                         programs.arguments.end());
  options.command.insert(options.command.end(), {"flow", "worker"});
  options.environment = EnvironmentWith({});
  options.output = "/dev/null";
  PAISQL_ASSIGN(std::unique_ptr<workers::WorkerProcess> process,
                workers::WorkerProcess::Start(command));
  return Worker(std::move(process));
}

void Worker::Listen(EventLoop& loop, Events events) {
  const auto shared = std::make_shared<const Events>(std::move(events));
  const auto frame = [shared, greeted = false](const workers::Frame& said) mutable {
    if (said.kind == workers::FrameKind::kEnd) return shared->ended(said.code);
    if (std::exchange(greeted, true)) return shared->ended(said.code);
    const Result<json> hello = workers::ReadHello(said, kKind);
    if (!hello.ok()) return shared->gone(hello.error().detail);
    shared->ready();
  };
  process_->Listen(loop,
                   {frame, [shared](const std::string&) { shared->gone(WorkerGone().detail); }});
}

Status Worker::Give(const WorkerTask& task) {
  workers::Frame request;
  request.text = WriteTask(task);
  if (request.text.size() > kLongestTask) {
    const std::string file = task.log + ".task";
    PAISQL_TRY(WriteNewFile(file, request.text, NewFileKind::kOwnPassing));
    request.text = json{{kFile, file}}.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  process_->Send(request);
  return Status::Ok();
}

size_t Worker::TakeBack() {
  const std::vector<workers::Frame> requests = process_->TakeBack();
  for (const workers::Frame& request : requests) {
    if (const std::string file = FileOf(request); !file.empty()) (void)unlink(file.c_str());
  }
  return requests.size();
}

// Its guard passes signals on.
void Worker::Signal(int number) const {
  process_->Signal(number == SIGKILL ? GuardEndSignal() : number);
}

}  // namespace paisql::nodes
