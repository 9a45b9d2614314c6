#include "serving/batch/batcher.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/system/clock.h"
#include "serving/batch/rows.h"

namespace paisql::serving {

namespace {

int64_t SteadyUs() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int64_t RowsOf(std::span<const Call> calls) {
  int64_t rows = 0;
  for (const Call& call : calls) rows += RowsOf(call);
  return rows;
}

Result<std::vector<inference::Tensor>> Run(inference::Model& model, const Call& call,
                                           std::span<const inference::Tensor> inputs) {
  try {
    return model.Run(*call.signature, inputs, call.outputs);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, "there is too little memory for the outputs", {}, ""};
  }
}

Outcome Failed(const Error& error) { return {StatusOf(error), error.detail}; }

bool Told(const Call& call, Outcome outcome) {
  try {
    call.done(std::move(outcome));
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// Whoever cannot be answered for want of memory is told so by an answer that needs next to none;
// where that fails, too, he is told of a timeout. The thread goes on in any case.
void Tell(const Call& call, Outcome outcome) {
  if (!Told(call, std::move(outcome))) (void)Told(call, {500, "out of memory"});
}

}  // namespace

Batcher::Batcher(inference::Model& model, CostTable& cost, ServiceMetrics& metrics,
                 const BatchOptions& options)
    : model_(model), cost_(cost), metrics_(metrics), options_(options), gathered_(options.loops) {
  for (int i = 0; i < options_.workers; ++i) workers_.emplace_back([this] { Work(); });
}

Batcher::~Batcher() { Stop(); }

void Batcher::Submit(Call call, http::Loop& loop) {
  Gathered& gathered = gathered_[loop.index()];
  gathered.calls.push_back(std::move(call));
  if (std::exchange(gathered.posted, true)) return;
  // Flush runs after the requests that arrived together with this one.
  loop.Post([this, &gathered] { Flush(gathered); });
}

void Batcher::Flush(Gathered& gathered) {
  gathered.posted = false;
  std::vector<Call> calls = std::exchange(gathered.calls, {});
  while (!calls.empty()) {
    std::vector<Call> batch = TakeBatch(calls);
    const int64_t cost_us = cost_.EstimateUs(std::max<int64_t>(RowsOf(batch), 1));
    if (cost_us != CostTable::kUnknown && cost_us <= kInlineUs) {
      Compute(std::move(batch));
    } else {
      Enqueue(std::move(batch));
    }
  }
}

bool Batcher::Joins(const Call& call) const {
  return std::find(options_.joinable.begin(), options_.joinable.end(), call.signature) !=
         options_.joinable.end();
}

template <typename Calls>
std::vector<Call> Batcher::TakeBatch(Calls& calls) const {
  std::vector<Call> batch;
  batch.push_back(std::move(calls.front()));
  int64_t rows = Joins(batch.front()) ? RowsOf(batch.front()) : 0;
  Calls left;
  const int64_t most = cost_.MostRows(options_.max_batch_rows, options_.max_batch_us);
  for (auto call = calls.begin() + 1; call != calls.end(); ++call) {
    const int64_t more = rows > 0 && rows < most ? RowsOf(*call) : 0;
    if (more > 0 && rows + more <= most && CanJoin(batch.front(), *call)) {
      rows += more;
      batch.push_back(std::move(*call));
    } else {
      left.push_back(std::move(*call));
    }
  }
  calls = std::move(left);
  return batch;
}

void Batcher::Enqueue(std::vector<Call> batch) {
  std::vector<Call> refused;
  {
    const std::lock_guard lock(mutex_);
    for (Call& call : batch) {
      const bool full = static_cast<int64_t>(queue_.size()) >= options_.max_queue;
      if (full || stopping_) {
        refused.push_back(std::move(call));
      } else {
        queue_.push_back(std::move(call));
      }
    }
    metrics_.queued = static_cast<int64_t>(queue_.size());
  }
  waiting_.notify_one();
  for (Call& call : refused) {
    Tell(call, {450, "the queue is full: " + std::to_string(options_.max_queue) +
                         " requests wait already (metadata.rpc.max_queue_size)"});
  }
}

void Batcher::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    waiting_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    std::vector<Call> batch = TakeBatch(queue_);
    metrics_.queued = static_cast<int64_t>(queue_.size());
    if (!queue_.empty()) waiting_.notify_one();
    lock.unlock();
    // Whoever has been told of a timeout already wants nothing computed.
    const int64_t now_ms = SteadyMs();
    std::erase_if(batch, [now_ms](Call& call) {
      if (call.deadline_ms > now_ms) return false;
      Tell(call, {408, "the request has waited too long (metadata.rpc.keepalive)"});
      return true;
    });
    if (!batch.empty()) Compute(std::move(batch));
    lock.lock();
  }
}

void Batcher::Compute(std::vector<Call> batch) {
  if (batch.size() == 1) return ComputeAlone(batch.front());
  std::optional<std::vector<std::vector<inference::Tensor>>> parts;
  try {
    parts = ComputeTogether(batch);
  } catch (const std::bad_alloc&) {
    parts.reset();  // there may be enough for one after the other
  }
  if (!parts.has_value()) {
    // One of them is at fault, and the others have done nothing wrong.
    for (Call& call : batch) ComputeAlone(call);
    return;
  }
  for (size_t i = 0; i < batch.size(); ++i) {
    Tell(batch[i], {200, "", std::move((*parts)[i])});
  }
}

std::optional<std::vector<std::vector<inference::Tensor>>> Batcher::ComputeTogether(
    std::span<const Call> batch) {
  const int64_t rows = RowsOf(batch);
  const std::vector<inference::Tensor> inputs = JoinInputs(batch);
  const auto requests = static_cast<int64_t>(batch.size());
  metrics_.computing += requests;
  const int64_t begin_us = SteadyUs();
  auto outputs = Run(model_, batch.front(), inputs);
  const int64_t took_us = SteadyUs() - begin_us;
  metrics_.computing -= requests;
  std::vector<std::vector<inference::Tensor>> parts;
  if (!outputs.ok() || !SplitOutputs(*std::move(outputs), batch, parts)) return std::nullopt;
  cost_.Measured(rows, took_us);
  metrics_.Computed(requests, rows, took_us);
  return parts;
}

void Batcher::ComputeAlone(Call& call) {
  const int64_t rows = std::max<int64_t>(RowsOf(call), 1);
  ++metrics_.computing;
  const int64_t begin_us = SteadyUs();
  auto outputs = Run(model_, call, call.inputs);
  const int64_t took_us = SteadyUs() - begin_us;
  --metrics_.computing;
  if (!outputs.ok()) return Tell(call, Failed(outputs.error()));
  cost_.Measured(rows, took_us);
  metrics_.Computed(1, rows, took_us);
  Tell(call, {200, "", *std::move(outputs)});
}

void Batcher::Stop() {
  std::deque<Call> left;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    left = std::exchange(queue_, {});
  }
  waiting_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
  for (Call& call : left) Tell(call, {503, "the server ends"});
}

}  // namespace paisql::serving
