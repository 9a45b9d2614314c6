#include "engine/spark/run/spark_pool.h"

#include <algorithm>

namespace paisql::engine::spark {

Result<std::shared_ptr<SparkWorker>> SparkPool::Take(const SparkWorkerOptions& options) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(free_.begin(), free_.end(),
                                    [&](const Free& one) { return one.options == options; });
    if (found != free_.end()) {
      std::unique_ptr<SparkWorker> worker = std::move(found->worker);
      free_.erase(found);
      if (worker->Lives()) return Lend(options, std::move(worker));
    }
  }
  PAISQL_ASSIGN(std::unique_ptr<SparkWorker> made, SparkWorker::Start(options));
  return Lend(options, std::move(made));
}

std::shared_ptr<SparkWorker> SparkPool::Lend(const SparkWorkerOptions& options,
                                             std::unique_ptr<SparkWorker> worker) {
  // A pool that has gone takes nothing back: the worker ends.
  return {worker.release(), [pool = weak_from_this(), options](SparkWorker* lent) {
            std::unique_ptr<SparkWorker> back(lent);
            if (const auto there = pool.lock()) there->GiveBack(options, std::move(back));
          }};
}

void SparkPool::GiveBack(const SparkWorkerOptions& options, std::unique_ptr<SparkWorker> worker) {
  if (!worker->Lives()) return;
  std::unique_ptr<SparkWorker> oldest;  // ends after the lock
  const std::lock_guard lock(mutex_);
  if (free_.size() == kMostFree) {
    oldest = std::move(free_.front().worker);
    free_.erase(free_.begin());
  }
  free_.push_back({options, std::move(worker)});
}

}  // namespace paisql::engine::spark
