#pragma once

// How far a piece of work is: one thread tells, any other one asks.

#include <atomic>
#include <cstdint>
#include <optional>

namespace paisql {

class Meter {
 public:
  struct Reading {
    int64_t done = 0;   // in bytes
    int64_t total = 0;  // 0: not known
    int64_t rows = 0;
  };

  // Work is going on as long as this lives.
  class Work {
   public:
    // Null: nobody asks. `total` is in bytes, 0 where it is not known.
    Work(Meter* meter, int64_t total) : meter_(meter) {
      if (meter_ != nullptr) meter_->Begin(total);
    }
    ~Work() {
      if (meter_ != nullptr) meter_->working_ = false;
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    void Tell(int64_t done, int64_t rows) {
      if (meter_ == nullptr) return;
      meter_->done_.store(done, std::memory_order_relaxed);
      meter_->rows_.store(rows, std::memory_order_relaxed);
    }

   private:
    Meter* meter_;
  };

  // nullopt while no work is going on. The numbers need not be of the same moment.
  std::optional<Reading> Read() const {
    if (!working_) return std::nullopt;
    return Reading{done_, total_, rows_};
  }

 private:
  void Begin(int64_t total) {
    done_ = 0;
    rows_ = 0;
    total_ = total;
    working_ = true;
  }

  std::atomic<bool> working_ = false;
  std::atomic<int64_t> done_ = 0;
  std::atomic<int64_t> total_ = 0;
  std::atomic<int64_t> rows_ = 0;
};

}  // namespace paisql
