#pragma once

// Tells by its text and the sizes of the tables whether a submission is small. Safe from any
// thread. Private to instances.

#include <memory>
#include <mutex>

#include "instances/instance.h"
#include "store/catalog.h"

namespace paisql::instances {

class SmallWork {
 public:
  explicit SmallWork(std::string home_path) : home_path_(std::move(home_path)) {}

  // Whether it reads little. False where that cannot be told, as of views and of jobs.
  bool Is(const Submission& asked);

 private:
  Result<bool> Looks(const Submission& asked);
  Result<int64_t> BytesOf(const std::string& table, const Submission& asked);

  const std::string home_path_;
  std::mutex mutex_;
  std::unique_ptr<store::Catalog> catalog_;  // opened by the first question
};

}  // namespace paisql::instances
