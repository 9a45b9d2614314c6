#include "store/files/at_once.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace paisql::store {

void AtOnce(size_t count, size_t threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  size_t wanted = std::min(count, threads);
  while (others.size() + 1 < wanted) {
    try {
      others.emplace_back(run);
    } catch (const std::system_error&) {
      wanted = 0;  // no more can be made: those that there are, and this one, do it
    }
  }
  run();
}

}  // namespace paisql::store
