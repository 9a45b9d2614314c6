#pragma once

// What the pages about instances keep between two requests: where the lines of logs are, and what
// was read of summaries. All of it can be made anew. Safe from any thread.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "console/logview/curves/job_curves.h"
#include "console/logview/lines/line_index.h"

namespace paisql::console {

struct IndexedLog {
  std::mutex mutex;  // held while the index is used
  LineIndex index;
  int64_t used = 0;
};

struct LogviewState {
  // Returns the index of the log with this name. The indexes that nobody has asked for the longest
  // time go.
  std::shared_ptr<IndexedLog> LogOf(const std::string& path);

  SummaryCache summaries;

 private:
  std::mutex mutex_;
  int64_t uses_ = 0;
  std::map<std::string, std::shared_ptr<IndexedLog>> logs_;
};

}  // namespace paisql::console
