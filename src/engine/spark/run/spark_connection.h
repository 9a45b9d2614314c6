#pragma once

// A session's connection to Spark, beside its connection to the engine on this machine, which stays
// its owner's and outlives it. The local one does what needs no cluster: rows that a client brings,
// constants, kernels' texts.

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/batch_appender.h"
#include "engine/engine.h"
#include "engine/kernel/kernel.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/run/spark_pool.h"

namespace paisql::engine::spark {

class SparkConnection : public Connection, public BatchTaker {
 public:
  // Open makes one; `kernels` is the local connection.
  SparkConnection(Connection& local, KernelMaker& kernels, std::shared_ptr<SparkPool> pool,
                  SparkWorkerOptions options)
      : local_(local), kernels_(kernels), pool_(std::move(pool)), options_(std::move(options)) {}

  // The worker starts with the first statement. What functions of users print comes through a
  // folder in `staging_folder`, which the cluster's machines see. kUnsupported where the local
  // engine makes no kernels.
  static Result<std::unique_ptr<SparkConnection>> Open(Connection& local,
                                                       std::shared_ptr<SparkPool> pool,
                                                       SparkWorkerOptions options,
                                                       const std::string& staging_folder);

  Result<std::unique_ptr<ResultStream>> Query(const plan::Relation& root, const Bindings& bindings,
                                              const ExecutionSettings& settings) override;
  Result<std::vector<WrittenFile>> Write(const plan::Relation& root, const Bindings& bindings,
                                         const WriteTarget& target,
                                         const ExecutionSettings& settings) override;
  Result<std::unique_ptr<RowAppender>> Append(const std::vector<ResultColumn>& columns,
                                              const WriteTarget& target,
                                              const ExecutionSettings& settings) override {
    return local_.Append(columns, target, settings);
  }
  Result<std::unique_ptr<BatchAppender>> AppendBatches(const std::vector<ResultColumn>& columns,
                                                       const WriteTarget& target) override {
    return engine::AppendBatches(local_, columns, target);
  }
  // Rows and time of the newest statement as a whole; Spark's own pages show its operators.
  Result<ExecutionReport> Report(const plan::Relation& root, const Bindings& bindings) override;
  Status TakeShare(const EngineShare& share) override { return local_.TakeShare(share); }
  udf::FunctionPool* FunctionProcesses() override { return local_.FunctionProcesses(); }
  void Interrupt() override;
  // Spark's statement.
  Result<std::string> Print(const plan::Relation& root, const Bindings& bindings,
                            const ExecutionSettings& settings) override;

  // The rows and the time of a statement, as far as it was read.
  struct Ran {
    int64_t rows = 0;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    double seconds = 0;
  };

 private:
  // Of a statement that begins: forgets earlier interrupts.
  Result<std::shared_ptr<SparkWorker>> Worker();
  // Sends the question, unless somebody has interrupted the statement since Worker.
  Status Begin(SparkWorker& worker, SparkQuestion question);

  Connection& local_;
  KernelMaker& kernels_;
  const std::shared_ptr<SparkPool> pool_;
  const SparkWorkerOptions options_;
  std::string printed_folder_;
  std::shared_ptr<Ran> ran_;  // of the newest statement
  std::atomic<bool> interrupted_ = false;
  std::mutex mutex_;  // guards worker_, which Interrupt reads
  std::shared_ptr<SparkWorker> worker_;
};

}  // namespace paisql::engine::spark
