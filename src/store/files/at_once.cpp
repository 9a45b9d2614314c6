#include "store/files/at_once.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace paisql::store {

Status AtOnce(size_t count, size_t threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  std::atomic<bool> out_of_memory = false;
  const auto run = [&] {
    try {
      for (size_t i = next++; i < count && !out_of_memory; i = next++) work(i);
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    }
  };
  {
    std::vector<std::jthread> others;
    const size_t wanted = std::min(count, threads);
    // Where no more can be made, those that there are, and this one, do it.
    try {
      while (others.size() + 1 < wanted) others.emplace_back(run);
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): as above
    } catch (const std::bad_alloc&) {     // NOLINT(bugprone-empty-catch): as above
    }
    run();
  }
  if (!out_of_memory) return Status::Ok();
  return Error{ErrorCode::kOutOfMemory,
               "while asking a bucket",
               {},
               "raise the limit of memory (ulimit -v)"};
}

}  // namespace paisql::store
