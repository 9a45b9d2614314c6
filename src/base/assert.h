#pragma once

// PAISQL_ASSERT states what only our own code can break. It holds in every build: a broken promise
// stops the program with the place and the message, because going on would risk the user's data.

namespace paisql {

[[noreturn]] void AssertionFailed(const char* condition, const char* file, int line,
                                  const char* message);

}  // namespace paisql

#define PAISQL_ASSERT(condition, message)                                 \
  do {                                                                    \
    if (!(condition)) {                                                   \
      ::paisql::AssertionFailed(#condition, __FILE__, __LINE__, message); \
    }                                                                     \
  } while (false)

#define PAISQL_UNREACHABLE(message) \
  ::paisql::AssertionFailed("unreachable", __FILE__, __LINE__, message)
