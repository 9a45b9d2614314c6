#include "serving/log/request_log.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "base/system/clock.h"

namespace paisql::serving {

namespace {

constexpr int kNiceness = 10;         // requests go first
constexpr int64_t kRetryMs = 1000;    // after a write that failed
constexpr uint64_t kScale = 1 << 20;  // of shares

constexpr size_t kLongestRequestId = 128;

// Spreads the numbers 0, 1, 2, … evenly over all numbers (SplitMix64).
uint64_t Mixed(uint64_t number) {
  number += 0x9E3779B97F4A7C15U * (number + 1);
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9U;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBU;
  return number ^ (number >> 31);
}

void PrintCount(std::string_view name, std::string_view type, std::string_view help,
                std::string_view labels, int64_t value, std::string& out) {
  out += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n{0}{{{3}}} {4}\n", name, help, type, labels,
                     value);
}

}  // namespace

RequestLog::RequestLog(LogTable table, const RequestLogOptions& options, LogWriter& writer,
                       std::function<void(const std::string&)> tell)
    : table_(std::move(table)),
      header_(table_.Header()),
      options_(options),
      writer_(writer),
      tell_(std::move(tell)),
      begin_us_(NowMicros()),
      thread_([this] { Work(); }) {}

RequestLog::~RequestLog() {
  {
    const std::lock_guard lock(mutex_);
    dropping_ = finishing_ = true;
  }
  changed_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool RequestLog::Takes() {
  if (options_.sample >= 1) return true;
  const uint64_t number = asked_.fetch_add(1, std::memory_order_relaxed);
  return Mixed(number) % kScale <
         static_cast<uint64_t>(options_.sample * static_cast<double>(kScale));
}

std::shared_ptr<LogEntry> RequestLog::Begin(std::string_view request_id) {
  if (!Takes()) return nullptr;
  auto entry = std::make_shared<LogEntry>();
  entry->time_us = NowMicros();
  entry->request_id = request_id.empty() ? fmt::format("{:x}-{:x}", begin_us_, ++request_number_)
                                         : std::string(request_id.substr(0, kLongestRequestId));
  return entry;
}

void RequestLog::Add(LogEntry entry) noexcept {
  const int64_t bytes = entry.bytes();
  if (held_bytes_.fetch_add(bytes) + bytes > options_.queue_bytes) {
    held_bytes_ -= bytes;
    return LeaveOut(1);
  }
  bool wakes = false;
  try {
    const std::lock_guard lock(mutex_);
    if (!finishing_) {
      queue_.push_back(std::move(entry));
      queued_bytes_ += bytes;
      // The thread sleeps until there is a batch, and not for each request.
      wakes = queue_.size() == 1 || IsFull();
      if (!wakes) return;
    }
  } catch (const std::bad_alloc&) {
    wakes = false;
  }
  if (wakes) return changed_.notify_one();
  held_bytes_ -= bytes;
  LeaveOut(1);
}

bool RequestLog::IsFull() const {
  return static_cast<int64_t>(queue_.size()) >= options_.max_rows ||
         queued_bytes_ >= options_.max_bytes;
}

void RequestLog::Finish() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void RequestLog::Work() {
  // Applies to this thread and to the threads that it starts.
  (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return finishing_ || !queue_.empty() || !batches_.empty(); });
    const int64_t now_ms = SteadyMs();
    const int64_t due_ms = retry_ms_ != 0 ? retry_ms_ : now_ms + options_.max_age_ms;
    changed_.wait_for(lock, std::chrono::milliseconds(std::max<int64_t>(due_ms - now_ms, 0)),
                      [this] { return finishing_ || (retry_ms_ == 0 && IsFull()); });
    const bool ends = finishing_;
    if (dropping_) break;
    std::deque<LogEntry> entries = std::exchange(queue_, {});
    queued_bytes_ = 0;
    lock.unlock();
    Format(std::move(entries));
    WriteBatches();
    TellLeftOut();
    lock.lock();
    if (ends) break;
  }
  // No request arrives between the last look and the end: Add takes nothing once the log ends.
  const auto queued = static_cast<int64_t>(queue_.size());
  lock.unlock();
  for (const auto& [day, batch] : batches_) LeaveOut(batch.requests);
  LeaveOut(queued);
  TellLeftOut();
}

void RequestLog::Format(std::deque<LogEntry> entries) {
  for (LogEntry& entry : entries) {
    const LogBatch* batch = Format(entry);
    held_bytes_ -= entry.bytes();
    entry = {};
    const bool full =
        batch != nullptr && (batch->rows >= options_.max_rows ||
                             static_cast<int64_t>(batch->csv.size()) >= options_.max_bytes);
    if (full && SteadyMs() >= retry_ms_) WriteBatches();
  }
}

