#include "serving/processor/processor_pool.h"

#include <utility>

namespace paisql::serving {

namespace {

using workers::Outcome;

ProcessorAnswer Words(int status, const std::string& words) { return {status, words + "\n"}; }

ProcessorAnswer AnswerOf(workers::Frame frame) {
  constexpr int32_t kLeast = 200;
  constexpr int32_t kMost = 599;
  if (frame.code == 0) frame.code = kLeast;  // as PAI-EAS takes it
  if (frame.code < kLeast || frame.code > kMost) {
    return Words(500, "the processor has answered with the status " + std::to_string(frame.code));
  }
  return {frame.code, std::move(frame.payload)};
}

ProcessorAnswer AnswerOf(workers::PoolAnswer answer) {
  switch (answer.outcome) {
    case Outcome::kAnswered:
      return AnswerOf(std::move(answer.frame));
    case Outcome::kError:
      return Words(500, answer.frame.text);
    case Outcome::kFull:
      return Words(450,
                   "too many requests wait for the processor "
                   "(metadata.rpc.max_queue_size)");
    case Outcome::kNoWorker:
      return Words(503, "no process of the processor is ready");
    case Outcome::kAllBusy:
      return Words(504, "all threads of the processor are busy (metadata.rpc.keepalive)");
    case Outcome::kLate:
      return Words(504, "the processor has not answered in time (metadata.rpc.keepalive)");
    case Outcome::kEnded:
      return Words(500, "the processor has ended while it computed: " + answer.how);
    case Outcome::kClosed:
      break;
  }
  return Words(503, "the server ends");
}

Error FirstError(bool refused, const std::string& how) {
  return {ErrorCode::kModel,
          refused ? "the processor cannot be used: " + how : std::string(kEndedEarly) + ": " + how,
          {},
          refused ? "" : "what it has said stands above; it has to call run()"};
}

}  // namespace

Result<std::unique_ptr<ProcessorPool>> ProcessorPool::Start(const ProcessorOptions& options) {
  workers::PoolOptions pool;
  pool.kind = kProcessorKind;
  pool.workers = options.processes;
  pool.limit_ms = options.keepalive_ms;
  pool.max_queue = options.max_queue;
  pool.first_error = FirstError;
  if (options.complain) {
    pool.complain = [tell = options.complain](const std::string& how) {
      tell("a process of the processor has ended: " + how + "; it is started again");
    };
  }
  workers::WorkerCommand command;
  command.spawn = options.command;
  PAISQL_ASSIGN(std::unique_ptr<workers::PoolThread> started,
                workers::PoolThread::Start(std::move(pool), std::move(command)));
  return std::unique_ptr<ProcessorPool>(new ProcessorPool(std::move(started)));
}

void ProcessorPool::Submit(std::string body, std::function<void(ProcessorAnswer)> done) {
  workers::Frame request;
  request.payload = std::move(body);
  pool_->Submit(std::move(request), [done = std::move(done)](workers::PoolAnswer answer) {
    done(AnswerOf(std::move(answer)));
  });
}

}  // namespace paisql::serving
