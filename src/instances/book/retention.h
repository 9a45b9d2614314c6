#pragma once

// Which ended instances are to go: instances and rows of results have ages, counts and sizes. For
// one thread at a time. Private to instances.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace paisql::instances {

struct RetentionLimits {
  size_t kept = 0;
  int64_t kept_ms = 0;
  int64_t rows_kept_ms = 0;
  int64_t file_bytes = 0;    // of all files of rows
  int64_t memory_bytes = 0;  // of all rows in memory
};

class Retention {
 public:
  explicit Retention(RetentionLimits limits) : limits_(limits) {}

  struct Ended {
    std::string id;
    int64_t ended_ms = 0;
    int64_t file_bytes = 0;
    int64_t memory_bytes = 0;
    bool expired = false;  // its rows are gone
  };
  // The ended ones are added in the order of their ends.
  void Add(Ended ended);

  // Ids of instances that are to be forgotten, and of those whose rows are to be removed. Each is
  // told once.
  std::vector<std::string> TakeForgotten(int64_t now_ms);
  std::vector<std::string> TakeExpired(int64_t now_ms);
  // Those that need not be in memory any more.
  std::vector<std::string> TakeUncached();

 private:
  const RetentionLimits limits_;
  // Each a part of the one before, in the same order.
  std::deque<Ended> all_;
  std::deque<Ended> with_rows_;
  std::deque<Ended> in_memory_;
  int64_t file_bytes_ = 0;
  int64_t memory_bytes_ = 0;
};

}  // namespace paisql::instances
