#pragma once

// The engine's start where the system refuses it something.

#include <exception>
#include <new>

#include "base/error.h"
#include "base/system/refusals.h"

namespace paisql::engine {

// What `call` gives, a Result, or the error for what the library has thrown in it. Its functions
// that open a database and make connections report most refusals, but with next to no files left
// to open they throw, in words of the library's inside.
template <typename Call>
auto CatchStartRefusals(const Call& call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return MemoryRefused();
  } catch (const std::exception&) {
    return Error{ErrorCode::kEnvironment,
                 "the engine cannot start: the system refuses it files or memory",
                 {},
                 "allow the program more open files (ulimit -n) and memory (ulimit -v)"};
  }
}

}  // namespace paisql::engine
