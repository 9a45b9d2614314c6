#pragma once

// Decides which calls a model computes together, and on which thread.
//
// A call never waits for later calls. The batcher gathers the calls that one loop has read together
// and computes them at once; it computes a lone call alone. A run that is short (kInlineUs) is
// computed on the loop's own thread. A longer one goes to a queue, where calls wait only while all
// workers are busy, and a worker that gets free takes as many as fit together. So batches grow with
// the load: up to max_batch_rows, and no further than what the model is expected to compute within
// max_batch_us.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "http/message.h"
#include "inference/model.h"
#include "serving/batch/call.h"
#include "serving/batch/cost.h"
#include "serving/metrics/service_metrics.h"

namespace paisql::serving {

struct BatchOptions {
  // Calls of other signatures are computed alone.
  std::vector<const inference::Signature*> joinable{};
  int64_t max_batch_rows = 16;   // a call of more rows is computed alone
  int64_t max_batch_us = 50000;  // what a batch may be expected to take
  int64_t max_queue = 64;        // calls that wait for a worker; more are answered 450
  int workers = 2;
  size_t loops = 1;  // HttpServer's threads
};

class Batcher {
 public:
  static constexpr int64_t kInlineUs = 1000;

  // Model, costs and metrics outlive the batcher.
  Batcher(inference::Model& model, CostTable& cost, ServiceMetrics& metrics,
          const BatchOptions& options);
  ~Batcher();  // Stop()
  Batcher(const Batcher&) = delete;
  Batcher& operator=(const Batcher&) = delete;

  // On the loop's own thread.
  void Submit(Call call, http::Loop& loop);

  // Ends each worker after its current run. Waiting calls are answered 503. The caller must not
  // submit calls afterwards.
  void Stop();

 private:
  // The calls that one loop has read and that nobody computes yet; only its thread looks at them.
  struct Gathered {
    std::vector<Call> calls;
    bool posted = false;
  };

  bool Joins(const Call& call) const;
  void Flush(Gathered& gathered);
  void Enqueue(std::vector<Call> batch);
  void Work();
  // Takes calls that can join the first one out of `calls`, it among them.
  template <typename Calls>
  std::vector<Call> TakeBatch(Calls& calls) const;
  void Compute(std::vector<Call> batch);
  // The outputs of each call; nullopt where they cannot be had together. May throw std::bad_alloc.
  std::optional<std::vector<std::vector<inference::Tensor>>> ComputeTogether(
      std::span<const Call> batch);
  void ComputeAlone(Call& call);

  inference::Model& model_;
  CostTable& cost_;
  ServiceMetrics& metrics_;
  const BatchOptions options_;
  std::vector<Gathered> gathered_;  // by loop
  std::mutex mutex_;
  std::condition_variable waiting_;
  std::deque<Call> queue_;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace paisql::serving
