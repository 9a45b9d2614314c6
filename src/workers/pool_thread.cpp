#include <future>
#include <utility>

#include "workers/worker_pool.h"

namespace paisql::workers {

namespace {

class ProcessPool final : public PoolThread {
 public:
  ProcessPool(PoolOptions options, WorkerCommand command, Bell bell)
      : command_(std::move(command)), bell_(std::move(bell)), pool_(Filled(std::move(options))) {}
  ~ProcessPool() override { Stop(); }
  ProcessPool(const ProcessPool&) = delete;
  ProcessPool& operator=(const ProcessPool&) = delete;

  Status Begin() {
    thread_ = std::thread([this] { Run(); });
    return first_.get_future().get();
  }

  void Submit(Frame request, WorkerPool::Done done) override {
    pool_.Submit(std::move(request), std::move(done));
  }
  void Stop() override {
    stopping_ = true;
    bell_.Ring();
    if (thread_.joinable()) thread_.join();
  }
  const WorkerPool& pool() const override { return pool_; }

 private:
  PoolOptions Filled(PoolOptions options) {
    options.now_ms = SteadyMs;
    options.wake = [this] { bell_.Ring(); };
    options.start = [this](WorkerEvents events) -> Result<std::unique_ptr<Worker>> {
      PAISQL_ASSIGN(std::unique_ptr<WorkerProcess> worker, WorkerProcess::Start(command_));
      worker->Listen(loop_, std::move(events));
      return std::unique_ptr<Worker>(std::move(worker));
    };
    return options;
  }

  void Run() {
    const auto rung =
        loop_.Add(bell_.descriptor(), EventLoop::Interest::kRead, [this] { bell_.Silence(); });
    bool decided = false;
    while (!stopping_) {
      const int64_t deadline_ms = pool_.Turn();
      if (!decided && pool_.first().has_value()) {
        decided = true;
        first_.set_value(*pool_.first());
      }
      if (pool_.closed() || !loop_.Turn(deadline_ms).ok()) break;
    }
    pool_.Close();
    if (decided) return;
    const Error ends{ErrorCode::kEnvironment, "the program ends", {}, ""};
    first_.set_value(pool_.first().value_or(ends));
  }

  const WorkerCommand command_;
  const Bell bell_;
  EventLoop loop_;
  WorkerPool pool_;
  std::promise<Status> first_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace

Result<std::unique_ptr<PoolThread>> PoolThread::Start(PoolOptions options, WorkerCommand command) {
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  auto pool =
      std::make_unique<ProcessPool>(std::move(options), std::move(command), std::move(bell));
  PAISQL_TRY(pool->Begin());
  return std::unique_ptr<PoolThread>(std::move(pool));
}

}  // namespace paisql::workers
