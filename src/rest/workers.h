#pragma once

// Threads that run functions, in the order in which they come. Safe from any thread.

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace paisql::rest {

class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // After Finish the function is dropped.
  void Run(std::function<void()> function);
  // Runs what has come, and ends the threads.
  void Finish();

 private:
  void Work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace paisql::rest
