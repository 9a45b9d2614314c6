#pragma once

// Finds a text, or a line of a level, in a log: forwards or backwards, in steps that last as long
// as the caller wants. For one thread.

#include <cstdint>
#include <optional>
#include <string>

#include "console/logview/lines/log_bytes.h"
#include "console/logview/lines/log_line.h"

namespace paisql::console {

struct LogSearch {
  std::string text = {};  // "": lines of the level
  bool same_case = false;
  LogLevel level = LogLevel::kError;
  bool backward = false;
  // The first byte that is looked at; backwards, the byte after the last one.
  int64_t from = 0;
};

struct LogFound {
  std::optional<int64_t> byte;  // of the text, or of the line's begin
  int64_t next = 0;             // where to go on, when nothing was found
  bool done = false;            // nothing is left to look at
};

LogFound SearchLog(const LogBytes& log, const LogSearch& search, int64_t until_ms);

}  // namespace paisql::console
