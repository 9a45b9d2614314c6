#include "engine/spark/run/spark_worker.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/process/process.h"
#include "engine/spark/run/spark_error.h"

namespace paisql::engine::spark {
namespace {

constexpr const char* kKind = "spark";
constexpr size_t kBytesAtOnce = 1 << 16;
constexpr int32_t kInterrupt = 1;  // the code of a frame that ends a question

udf::Printed ReadPrinted(const std::string& text) {
  const nlohmann::json told = nlohmann::json::parse(text, nullptr, false);
  if (!told.is_object()) return {};
  return {told.value("printed", ""), told.value("more", size_t{0})};
}

}  // namespace

Result<std::unique_ptr<SparkWorker>> SparkWorker::Start(const SparkWorkerOptions& options) {
  if (access(options.python.c_str(), X_OK) != 0) {
    return Error{ErrorCode::kEnvironment,
                 "Spark's client is not installed: there is no " + options.python,
                 {},
                 "scripts/setup --spark installs it"};
  }
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return FileError("start", options.python, errno);
  }
  Descriptor ours(ends[0]);
  Descriptor theirs(ends[1]);
  SpawnOptions spawn;
  spawn.command = {options.python,        "-P",           "-u",           "-m",
                   "paisql.spark.client", options.remote, options.program};
  spawn.environment =
      EnvironmentWith({{"PYTHONPATH", options.python_folder}, {"PYSPARK_PYTHON", options.python}});
  spawn.folder = options.folder;
  const char* const log = std::getenv("PAISQL_SPARK_LOG");
  spawn.output = log != nullptr ? log : "/dev/null";
  spawn.inherited = {theirs.get()};
  PAISQL_ASSIGN(ChildProcess process, ChildProcess::Start(spawn));
  // With this end open here, the end of a client that never says hello would not be noticed.
  theirs.Close();
  std::unique_ptr<SparkWorker> made(new SparkWorker(std::move(process), std::move(ours)));
  PAISQL_TRY(made->Greet());
  return made;
}

Status SparkWorker::Greet() {
  PAISQL_ASSIGN(const workers::Frame hello, Receive());
  if (hello.kind == workers::FrameKind::kError) return ReadSparkError(hello).error;
  PAISQL_ASSIGN(const nlohmann::json facts, workers::ReadHello(hello, kKind));
  sail_ = facts.value("sail", false);
  return Status::Ok();
}

Status SparkWorker::Ask(SparkQuestion question, const Take& take) {
  PAISQL_TRY(Begin(std::move(question)));
  while (true) {
    PAISQL_ASSIGN(workers::Frame frame, Next());
    const bool last = frame.code == 0;
    PAISQL_TRY(take(std::move(frame)));
    if (last) return Status::Ok();
  }
}

Status SparkWorker::Begin(SparkQuestion question) {
  places_ = std::move(question.places);
  printed_ = std::move(question.printed);
  workers::Frame frame;
  frame.number = ++last_number_;
  frame.text = std::move(question.text);
  return Send(frame);
}

Result<workers::Frame> SparkWorker::Next() {
  while (true) {
    PAISQL_ASSIGN(workers::Frame frame, Receive());
    if (frame.number != last_number_) continue;  // of a question that somebody has given up
    if (frame.kind == workers::FrameKind::kError) return places_.Locate(ReadSparkError(frame));
    if (frame.code == 0 || frame.text.empty()) return frame;
    if (printed_ != nullptr) printed_->Add(ReadPrinted(frame.text));
  }
}

void SparkWorker::Interrupt() {
  workers::Frame frame;
  frame.code = kInterrupt;
  (void)Send(frame);
}

Status SparkWorker::Send(const workers::Frame& frame) {
  const std::string bytes = workers::WriteFrame(frame);
  const std::lock_guard lock(sending_);
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count =
        send(socket_.get(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
    } else if (errno != EINTR) {
      return Ended();
    }
  }
  return Status::Ok();
}

Result<workers::Frame> SparkWorker::Receive() {
  std::array<char, kBytesAtOnce> buffer;
  while (true) {
    if (std::optional<workers::Frame> frame = frames_.Next()) return *std::move(frame);
    if (frames_.damaged()) return Ended();
    const ssize_t count = recv(socket_.get(), buffer.data(), buffer.size(), 0);
    if (count > 0) {
      frames_.Add({buffer.data(), static_cast<size_t>(count)});
    } else if (count == 0 || errno != EINTR) {
      return Ended();
    }
  }
}

Error SparkWorker::Ended() {
  ended_ = true;
  return Error{ErrorCode::kEnvironment,
               "the process that talks to Spark has ended",
               {},
               "run the statement again"};
}

}  // namespace paisql::engine::spark
