#pragma once

// Programs that `paisql doctor` asks: never for longer than they have time.

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "base/process/limited_process.h"
#include "base/result.h"

namespace paisql {

struct ProbeRequest {
  std::vector<std::string> command;      // command[0] is an absolute path
  std::vector<std::string> environment;  // "NAME=value", all of it
  int64_t limit_ms = 0;
};

using ProbeAnswer = LimitedAnswer;

// Runs a program to its end, its limit or the stop. An error when it cannot be started.
Result<ProbeAnswer> Probe(const ProbeRequest& request, const std::stop_token& stop);

// The last line that is not empty.
std::string LastLine(const std::string& text);

// The absolute path of a program on the PATH, or of one that is named by its path; "" for none.
std::string FindProgram(const std::string& name);

}  // namespace paisql
