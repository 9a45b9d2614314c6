#include "rest/workers.h"

#include <utility>

namespace paisql::rest {

Workers::Workers(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

Workers::~Workers() { Finish(); }

void Workers::Run(std::function<void()> function) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    waiting_.push_back(std::move(function));
  }
  wake_.notify_one();
}

void Workers::Finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  threads_.clear();  // waits for them
}

void Workers::Work() {
  while (true) {
    std::function<void()> next;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;  // the end
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    next();
  }
}

}  // namespace paisql::rest
