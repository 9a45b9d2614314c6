#pragma once

// What the library of Arrow's format answers, as errors of ours. Private to this folder.

#include <cerrno>
#include <string>

#include "base/result.h"
#include "engine/ipc/nanoarrow.h"

namespace paisql::engine {

// A user's bytes may be wrong in any way.
inline Error WrongArrow(const std::string& why) {
  return Error{ErrorCode::kTunnel,
               "the data cannot be read as Arrow batches of these columns: " + why,
               {},
               ""};
}

inline Status Done(ArrowErrorCode code, const ArrowError* error = nullptr) {
  if (code == NANOARROW_OK) return Status::Ok();
  if (code == ENOMEM) {
    return Error{ErrorCode::kOutOfMemory, "there is not enough memory for an Arrow batch", {}, ""};
  }
  const std::string why = error == nullptr ? "" : error->message;
  return WrongArrow(why.empty() ? "error " + std::to_string(code) : why);
}

}  // namespace paisql::engine
