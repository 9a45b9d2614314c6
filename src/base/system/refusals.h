#pragma once

// Errors for what the standard library throws when the system refuses it something.

#include <exception>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/error.h"

namespace paisql {

// std::bad_alloc: the process may use no more memory. Never allocates much itself.
Error MemoryRefused();
// A thread that cannot be started, and whatever else the library asks the system for.
Error SystemRefused(const std::system_error& failure);

// What a call gives, a Result or a Status, or the error for what a library has thrown in it where
// the environment refused something: a folder that vanished, a full disk. Work that runs on a
// thread of its own, or whose result a destructor waits for, has nobody else who would catch it.
template <typename Call>
auto CatchRefusals(const Call& call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return MemoryRefused();
  } catch (const std::filesystem::filesystem_error& failure) {
    return Error{ErrorCode::kEnvironment, failure.what(), {}, ""};
  } catch (const std::system_error& failure) {
    return SystemRefused(failure);
  } catch (const std::exception& failure) {
    return Error{ErrorCode::kEnvironment, failure.what(), {}, ""};
  }
}

}  // namespace paisql
