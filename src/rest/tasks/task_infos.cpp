#include "rest/tasks/task_infos.h"

#include <utility>

namespace paisql::rest {

namespace {

constexpr size_t kInstances = 1000;
constexpr size_t kKeys = 32;
constexpr size_t kValueBytes = size_t{16} << 10;

}  // namespace

bool TaskInfos::Put(const std::string& instance, const std::string& key, std::string value) {
  if (key.size() + value.size() > kValueBytes) return false;
  const std::lock_guard lock(mutex_);
  const auto found = infos_.find(instance);
  if (found != infos_.end()) {
    if (found->second.size() >= kKeys && !found->second.contains(key)) return false;
    found->second[key] = std::move(value);
    return true;
  }
  infos_[instance][key] = std::move(value);
  order_.push_back(instance);
  if (order_.size() > kInstances) {
    infos_.erase(order_.front());
    order_.pop_front();
  }
  return true;
}

std::optional<std::string> TaskInfos::Get(const std::string& instance,
                                          const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = infos_.find(instance);
  if (found == infos_.end()) return std::nullopt;
  const auto info = found->second.find(key);
  return info == found->second.end() ? std::nullopt : std::optional(info->second);
}

}  // namespace paisql::rest
