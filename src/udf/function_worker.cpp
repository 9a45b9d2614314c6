#include "udf/function_worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/system/clock.h"
#include "udf/function_failure.h"

namespace paisql::udf {

namespace {

constexpr ErrorCode kJobFailed = CodeOf("ODPS-0123144");
constexpr const char* kKind = "functions";
constexpr int32_t kMoreFrames = 1;  // the code of a frame that is not the last of its answer
constexpr int kLookMs = 50;
constexpr int64_t kMsOfSecond = 1000;
constexpr int64_t kBytesOfMb = 1 << 20;
constexpr int64_t kMbOfMachine = 1024;
// A process that has closed its socket has given up, and may hang in its end.
constexpr int64_t kTimeToEndMs = 500;
constexpr size_t kBytesAtOnce = 1 << 16;

const char* FormName(FunctionForm form) {
  switch (form) {
    case FunctionForm::kScalar:
      return "scalar";
    case FunctionForm::kAggregate:
      return "aggregate";
    case FunctionForm::kTable:
      return "table";
  }
  PAISQL_UNREACHABLE("a form of unknown kind");
}

std::vector<std::string> TypeNames(const std::vector<DataType>& types) {
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const DataType& type : types) names.push_back(type.ToString());
  return names;
}

std::string JsonText(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Error MemoryError(const std::string& name, const FunctionWorker::Start& start) {
  return Error{kJobFailed,
               "WorkerRestart errCode:9,errMsg:SigKill(OOM), usually caused by OOM(out of "
               "memory). in function " +
                   name,
               {},
               fmt::format("SET odps.sql.udf.{}.memory to more than {}, or let the function keep "
                           "less",
                           start.java ? "jvm" : "python", start.memory_mb)};
}

// The last words of a library in C++ that gets no memory, of an interpreter, and of Java's machine.
bool SaysOutOfMemory(std::string_view said) {
  return said.find("std::bad_alloc") != std::string_view::npos || said.ends_with("MemoryError") ||
         said.find("due to java.lang.OutOfMemoryError") != std::string_view::npos;
}

// A process that the system has killed for its memory ends by this signal, and nobody else sends
// it.
Error EndError(const std::string& name, int status, const FunctionWorker::Start& start,
               const std::string& said) {
  if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) || SaysOutOfMemory(said)) {
    return MemoryError(name, start);
  }
  std::string detail =
      fmt::format("the process of function {} has ended: {}", name, EndText(status));
  if (!said.empty()) detail += "\n" + said;
  return Error{ErrorCode::kScript, std::move(detail), {}, ""};
}

}  // namespace

Error CancelledError() {
  return Error{ErrorCode::kInstanceCancelled, "the statement was interrupted", {}, ""};
}

Error TooManyBytesError(const std::string& name) {
  return Error{ErrorCode::kScript,
               "the arguments of some rows are too many bytes for function " + name,
               {},
               "give it smaller values"};
}

Result<std::unique_ptr<FunctionWorker>> FunctionWorker::Begin(const Start& start) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return FileError("start", start.command[0], errno);
  }
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  SpawnOptions options;
  options.command = start.command;
  options.environment = start.environment;
  options.folder = start.folder;
  options.output = start.log;
  options.inherited = {theirs.get()};
  options.dies_with_caller = true;
  // Java's machine takes memory of its own beside its heap.
  options.data_bytes =
      (start.java ? 2 * start.memory_mb + kMbOfMachine : start.memory_mb) * kBytesOfMb;
  PAISQL_ASSIGN(ChildProcess process, ChildProcess::Start(options));
  std::unique_ptr<FunctionWorker> made(new FunctionWorker(start, std::move(ours)));
  made->process_ = std::move(process);
  return made;
}

FunctionWorker::~FunctionWorker() {
  socket_.Close();
  End();
  if (process_.running()) {
    std::array<pollfd, 1> watched = {pollfd{process_.exit_descriptor(), POLLIN, 0}};
    (void)poll(watched.data(), watched.size(), static_cast<int>(kTimeToEndMs));
  }
  process_ = ChildProcess();
  std::error_code ignored;
  std::filesystem::remove_all(start_.folder, ignored);
  std::filesystem::remove(start_.log, ignored);
}

// Its guard (src/python/paisql/functions/guard.py) kills what is below it. Without one yet, the
// signal ends it by itself.
void FunctionWorker::End() { process_.Signal(SIGUSR1); }

