#include "instances/book/retention.h"

#include <utility>

namespace paisql::instances {

void Retention::Add(Ended ended) {
  if (ended.memory_bytes > 0) {
    memory_bytes_ += ended.memory_bytes;
    in_memory_.push_back(ended);
  }
  if (!ended.expired) {
    file_bytes_ += ended.file_bytes;
    with_rows_.push_back(ended);
  }
  all_.push_back(std::move(ended));
}

std::vector<std::string> Retention::TakeForgotten(int64_t now_ms) {
  std::vector<std::string> ids;
  while (!all_.empty() &&
         (all_.size() > limits_.kept || all_.front().ended_ms < now_ms - limits_.kept_ms)) {
    std::string& id = ids.emplace_back(std::move(all_.front().id));
    all_.pop_front();
    if (!with_rows_.empty() && with_rows_.front().id == id) {
      file_bytes_ -= with_rows_.front().file_bytes;
      with_rows_.pop_front();
    }
    if (!in_memory_.empty() && in_memory_.front().id == id) {
      memory_bytes_ -= in_memory_.front().memory_bytes;
      in_memory_.pop_front();
    }
  }
  return ids;
}

std::vector<std::string> Retention::TakeExpired(int64_t now_ms) {
  std::vector<std::string> ids;
  while (!with_rows_.empty() && with_rows_.front().ended_ms < now_ms - limits_.rows_kept_ms) {
    file_bytes_ -= with_rows_.front().file_bytes;
    ids.push_back(std::move(with_rows_.front().id));
    with_rows_.pop_front();
  }
  for (auto one = with_rows_.begin();
       one != with_rows_.end() && file_bytes_ > limits_.file_bytes;) {
    if (one->file_bytes == 0) {
      ++one;
      continue;
    }
    file_bytes_ -= one->file_bytes;
    ids.push_back(std::move(one->id));
    one = with_rows_.erase(one);
  }
  return ids;
}

std::vector<std::string> Retention::TakeUncached() {
  std::vector<std::string> ids;
  while (memory_bytes_ > limits_.memory_bytes && !in_memory_.empty()) {
    memory_bytes_ -= in_memory_.front().memory_bytes;
    ids.push_back(std::move(in_memory_.front().id));
    in_memory_.pop_front();
  }
  return ids;
}

}  // namespace paisql::instances