const LogBatch* RequestLog::Format(const LogEntry& entry) noexcept {
  LogBatch* batch = nullptr;
  size_t before = 0;
  try {
    batch = &BatchOf(entry);
    before = batch->csv.size();
    const LogLines lines = table_.Append(entry, batch->csv);
    batch->rows += lines.rows;
    ++batch->requests;
    long_cells_ += lines.long_cells;
    held_bytes_ += static_cast<int64_t>(batch->csv.size() - before);
    return batch;
  } catch (const std::bad_alloc&) {
    // Half a line would spoil the next line.
    if (batch != nullptr) batch->csv.resize(before);
    LeaveOut(1);
    return nullptr;
  }
}

LogBatch& RequestLog::BatchOf(const LogEntry& entry) {
  std::string day = LogTable::DayOf(entry);
  const auto found = batches_.find(day);
  if (found != batches_.end()) return found->second;
  LogBatch batch{day, header_, 0, 0};
  return batches_.emplace(std::move(day), std::move(batch)).first->second;
}

void RequestLog::WriteBatches() {
  bool fails = false;
  std::string why;
  for (auto batch = batches_.begin(); batch != batches_.end();) {
    // One without rows is left where memory was missing for its first.
    if (batch->second.rows == 0 || WriteBatch(batch->second, why)) {
      batch = batches_.erase(batch);
    } else {
      fails = true;
      ++batch;
    }
  }
  if (!fails) {
    if (std::exchange(retry_ms_, 0) != 0) Tell({"the request log is written again"});
    return;
  }
  // Where memory or a process is missing, the next try may find it.
  if (retry_ms_ == 0) {
    Tell({"the request log could not be written, and is tried again: ", why});
  }
  retry_ms_ = SteadyMs() + kRetryMs;
}

bool RequestLog::WriteBatch(const LogBatch& batch, std::string& why) noexcept {
  try {
    Result<LogWritten> written = writer_.Write(batch);
    if (written.ok()) {
      Count(batch, *written);
      return true;
    }
    why = std::move(written).error().detail;
  } catch (const std::bad_alloc&) {
    why = "no memory";  // short enough to need none
  }
  ++failures_;
  return false;
}

void RequestLog::Count(const LogBatch& batch, const LogWritten& written) noexcept {
  held_bytes_ -= static_cast<int64_t>(batch.csv.size() - header_.size());
  rows_ += batch.rows - written.refused_rows;
  if (written.refused_rows == batch.rows) {
    LeaveOut(batch.requests);
  } else {
    requests_ += batch.requests;
  }
  if (written.refused_rows == 0) return;
  refused_rows_ += written.refused_rows;
  Tell({"rows were left out of the request log, which its table does not take: ",
        std::to_string(written.refused_rows), " (", written.why, ")"});
}

void RequestLog::LeaveOut(int64_t requests) { left_out_ += requests; }

void RequestLog::TellLeftOut() {
  const int64_t left_out = left_out_;
  if (left_out != told_left_out_) {
    Tell(
        {"requests were left out of the request log: ", std::to_string(left_out - told_left_out_)});
    told_left_out_ = left_out;
  }
  const int64_t long_cells = long_cells_;
  if (long_cells != told_long_cells_) {
    Tell({"cells of the request log are NULL, they were too long: ",
          std::to_string(long_cells - told_long_cells_)});
    told_long_cells_ = long_cells;
  }
}

void RequestLog::Tell(std::initializer_list<std::string_view> parts) noexcept {
  try {
    std::string line;
    for (const std::string_view part : parts) line += part;
    tell_(line);
  } catch (const std::bad_alloc&) {
    return;  // The metrics have it.
  }
}

std::string RequestLog::Print(std::string_view labels) const {
  std::string out;
  PrintCount("paisql_log_rows_total", "counter", "Rows that were written to the request log.",
             labels, rows_, out);
  PrintCount("paisql_log_requests_total", "counter",
             "Requests that were written to the request log.", labels, requests_, out);
  PrintCount("paisql_log_left_out_total", "counter",
             "Requests that the request log had no room for, or could not write.", labels,
             left_out_, out);
  PrintCount("paisql_log_refused_rows_total", "counter",
             "Rows that the table of the request log does not take.", labels, refused_rows_, out);
  PrintCount("paisql_log_long_cells_total", "counter",
             "Cells of the request log that are NULL because they were too long.", labels,
             long_cells_, out);
  PrintCount("paisql_log_failures_total", "counter",
             "Batches of the request log that could not be written at once.", labels, failures_,
             out);
  PrintCount("paisql_log_held_bytes", "gauge", "Bytes that wait to be written.", labels,
             held_bytes_, out);
  return out;
}

}  // namespace paisql::serving
