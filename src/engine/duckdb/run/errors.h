#pragma once

// DuckDB's run-time messages as errors of the platform.

#include <string>
#include <string_view>

#include "base/error.h"

namespace paisql::engine {

// `message` is DuckDB's whole text ("Out of Range Error: Overflow in …"). It never carries the
// printed statement into the error: what follows "LINE 1:" is cut.
Error TranslateError(std::string_view message);

// The error of a statement that Interrupt ended.
Error CancelledError();

}  // namespace paisql::engine