void FunctionWorker::Abandon() {
  End();
  socket_.Close();
}

Status FunctionWorker::Greet(const Stopped& stopped) {
  PAISQL_ASSIGN(const workers::Frame hello,
                Receive(start_.function, stopped, SteadyMs() + start_.start_s * kMsOfSecond));
  PAISQL_ASSIGN(const nlohmann::json facts, workers::ReadHello(hello, kKind));
  greeted_ = true;
  return Status::Ok();
}

Result<int64_t> FunctionWorker::Open(const FunctionSpec& spec, const Stopped& stopped) {
  // The object of a table function has the state of one statement's rows.
  const bool reusable = spec.form != FunctionForm::kTable;
  if (reusable && last_opened_.has_value() && last_opened_->first == spec) {
    return last_opened_->second;
  }
  nlohmann::json request = {{"do", "open"},
                            {"class", spec.class_name},
                            {"kind", FormName(spec.form)},
                            {"arguments", TypeNames(spec.arguments)},
                            {"returns", TypeNames(spec.results)},
                            {"whole_columns", spec.whole_columns},
                            {"python", spec.environment->python}};
  const std::string key = JsonText(request);
  const auto found = opened_.find(key);
  if (found != opened_.end() && reusable) {
    last_opened_ = {spec, found->second};
    return found->second;
  }
  const int64_t id =
      found != opened_.end() ? found->second : static_cast<int64_t>(opened_.size()) + 1;
  request["id"] = id;
  PAISQL_TRY(
      Ask(spec.name, JsonText(request), "", stopped, [&](const workers::Frame& frame) -> Status {
        if (frame.kind != workers::FrameKind::kError) return Status::Ok();
        return FailureError(ReadFailure(frame), "");
      }));
  opened_.emplace(key, id);
  last_opened_ = {spec, id};
  return id;
}

Status FunctionWorker::Ask(const std::string& name, std::string text, std::string payload,
                           const Stopped& stopped, const Take& take) {
  if (text.size() + payload.size() > workers::kMostFrameBytes) return TooManyBytesError(name);
  workers::Frame frame;
  frame.number = ++last_number_;
  frame.text = std::move(text);
  frame.payload = std::move(payload);
  const int64_t deadline_ms = SteadyMs() + start_.timeout_s * kMsOfSecond;
  PAISQL_TRY(Send(name, frame, stopped, deadline_ms));
  while (true) {
    // Frames may come faster than they are taken, so that nothing below waits.
    PAISQL_TRY(CheckEnd(name, stopped, deadline_ms));
    PAISQL_ASSIGN(workers::Frame answer, Receive(name, stopped, deadline_ms));
    if (answer.number != last_number_) continue;  // of a question that somebody has given up
    // Python says by an exception that the limit is reached. The platform kills such a process.
    if (answer.kind == workers::FrameKind::kError && ReadFailure(answer).IsOutOfMemory()) {
      Abandon();
      return MemoryError(name, start_);
    }
    const bool more = answer.kind == workers::FrameKind::kData && answer.code == kMoreFrames;
    Status taken = take(std::move(answer));
    // Nobody reads the rest of the answer, which may have no end.
    if (more && !taken.ok()) Abandon();
    if (!more || !taken.ok()) return taken;
  }
}

Status FunctionWorker::Send(const std::string& name, const workers::Frame& frame,
                            const Stopped& stopped, int64_t deadline_ms) {
  if (!socket_.open()) return Ended(name);
  const std::string bytes = workers::WriteFrame(frame);
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count =
        send(socket_.get(), bytes.data() + sent, bytes.size() - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
    } else if (errno == EAGAIN) {
      PAISQL_TRY(Await(name, POLLOUT, stopped, deadline_ms));
    } else if (errno != EINTR) {
      return Ended(name);
    }
  }
  return Status::Ok();
}

Result<workers::Frame> FunctionWorker::Receive(const std::string& name, const Stopped& stopped,
                                               int64_t deadline_ms) {
  std::array<char, kBytesAtOnce> buffer;
  while (true) {
    if (std::optional<workers::Frame> frame = frames_.Next()) return *std::move(frame);
    if (frames_.damaged()) return Ended(name);
    const ssize_t count = recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count > 0) {
      frames_.Add({buffer.data(), static_cast<size_t>(count)});
    } else if (count < 0 && errno == EAGAIN) {
      PAISQL_TRY(Await(name, POLLIN, stopped, deadline_ms));
    } else if (count == 0 || errno != EINTR) {
      return Ended(name);
    }
  }
}

