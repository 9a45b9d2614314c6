#pragma once

// Clients of Spark that no connection has now: a session of a cluster takes seconds to come, so the
// next connection of the process takes one that is there. Safe from any thread.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/spark/run/spark_worker.h"

namespace paisql::engine::spark {

class SparkPool : public std::enable_shared_from_this<SparkPool> {
 public:
  // One for these options, which comes back to the pool when its last owner lets it go.
  Result<std::shared_ptr<SparkWorker>> Take(const SparkWorkerOptions& options);

 private:
  static constexpr size_t kMostFree = 4;

  struct Free {
    SparkWorkerOptions options;
    std::unique_ptr<SparkWorker> worker;
  };
  std::shared_ptr<SparkWorker> Lend(const SparkWorkerOptions& options,
                                    std::unique_ptr<SparkWorker> worker);
  void GiveBack(const SparkWorkerOptions& options, std::unique_ptr<SparkWorker> worker);

  std::mutex mutex_;
  std::vector<Free> free_;
};

}  // namespace paisql::engine::spark
