#pragma once

// A program that is given a text and answers with bytes, run to its end.

#include <string>
#include <string_view>

#include "base/process/process.h"
#include "base/result.h"

namespace paisql {

struct PipedAnswer {
  std::string bytes;  // its standard output
  int status = -1;    // as it exited; -1 when it was killed
};

// Gives the text to its standard input. Standard error is the caller's; the streams of `options`
// are set here. It is killed when the caller ends. kEnvironment when it cannot be started.
Result<PipedAnswer> RunPiped(SpawnOptions options, std::string_view text);

}  // namespace paisql
