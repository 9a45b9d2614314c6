#pragma once

// Sessions that clients have begun, by their ids. One belongs to the user who has begun it and is
// forgotten a day later. A user who begins more than kMostOfUser of them loses the oldest of their
// own, and in a full table the user who has most of them does. Safe from any thread.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace paisql::rest {

template <typename T>
class SessionTable {
 public:
  static constexpr size_t kMost = 1000;
  static constexpr size_t kMostOfUser = 250;
  static constexpr int64_t kLifeMs = int64_t{24} * 60 * 60 * 1000;

  void Add(const std::string& id, const std::string& user, std::shared_ptr<T> session,
           int64_t now_ms) {
    // Ends of sessions remove files, so they happen outside of the lock.
    Entries ended;
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&](auto& entry) {
      if (now_ms - entry.second.begun_ms < kLifeMs) return false;
      ended.insert(std::move(entry));
      return true;
    });
    if (const std::string* loser = LoserOf(user)) ended.insert(TakeOldest(std::string(*loser)));
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
    typename Entries::node_type ended;
    const std::lock_guard lock(mutex_);
    ended = entries_.extract(id);
  }

 private:
  struct Entry {
    std::string user;
    std::shared_ptr<T> session;
    int64_t begun_ms = 0;
  };
  using Entries = std::map<std::string, Entry>;

  // The user who loses a session when `user` begins one; null while there is room.
  const std::string* LoserOf(const std::string& user) const {
    std::map<std::string_view, size_t> counts;
    const std::string* most = nullptr;
    for (const auto& [id, entry] : entries_) {
      const size_t count = ++counts[entry.user];
      if (most == nullptr || count > counts[*most]) most = &entry.user;
    }
    if (counts[user] >= kMostOfUser) return &user;
    return entries_.size() >= kMost ? most : nullptr;
  }

  typename Entries::node_type TakeOldest(const std::string& user) {
    auto oldest = entries_.end();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->second.user != user) continue;
      const bool older =
          oldest == entries_.end() || entry->second.begun_ms < oldest->second.begun_ms;
      if (older) oldest = entry;
    }
    return entries_.extract(oldest);
  }

  mutable std::mutex mutex_;
  Entries entries_;
};

}  // namespace paisql::rest