Status FunctionWorker::Await(const std::string& name, short events, const Stopped& stopped,
                             int64_t deadline_ms) {
  while (true) {
    std::array<pollfd, 2> watched = {pollfd{socket_.get(), events, 0},
                                     pollfd{process_.exit_descriptor(), POLLIN, 0}};
    const int ready = poll(watched.data(), watched.size(), kLookMs);
    if (ready > 0 && watched[0].revents != 0) return Status::Ok();
    // What it has said before its end was read. Children of it may hold the socket open.
    if (ready > 0) return Ended(name);
    PAISQL_TRY(CheckEnd(name, stopped, deadline_ms));
  }
}

Status FunctionWorker::CheckEnd(const std::string& name, const Stopped& stopped,
                                int64_t deadline_ms) {
  if (stopped()) {
    Abandon();
    return CancelledError();
  }
  if (SteadyMs() < deadline_ms) return Status::Ok();
  Abandon();
  return TimeError(name);
}

Error FunctionWorker::TimeError(const std::string& name) const {
  std::string cure = fmt::format("SET odps.sql.udf.timeout to more than {}", start_.timeout_s);
  if (greeted_) {
    return Error{kJobFailed,
                 "WorkerRestart errCode:252,errMsg:kInstanceMonitorTimeout, usually caused by bad "
                 "udf performance. in function " +
                     name,
                 {},
                 std::move(cure)};
  }
  return Error{kJobFailed,
               fmt::format("the process of function {} was not ready after {} seconds", name,
                           start_.start_s),
               {},
               start_.writes_tables ? cure + ", or give it smaller tables as resources"
                                    : "run the statement again when the machine is less busy"};
}

Error FunctionWorker::Ended(const std::string& name) {
  socket_.Close();
  if (!process_.running()) {
    return Error{ErrorCode::kScript, "the process of function " + name + " has ended", {}, ""};
  }
  std::array<pollfd, 1> watched = {pollfd{process_.exit_descriptor(), POLLIN, 0}};
  const bool ended = poll(watched.data(), watched.size(), static_cast<int>(kTimeToEndMs)) > 0;
  const std::string said = LastWords();
  if (!ended) {
    End();
    return Error{ErrorCode::kScript,
                 "the process of function " + name + " has closed its connection" +
                     (said.empty() ? "" : "\n" + said),
                 {},
                 ""};
  }
  return EndError(name, process_.Wait(), start_, said);
}

bool FunctionWorker::Lives() const {
  if (!socket_.open() || !process_.running()) return false;
  std::array<pollfd, 1> watched = {pollfd{process_.exit_descriptor(), POLLIN, 0}};
  return poll(watched.data(), watched.size(), 0) == 0;
}

std::string FunctionWorker::LastWords() const {
  constexpr off_t kMostSaid = 2000;
  const Descriptor file(open(start_.log.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat found {};
  if (!file.open() || fstat(file.get(), &found) != 0) return "";
  std::string said(static_cast<size_t>(std::min(found.st_size, kMostSaid)), '\0');
  const ssize_t count =
      pread(file.get(), said.data(), said.size(), found.st_size - static_cast<off_t>(said.size()));
  said.resize(count < 0 ? 0 : static_cast<size_t>(count));
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return said;
}

Printed FunctionWorker::TakePrinted(size_t most_bytes) {
  Printed printed;
  struct stat found {};
  if (stat(start_.log.c_str(), &found) != 0 || found.st_size == 0) return printed;
  const Descriptor file(open(start_.log.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.open() || fstat(file.get(), &found) != 0) return printed;
  const auto size = static_cast<size_t>(found.st_size);
  // A byte more shows whether the bound is within a character.
  printed.text.resize(std::min(size, most_bytes + 1));
  const ssize_t count = pread(file.get(), printed.text.data(), printed.text.size(), 0);
  printed.text.resize(count < 0 ? 0 : static_cast<size_t>(count));
  printed.more_bytes = size - printed.text.size();
  CutPrinted(printed, most_bytes);
  (void)!ftruncate(file.get(), 0);
  return printed;
}

}  // namespace paisql::udf
