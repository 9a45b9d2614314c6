#pragma once

// DuckDB's run-time errors as errors of the platform. What an error is follows from its class, and
// where one class covers several errors from how DuckDB's own words begin; never from words that
// may be a user's value.

#include <string>
#include <string_view>

#include "engine/failure/failure.h"

namespace paisql::engine {

// In a text that a function of ours raises: the name of the plan's function follows, whose place
// the error has. It is not shown.
inline constexpr std::string_view kRaisedBy =
    "\x1f"
    "raised by ";

// DuckDB's classes of errors, as far as they make a difference here.
enum class FailureClass {
  kInterrupt,
  kMemory,
  kSystem,      // of files
  kPermission,  // to use a file
  kForeign,     // of the C++ library or of DuckDB's own mistakes
  kInput,       // an argument; what our own functions and templates raise is of this class too
  kRange,       // a number or time is too large
  kConversion,
  kNotImplemented,
  kOther,
};

// The class of a message, with which each of DuckDB's begins ("Out of Range Error: Overflow …"):
// not all of its functions that fail tell it by a number.
FailureClass ClassOfMessage(std::string_view message);

// `message` is DuckDB's whole text. The error never has the printed statement in it: what follows
// "LINE 1:" is cut.
Failure TranslateFailure(FailureClass failure_class, std::string_view message);

// The error of a statement that Interrupt ended.
Error CancelledError();

}  // namespace paisql::engine
