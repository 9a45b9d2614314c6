#pragma once

// A bounded queue with one writer and one reader on another thread: a statement of DuckDB's reads
// items while they are brought.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace paisql::engine {

// The part that does not depend on the items.
class AwaitedQueue {
 public:
  AwaitedQueue() = default;
  virtual ~AwaitedQueue() = default;
  AwaitedQueue(const AwaitedQueue&) = delete;
  AwaitedQueue& operator=(const AwaitedQueue&) = delete;

  // --- the writer ---
  void End() { Become(Writer::kEnded); }  // the rows are complete
  // They never will be: the reading statement fails.
  void Fail() { Become(Writer::kFailed); }

  // --- the reader ---
  // Waits for the writer to do something, and not long.
  void AwaitWriter() {
    constexpr std::chrono::milliseconds kLongest(2);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLongest);
  }
  bool failed() const {
    const std::lock_guard lock(mutex_);
    return writer_ == Writer::kFailed;
  }
  void StopReading() {
    const std::lock_guard lock(mutex_);
    read_ = false;
    Clear();
    changed_.notify_all();
  }

 protected:
  enum class Writer { kWrites, kEnded, kFailed };
  virtual void Clear() = 0;  // drops all items; the mutex is locked

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Writer writer_ = Writer::kWrites;
  bool read_ = true;  // somebody may read

 private:
  void Become(Writer state) {
    const std::lock_guard lock(mutex_);
    writer_ = state;
    if (state == Writer::kFailed) Clear();
    changed_.notify_all();
  }
};

template <typename Item>  // one that is false says "none"
class ItemQueue : public AwaitedQueue {
 public:
  explicit ItemQueue(size_t most) : most_(most) {}

  // The writer's: waits while the queue is full. False: the reader has ended, and nobody will read
  // the item.
  bool Push(Item item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < most_ || !read_; });
    if (!read_) return false;
    items_.push_back(std::move(item));
    changed_.notify_all();
    return true;
  }
  // The reader's: waits for an item; none at the end, and where the writer failed.
  Item Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty() || writer_ != Writer::kWrites; });
    if (items_.empty()) return Item();
    Item item = std::move(items_.front());
    items_.pop_front();
    changed_.notify_all();
    return item;
  }

 private:
  void Clear() override { items_.clear(); }

  const size_t most_;
  std::deque<Item> items_;
};

}  // namespace paisql::engine
