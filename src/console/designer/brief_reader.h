#pragma once

// Reads rows for an answer through a session for so long and no longer: a view may take hours, and
// threads that answer are few.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "console/designer/table_rows.h"

namespace paisql::console::canvas {

// The session outlives it and runs nothing else meanwhile.
class BriefReader {
 public:
  BriefReader(session::Session& session, std::chrono::milliseconds most);

  // Reads as ReadRows does. Once the time is over, this and all later statements give
  // kInstanceCancelled.
  Result<TableRows> Read(const std::string& statement, size_t longest = size_t{1} << 20);

 private:
  void EndLate(const std::stop_token& stop);

  session::Session& session_;
  std::chrono::milliseconds most_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  bool over_ = false;  // under mutex_
  std::jthread clock_;
};

}  // namespace paisql::console::canvas
