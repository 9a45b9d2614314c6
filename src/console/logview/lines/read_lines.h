#pragma once

// Lines of a log, as an answer has them: their number and their bytes are bounded. For one thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "console/logview/lines/log_bytes.h"
#include "console/logview/lines/log_line.h"

namespace paisql::console {

struct ShownLine {
  int64_t byte = 0;       // where it begins
  int64_t bytes = 0;      // its length, as far as it was read
  bool is_cut = false;    // only its begin is shown
  bool is_whole = false;  // it was read to its end
  LogLevel level = LogLevel::kNone;
  std::string text;
};

struct LinesWanted {
  int64_t count = 500;
  size_t line_bytes = size_t{8} << 10;     // of a line's text
  size_t text_bytes = size_t{1} << 20;     // of all texts; the first line comes in any case
  int64_t read_bytes = int64_t{64} << 20;  // of the log, likewise
};

// Reads the lines from a byte on where a line begins.
std::vector<ShownLine> ReadLines(const LogBytes& log, int64_t from, const LinesWanted& wanted);

// Returns where the last lines begin: at most so many, and without reading more than the last
// bytes.
int64_t BeginOfTail(const LogBytes& log, int64_t count, int64_t most_bytes);

}  // namespace paisql::console
