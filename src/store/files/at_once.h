#pragma once

// Work on many things by several threads. Private to the store.

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

#include "base/result.h"

namespace paisql::store {

// Calls work(i, buffer) for every i below `count`, from so many threads at once, and returns when
// all have ended. The buffer is the thread's. Fewer threads work where the system gives no more. A
// call may throw std::bad_alloc and nothing else: then the answer is `no_memory`, and some of the
// work is not done, as after a stop.
Status AtOnce(size_t count, size_t threads, const std::stop_token& stop, const Error& no_memory,
              const std::function<void(size_t, std::string&)>& work);

// The same for requests to a bucket, which need no buffer and are not stopped.
Status AtOnce(size_t count, size_t threads, const std::function<void(size_t)>& work);

}  // namespace paisql::store
