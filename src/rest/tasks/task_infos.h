#pragma once

// What clients have told a task by `PUT ?info`, for whoever asks for it. Only the newest are kept.
// Safe from any thread.

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace paisql::rest {

class TaskInfos {
 public:
  // False where the instance has too many or the value is too long.
  bool Put(const std::string& instance, const std::string& key, std::string value);
  std::optional<std::string> Get(const std::string& instance, const std::string& key) const;

 private:
  using Infos = std::map<std::string, std::string>;

  mutable std::mutex mutex_;
  std::map<std::string, Infos> infos_;  // by the instance's id
  std::deque<std::string> order_;       // the ids, the first that was told first
};

}  // namespace paisql::rest
