#include "base/system/refusals.h"

namespace paisql {

Error MemoryRefused() {
  return Error{ErrorCode::kOutOfMemory,
               "the system gives the program no more memory",
               {},
               "free some, or allow it more (ulimit -v)"};
}

Error SystemRefused(const std::system_error& failure) {
  if (failure.code() == std::errc::resource_unavailable_try_again) {
    Error error{
        ErrorCode::kEnvironment,
        "the system starts no further thread or process for the program",
        {},
        "allow more of them (ulimit -u) and more memory for them (ulimit -v), or end others"};
    error.about.kind = ErrorSubject::Kind::kSystemLimit;
    return error;
  }
  return Error{ErrorCode::kEnvironment, failure.code().message(), {}, ""};
}

}  // namespace paisql
