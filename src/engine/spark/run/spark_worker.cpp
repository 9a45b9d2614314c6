#include "engine/spark/run/spark_worker.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/process/process.h"
#include "engine/spark/run/spark_error.h"
#include "engine/spark/run/spark_remote.h"

namespace paisql::engine::spark {
namespace {

constexpr const char* kKind = "spark";
constexpr size_t kBytesAtOnce = 1 << 16;
constexpr int32_t kInterrupt = 1;  // the code of a frame that ends a question
// For the end of an interrupted question: a person who pressed Ctrl-C waits for it.
constexpr std::chrono::milliseconds kEndTime(1500);

int MillisecondsUntil(std::chrono::steady_clock::time_point end) {
  const auto left = end - std::chrono::steady_clock::now();
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
}

Error InterruptedError() {
  return {ErrorCode::kInstanceCancelled, "the statement was interrupted", {}, ""};
}

udf::Printed ReadPrinted(const std::string& text) {
  const nlohmann::json told = nlohmann::json::parse(text, nullptr, false);
  if (!told.is_object()) return {};
  return {told.value("printed", ""), told.value("more", size_t{0})};
}

}  // namespace

Result<std::unique_ptr<SparkWorker>> SparkWorker::Start(const SparkWorkerOptions& options) {
  if (access(options.python.c_str(), X_OK) != 0) {
    const std::string where = options.python.empty() ? "" : ": there is no " + options.python;
    return Error{
        ErrorCode::kEnvironment,
        "Spark's client is not installed" + where,
        {},
        "scripts/setup --spark installs it, or SET paisql.spark.python names a Python that has it"};
  }
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return FileError("start", options.python, errno);
  }
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);  // open here no longer than this call
  SpawnOptions spawn;
  spawn.command = {options.python, "-u", "-m", "paisql.spark.client", options.program};
  spawn.environment =
      EnvironmentWith({{"PYTHONPATH", options.python_folder},
                       {"PYTHONSAFEPATH", "1"},  // of 3.11, as -P, which 3.10 refuses
                       {"PYSPARK_PYTHON", options.python},
                       {"PAISQL_SPARK_REMOTE", options.remote}});
  spawn.folder = options.folder;
  const char* const log = std::getenv("PAISQL_SPARK_LOG");
  spawn.output = log != nullptr ? log : "/dev/null";
  spawn.inherited = {theirs.get()};
  PAISQL_ASSIGN(ChildProcess process, ChildProcess::Start(spawn));
  Descriptor woken(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!woken.open()) return FileError("make", "an event", errno);
  return std::unique_ptr<SparkWorker>(new SparkWorker(std::move(process), std::move(ours),
                                                      std::move(woken), /*remote=*/options.remote));
}

SparkWorker::~SparkWorker() {
  if (!keeps_session() || !greeted_) return;
  shutdown(socket_.get(), SHUT_RDWR);
  pollfd waited{process_.exit_descriptor(), POLLIN, 0};
  poll(&waited, 1, static_cast<int>(kEndTime.count()));
}

Status SparkWorker::Ready() {
  if (!greeted_) PAISQL_TRY(Greet());
  // What was interrupted still says so, in frames that nobody has read.
  while (runs_) {
    const Result<workers::Frame> frame = Next();
    if (!frame.ok() && ended_) return frame.error();
  }
  return Status::Ok();
}

Status SparkWorker::Greet() {
  PAISQL_ASSIGN(const workers::Frame hello, Receive());
  if (hello.kind == workers::FrameKind::kError) {
    ended_ = true;
    return ReadSparkError(hello).error;
  }
  PAISQL_ASSIGN(const nlohmann::json facts, workers::ReadHello(hello, kKind));
  sail_ = facts.value("sail", false);
  greeted_ = true;
  return Status::Ok();
}

Status SparkWorker::Begin(SparkQuestion question) {
  places_ = std::move(question.places);
  printed_ = std::move(question.printed);
  end_by_.reset();
  runs_ = true;
  const std::lock_guard lock(sending_);
  interrupted_ = false;
  workers::Frame frame;
  frame.number = ++last_number_;
  frame.text = std::move(question.text);
  return SendLocked(frame);
}

Result<workers::Frame> SparkWorker::Next() {
  while (true) {
    PAISQL_ASSIGN(workers::Frame frame, Receive());
    if (frame.number != last_number_) continue;  // of a question that somebody has given up
    const bool error = frame.kind == workers::FrameKind::kError;
    if (error || frame.code == 0) runs_ = false;
    if (error && EndsClient(frame)) ended_ = true;
    if (error && interrupted_) return InterruptedError();
    if (error) return places_.Locate(ReadSparkError(frame));
    if (frame.code == 0 || frame.text.empty()) return frame;
    if (printed_ != nullptr) printed_->Add(ReadPrinted(frame.text));
  }
}

Status SparkWorker::Read(const std::function<void(workers::Frame frame)>& take) {
  while (true) {
    PAISQL_ASSIGN(workers::Frame frame, Next());
    const bool last = frame.code == 0;
    take(std::move(frame));
    if (last) return Status::Ok();
  }
}

void SparkWorker::Interrupt(uint64_t number) {
  const std::lock_guard lock(sending_);
  if (number != last_number_) return;
  interrupted_ = true;
  if (!greeted_) return process_.Kill();
  workers::Frame frame;
  frame.code = kInterrupt;
  frame.number = number;
  (void)SendLocked(frame);
  (void)eventfd_write(woken_.get(), 1);
}

bool SparkWorker::Lives() const {
  pollfd waited{socket_.get(), POLLRDHUP, 0};
  return !ended_ && poll(&waited, 1, 0) == 0;
}

void SparkWorker::Await() {
  while (true) {
    if (interrupted_ && !end_by_) end_by_ = Clock::now() + kEndTime;
    const int wait_ms = end_by_ ? MillisecondsUntil(*end_by_) : -1;
    if (end_by_ && wait_ms <= 0) {
      // For a server that is another's the process still tries to end the session there.
      shutdown(socket_.get(), SHUT_RDWR);
      if (!keeps_session()) process_.Kill();
      return;
    }
    std::array<pollfd, 2> waited{{{socket_.get(), POLLIN, 0}, {woken_.get(), POLLIN, 0}}};
    const int found = poll(waited.data(), waited.size(), wait_ms);
    if (found > 0 && waited[0].revents != 0) return;
    eventfd_t count = 0;
    (void)eventfd_read(woken_.get(), &count);
  }
}

Status SparkWorker::SendLocked(const workers::Frame& frame) {
  const std::string bytes = workers::WriteFrame(frame);
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
    Await();
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
  runs_ = false;
  if (interrupted_) return InterruptedError();
  return Error{
      ErrorCode::kEnvironment,
      "the process that talks to Spark at " + PublicRemote(remote_) + " has ended",
      {},
      "run the statement again: a new one starts with it; PAISQL_SPARK_LOG=FILE collects what it "
      "says"};
}

}  // namespace paisql::engine::spark
