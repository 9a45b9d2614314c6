#pragma once

// How often somebody may try to sign in with a wrong secret. Safe from any thread.

#include <cstdint>
#include <deque>
#include <mutex>

namespace paisql::console {

class SignInLimit {
 public:
  // False when so many attempts have failed within a minute that nobody may try now.
  bool MayTry(int64_t now_ms);
  void Failed(int64_t now_ms);

 private:
  std::mutex mutex_;
  std::deque<int64_t> failed_ms_;
};

}  // namespace paisql::console
