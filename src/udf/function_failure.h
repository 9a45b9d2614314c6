#pragma once

// What went wrong in a user's function, as its process tells it.

#include <cstddef>
#include <optional>
#include <string>

#include "base/error.h"
#include "workers/protocol.h"

namespace paisql::udf {

struct FunctionFailure {
  std::string trace;  // as Python or Java prints it, the last lines
  std::string file;   // of the user
  int64_t line = 0;
  bool java = false;
  std::optional<size_t> row;  // of the batch, whose values the code could not take
  std::string type;           // the class of the exception
  std::string python;         // the interpreter, where a module is missing in it

  bool IsOutOfMemory() const { return type == "MemoryError"; }
  // The answer is beyond what a frame holds; fewer rows may have one.
  bool IsTooLarge() const { return type == "paisql.TooLarge"; }
};

// An error frame, whatever is in it.
FunctionFailure ReadFailure(const workers::Frame& frame);

// kScript, or the code of Java's, as the platform says it; `values` are those of the row, "" where
// nobody knows them.
Error FailureError(const FunctionFailure& failure, const std::string& values);

}  // namespace paisql::udf
