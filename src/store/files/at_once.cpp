#include "store/files/at_once.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace paisql::store {

Status AtOnce(size_t count, size_t threads, const std::stop_token& stop, const Error& no_memory,
              const std::function<void(size_t, std::string&)>& work) {
  std::atomic<size_t> next = 0;
  std::atomic<bool> out_of_memory = false;
  const auto run = [&] {
    try {
      std::string buffer;
      while (!stop.stop_requested() && !out_of_memory) {
        const size_t i = next++;
        if (i >= count) return;
        work(i, buffer);
      }
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    }
  };
  {
    std::vector<std::jthread> others;
    const size_t wanted = std::min(count, threads);
    // This thread and those that have started do the work when the system gives no more threads.
    try {
      while (others.size() + 1 < wanted) others.emplace_back(run);
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): as above
    } catch (const std::bad_alloc&) {     // NOLINT(bugprone-empty-catch): as above
    }
    run();
  }
  if (out_of_memory) return no_memory;
  return Status::Ok();
}

Status AtOnce(size_t count, size_t threads, const std::function<void(size_t)>& work) {
  const Error no_memory{ErrorCode::kOutOfMemory,
                        "while asking a bucket",
                        {},
                        "raise the limit of memory (ulimit -v)"};
  return AtOnce(count, threads, {}, no_memory, [&](size_t i, std::string&) { work(i); });
}

}  // namespace paisql::store
