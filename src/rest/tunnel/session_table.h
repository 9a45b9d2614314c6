#pragma once

// Sessions that clients have begun, by their ids. One belongs to the user who has begun it, is
// forgotten a day later, and when there are too many, the oldest first. Safe from any thread.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace paisql::rest {

template <typename T>
class SessionTable {
 public:
  static constexpr size_t kMost = 1000;
  static constexpr int64_t kLifeMs = int64_t{24} * 60 * 60 * 1000;

  void Add(const std::string& id, const std::string& user, std::shared_ptr<T> session,
           int64_t now_ms) {
    // Ends of sessions remove files, so they happen outside of the lock.
    std::map<std::string, Entry> ended;
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](auto& entry) {
      if (now_ms - entry.second.begun_ms < kLifeMs) return false;
      ended.insert(std::move(entry));
      return true;
    });
    if (entries_.size() >= kMost) {
      auto oldest = entries_.begin();
      for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
        if (entry->second.begun_ms < oldest->second.begun_ms) oldest = entry;
      }
      ended.insert(entries_.extract(oldest));
    }
    entries_.insert_or_assign(id, Entry{user, std::move(session), now_ms});
  }

  // Null for an unknown one, for one of another user, and for one that has expired.
  std::shared_ptr<T> Find(const std::string& id, const std::string& user, int64_t now_ms) const {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(id);
    if (found == entries_.end() || found->second.user != user) return nullptr;
    return now_ms - found->second.begun_ms < kLifeMs ? found->second.session : nullptr;
  }

  void Remove(const std::string& id) {
    typename std::map<std::string, Entry>::node_type ended;
    const std::lock_guard lock(mutex_);
    ended = entries_.extract(id);
  }

 private:
  struct Entry {
    std::string user;
    std::shared_ptr<T> session;
    int64_t begun_ms = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
};

}  // namespace paisql::rest
