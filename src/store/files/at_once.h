#pragma once

// Work on many things that each wait for somebody else, as requests to an endpoint do. Private to
// the store.

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace paisql::store {

// Calls work(i) for every i below `count`, so many at once, and returns when all have ended. Fewer
// run at once where the system gives no more threads. kOutOfMemory where a call found no memory
// (std::bad_alloc, and nothing else may be thrown): then some of the work is not done.
Status AtOnce(size_t count, size_t threads, const std::function<void(size_t)>& work);

}  // namespace paisql::store
