#include "console/logview/logview_state.h"

#include <algorithm>

namespace paisql::console {

namespace {

constexpr size_t kMostLogs = 256;

}  // namespace

std::shared_ptr<IndexedLog> LogviewState::LogOf(const std::string& path) {
  const std::lock_guard lock(mutex_);
  auto& log = logs_[path];
  if (log == nullptr) log = std::make_shared<IndexedLog>();
  log->used = ++uses_;
  std::shared_ptr<IndexedLog> found = log;
  if (logs_.size() > kMostLogs) {
    logs_.erase(
        std::ranges::min_element(logs_, {}, [](const auto& one) { return one.second->used; }));
  }
  return found;
}

}  // namespace paisql::console
