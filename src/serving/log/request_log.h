#pragma once

// Keeps a service's requests and answers in a table. Requests enter a bounded queue and never wait:
// a request without room is left out, counted and reported. One thread of low priority batches
// them by day, and has each batch written as a whole.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "base/result.h"
#include "serving/log/log_entry.h"
#include "serving/log/log_table.h"

namespace paisql::serving {

// Lines of CSV with a header, for one partition of the table.
struct LogBatch {
  std::string day;  // "20260131"
  std::string csv;
  int64_t rows = 0;
  int64_t requests = 0;
};

// How a batch was taken, whose rows are in the table but for some.
struct LogWritten {
  int64_t refused_rows = 0;  // for what is in them: they will never be taken
  std::string why{};         // "" where there are none
};

// Where batches go. Its functions are called by one thread at a time.
class LogWriter {
 public:
  virtual ~LogWriter() = default;
  // Makes the table, or the columns that it lacks. Before the first batch.
  virtual Status Open(std::span<const LogColumn> columns) = 0;
  // An error where nothing can be written now, whatever it is (no home, a lock, no memory): nothing
  // of the batch is in the table then, and it is tried again later.
  virtual Result<LogWritten> Write(const LogBatch& batch) = 0;
};

struct RequestLogOptions {
  double sample = 1;               // the share of requests that is kept
  int64_t max_rows = 10000;        // a batch is written when it has so many rows,
  int64_t max_bytes = 8 << 20;     // or so many bytes,
  int64_t max_age_ms = 10000;      // or its first request is so old
  int64_t queue_bytes = 64 << 20;  // beyond so much memory, requests are left out
};

class RequestLog {
 public:
  // `writer` is open and outlives the log. `tell` is given lines for people, on any thread.
  RequestLog(LogTable table, const RequestLogOptions& options, LogWriter& writer,
             std::function<void(const std::string&)> tell);
  ~RequestLog();  // what has not been written is left out
  RequestLog(const RequestLog&) = delete;
  RequestLog& operator=(const RequestLog&) = delete;

  // The beginning of an entry, of a request that has come now and says this id, or ""; nullptr for
  // one that is not of the share that is kept. Any thread.
  std::shared_ptr<LogEntry> Begin(std::string_view request_id);
  // Any thread; neither waits for a write nor fails.
  void Add(LogEntry entry) noexcept;

  // Writes what is left, and tells what could not be written. Later requests are left out. Once.
  void Finish();

  // Prometheus' text form.
  std::string Print(std::string_view labels) const;

 private:
  bool Takes();
  void Work();
  // Takes entries out of the queue into batches.
  void Format(std::deque<LogEntry> entries);
  // The batch that it is in then; nullptr where memory is missing, and it is left out.
  const LogBatch* Format(const LogEntry& entry) noexcept;
  LogBatch& BatchOf(const LogEntry& entry);
  bool IsFull() const;  // under the lock
  // Writes all batches; those that cannot be written stay, and hold up no other.
  void WriteBatches();
  // False, and why, where it is to be tried again.
  bool WriteBatch(const LogBatch& batch, std::string& why) noexcept;
  void Count(const LogBatch& batch, const LogWritten& written) noexcept;
  void LeaveOut(int64_t requests);
  void TellLeftOut();
  void Tell(std::initializer_list<std::string_view> parts) noexcept;

  const LogTable table_;
  const std::string header_;
  const RequestLogOptions options_;
  LogWriter& writer_;
  const std::function<void(const std::string&)> tell_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<LogEntry> queue_;
  int64_t queued_bytes_ = 0;
  bool finishing_ = false;
  bool dropping_ = false;  // nothing more is written

  // Only the thread uses these.
  std::map<std::string, LogBatch> batches_;  // by day
  int64_t retry_ms_ = 0;                     // not before, where a write has failed; else 0
  int64_t told_left_out_ = 0;
  int64_t told_long_cells_ = 0;

  const int64_t begin_us_;  // with a number, the ids of requests that come without one
  std::atomic<int64_t> request_number_{0};
  std::atomic<uint64_t> asked_{0};
  std::atomic<int64_t> held_bytes_{0};  // in the queue and in batches
  std::atomic<int64_t> rows_{0};        // written
  std::atomic<int64_t> requests_{0};
  std::atomic<int64_t> left_out_{0};
  std::atomic<int64_t> refused_rows_{0};
  std::atomic<int64_t> long_cells_{0};
  std::atomic<int64_t> failures_{0};
  std::thread thread_;
};

}  // namespace paisql::serving
